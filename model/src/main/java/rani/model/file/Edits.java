// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies changes, each written {@code path=value}, to a parsed file before the file is checked.
 *
 * <p>A path consists of pieces separated by dots: keys, list indexes from 0, or, in a list of
 * mappings, the {@code name} of a member. The value is YAML. The last piece and mappings on the way
 * may be new. Under {@code nodes}, {@code links} and {@code groups} an unknown name is an error,
 * unless the file generates nodes: {@code nodes.n7.queue.limit=60packet}, {@code expect.one
 * trigger.equals=2}.
 */
public final class Edits {
  /** Mappings from names that users choose, in which no reader could recognise a typo. */
  private static final List<String> NAME_MAPS = List.of("nodes", "links", "groups");

  private static final String GENERATE = "generate";

  /** Change of the value at a path, given by an option or file. A null value is removed. */
  public record Edit(List<String> path, @Nullable LocatedValue value, Location at) {
    /** Returns whether the path begins with the piece and continues below it. */
    public boolean isUnder(String piece) {
      return path.size() > 1 && path.getFirst().equals(piece);
    }

    /** Returns this change with its path relative to the first piece. */
    public Edit below() {
      return new Edit(path.subList(1, path.size()), value, at);
    }
  }

  private Edits() {}

  /** Parses {@code path=value} texts, in order. */
  public static List<Edit> parse(List<String> sets) throws FileError {
    return parse("--set", List.of(), sets);
  }

  /**
   * Parses {@code path=value} texts of an option, in order.
   *
   * @param option its name in messages
   * @param below what the paths are below
   */
  public static List<Edit> parse(String option, List<String> below, List<String> texts)
      throws FileError {
    List<Edit> edits = new ArrayList<>();
    for (String set : texts) {
      String label = option + " " + Quoted.plain(set, 60);
      int equals = set.indexOf('=');
      if (equals <= 0) {
        throw new FileError(Location.ofFile(label), "expected `path=value`", "");
      }
      Location at = Location.ofFile(label);
      List<String> path = new ArrayList<>(below);
      path.addAll(path(set.substring(0, equals), at));
      edits.add(new Edit(path, standingAt(at, value(label, set.substring(equals + 1))), at));
    }
    return edits;
  }

  /** Splits a path into its pieces; throws if a piece is empty. */
  public static List<String> path(String text, Location at) throws FileError {
    List<String> path = List.of(text.trim().split("\\.", -1));
    if (path.stream().anyMatch(String::isBlank)) {
      throw new FileError(at, "a piece of the path is empty", "");
    }
    return path;
  }

  /**
   * Parses a value as YAML. A variable {@code ${…}} is accepted without YAML quotes, so that users
   * need not quote it for the shell and for YAML.
   */
  private static LocatedValue value(String label, String text) throws FileError {
    return text.startsWith("${")
        ? new LocatedScalar(Location.ofFile(label), text, true)
        : LocatedYaml.parse(label, text);
  }

  /** Returns the tree with the changes applied in order; throws if a path leads nowhere. */
  public static LocatedMap apply(LocatedMap root, List<Edit> edits) throws FileError {
    LocatedMap changed = root;
    for (Edit edit : edits) {
      changed = inMap(changed, edit, 0, false);
    }
    return changed;
  }

  /** Gives all parts of a value the location of its option; a column would confuse users. */
  private static LocatedValue standingAt(Location at, LocatedValue value) {
    return switch (value) {
      case LocatedScalar scalar -> new LocatedScalar(at, scalar.text(), scalar.quoted());
      case LocatedList list ->
          new LocatedList(at, list.values().stream().map(v -> standingAt(at, v)).toList());
      case LocatedMap map -> {
        LinkedHashMap<String, LocatedMap.Entry> entries = new LinkedHashMap<>();
        map.entries()
            .forEach(
                (key, entry) ->
                    entries.put(key, new LocatedMap.Entry(at, standingAt(at, entry.value()))));
        yield new LocatedMap(at, entries);
      }
    };
  }

  /** Applies an edit below a value. Returns null if the edit removes the value. */
  private static @Nullable LocatedValue inValue(
      LocatedValue value, Edit edit, int depth, boolean names) throws FileError {
    if (depth == edit.path.size()) {
      return edit.value;
    }
    return switch (value) {
      case LocatedMap map -> inMap(map, edit, depth, names);
      case LocatedList list -> inList(list, edit, depth);
      case LocatedScalar scalar when scalar.isNull() ->
          inMap(LocatedMap.empty(edit.at), edit, depth, names);
      case LocatedScalar scalar ->
          throw new FileError(
              edit.at,
              Quoted.of(walked(edit, depth))
                  + " is the text "
                  + scalar.described()
                  + " and has no "
                  + Quoted.of(edit.path.get(depth)),
              "");
    };
  }

  private static LocatedMap inMap(LocatedMap map, Edit edit, int depth, boolean names)
      throws FileError {
    String piece = edit.path.get(depth);
    boolean last = depth + 1 == edit.path.size();
    Optional<LocatedValue> before = map.get(piece);
    if (before.isEmpty() && (edit.value == null || (names && !last))) {
      throw new FileError(
          edit.at,
          Quoted.of(walked(edit, depth)) + " has no " + Quoted.of(piece),
          Nearest.hint(piece, map.keys()));
    }
    boolean namesBelow = NAME_MAPS.contains(piece) && map.get(GENERATE).isEmpty();
    LocatedValue start = before.orElseGet(() -> LocatedMap.empty(edit.at));
    LocatedValue changed = inValue(start, edit, depth + 1, namesBelow);
    return changed == null
        ? map.without(piece)
        : map.with(piece, before.isEmpty() ? edit.at : map.keyAt(piece), changed);
  }

  private static LocatedList inList(LocatedList list, Edit edit, int depth) throws FileError {
    String piece = edit.path.get(depth);
    LinkedHashMap<String, Integer> positions = positions(list);
    Integer position = positions.get(piece);
    if (position == null) {
      throw new FileError(
          edit.at,
          Quoted.of(walked(edit, depth)) + " has no " + Quoted.of(piece),
          Nearest.hint(piece, positions.sequencedKeySet()));
    }
    LocatedValue changed = inValue(list.values().get(position), edit, depth + 1, false);
    List<LocatedValue> values = new ArrayList<>(list.values());
    if (changed == null) {
      values.remove(position.intValue());
    } else {
      values.set(position, changed);
    }
    return new LocatedList(list.at(), values);
  }

  /** Returns the index of the member that a piece of a path gives by index or name; or −1. */
  public static int position(LocatedList list, String piece) {
    return positions(list).getOrDefault(piece, -1);
  }

  private static LinkedHashMap<String, Integer> positions(LocatedList list) {
    LinkedHashMap<String, Integer> positions = new LinkedHashMap<>();
    for (int i = 0; i < list.values().size(); i++) {
      positions.put(Integer.toString(i), i);
    }
    for (int i = 0; i < list.values().size(); i++) {
      if (list.values().get(i) instanceof LocatedMap member
          && member.get("name").orElse(null) instanceof LocatedScalar name) {
        positions.putIfAbsent(name.text(), i);
      }
    }
    return positions;
  }

  private static String walked(Edit edit, int depth) {
    return depth == 0 ? "the file" : String.join(".", edit.path.subList(0, depth));
  }
}
