// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes to a tree before it is checked, each written {@code path=value}.
 *
 * <p>A path is a row of pieces with dots between: keys, positions in lists counted from 0, or, in a
 * list of mappings, the {@code name} of one. The value is YAML. The last piece may be new, and so
 * may mappings on the way, except under {@code nodes}, {@code links} and {@code groups}, where a
 * name that is not there is taken for a mistake unless the file generates nodes: {@code
 * nodes.n7.queue.limit=60packet}, {@code expect.one trigger.equals=2}.
 */
public final class Edits {

  /** Under these keys the keys are names that the user chose, so no reader would find a typo. */
  private static final List<String> NAME_MAPS = List.of("nodes", "links", "groups");

  private static final String GENERATE = "generate";

  /**
   * One change.
   *
   * @param path its pieces
   * @param value what is put there; null to take away what is there
   * @param at where the change is asked for
   */
  public record Edit(List<String> path, @Nullable LocatedValue value, Location at) {

    /** Whether the path begins with the piece. */
    public boolean isUnder(String piece) {
      return path.size() > 1 && path.getFirst().equals(piece);
    }

    /** The same change, seen from below the first piece. */
    public Edit below() {
      return new Edit(path.subList(1, path.size()), value, at);
    }
  }

  private Edits() {}

  /**
   * Reads {@code path=value} texts, in order.
   *
   * @throws FileError when one has no {@code =}, an empty piece, or a value that is not YAML
   */
  public static List<Edit> parse(List<String> sets) throws FileError {
    List<Edit> edits = new ArrayList<>();
    for (String set : sets) {
      String label = "--set " + Quoted.plain(set, 60);
      int equals = set.indexOf('=');
      if (equals <= 0) {
        throw new FileError(Location.ofFile(label), "expected `path=value`", "");
      }
      Location at = Location.ofFile(label);
      List<String> path = path(set.substring(0, equals), at);
      edits.add(new Edit(path, standingAt(at, value(label, set.substring(equals + 1))), at));
    }
    return edits;
  }

  /**
   * The pieces of a path.
   *
   * @throws FileError when one is empty
   */
  public static List<String> path(String text, Location at) throws FileError {
    List<String> path = List.of(text.trim().split("\\.", -1));
    if (path.stream().anyMatch(String::isBlank)) {
      throw new FileError(at, "a piece of the path is empty", "");
    }
    return path;
  }

  /** YAML, but a variable need not be quoted twice, for the shell and for YAML. */
  private static LocatedValue value(String label, String text) throws FileError {
    return text.startsWith("${")
        ? new LocatedScalar(Location.ofFile(label), text, true)
        : LocatedYaml.parse(label, text);
  }

  /**
   * The tree with the changes made, in order.
   *
   * @throws FileError when a path leads nowhere
   */
  public static LocatedMap apply(LocatedMap root, List<Edit> edits) throws FileError {
    LocatedMap changed = root;
    for (Edit edit : edits) {
      changed = inMap(changed, edit, 0, false);
    }
    return changed;
  }

  /** The option as a whole is place enough: line and column within it would only confuse. */
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

  /** The changed value, or null if it is taken away. */
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

  /**
   * Which member of a list a piece of a path means: by its position, or its {@code name}; or −1.
   */
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
