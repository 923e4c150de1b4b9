// SPDX-License-Identifier: Apache-2.0
package rani.model.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Vocabulary;

/** Explains keys of files by their names. */
public final class KeyGuide {
  /** Placeholder in paths for a name chosen in the file. */
  static final String ANY = "NAME";

  private static final int DEPTH_MAX = 10;
  private static final int PLACES_MAX = 6;

  /** The paths of each key and meaning; the first element of a path is the kind of file. */
  private final SequencedMap<Property, List<List<String>>> places = new LinkedHashMap<>();

  private final SequencedMap<String, Vocabulary> kinds;

  /** Creates a guide to the keys of each kind of file, by the name of the kind. */
  public KeyGuide(SequencedMap<String, Vocabulary> kinds) {
    this.kinds = kinds;
    kinds.forEach((kind, keys) -> add(List.of(kind), keys));
  }

  private void add(List<String> path, Vocabulary keys) {
    for (Property key : keys.properties()) {
      List<String> there = new ArrayList<>(path);
      there.add(name(key));
      // Equal mappings may be different objects, so they are compared by their description.
      Property known = new Property(key.name(), new Form.Text(words(key)), key.meaning());
      places.computeIfAbsent(known.usually(key.usual()), _ -> new ArrayList<>()).add(there);
      add(there, key.form());
    }
  }

  /** Returns the key as an element of a path. */
  static String name(Property key) {
    return key.isPattern() ? ANY : key.name();
  }

  private void add(List<String> path, Form form) {
    if (path.size() > DEPTH_MAX) {
      return;
    }
    switch (form) {
      case Form.Either(List<Form> forms) -> forms.forEach(each -> add(path, each));
      case Form.ListOf list -> add(path, list.member());
      case Form.Mapping _ -> add(path, form.vocabulary());
      case Form.Named(Form _, Form value) -> {
        List<String> named = new ArrayList<>(path);
        named.add(ANY);
        add(named, value);
      }
      default -> {} // has no keys
    }
  }

  public SequencedSet<String> names() {
    return places.keySet().stream()
        .map(Property::name)
        .filter(name -> !name.startsWith("^"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the names of the keys below a path that ends so, as in {@code queue}. */
  public SequencedSet<String> below(String asked) {
    List<String> wanted = List.of(asked.split("\\.", -1));
    SequencedSet<String> names = new TreeSet<>();
    places.forEach(
        (key, paths) -> {
          if (!key.isPattern()
              && paths.stream().anyMatch(path -> ends(path.subList(0, path.size() - 1), wanted))) {
            names.add(key.name());
          }
        });
    return names;
  }

  /** Describes the top-level keys of each kind of file, one per line. */
  public String top() {
    StringBuilder text = new StringBuilder();
    kinds.forEach(
        (kind, keys) -> {
          text.append("in a file of kind ").append(kind).append(":\n");
          for (Property key : keys.properties()) {
            text.append("  %-13s %s\n".formatted(key.name(), key.meaning()));
          }
        });
    return text.toString();
  }

  /**
   * A key of files.
   *
   * @param form description of its values
   * @param usual default value; empty if there is none
   * @param places kind of file and path, such as {@code topology: nodes.NAME.queue.limit}
   */
  public record Explained(
      String key, String form, String meaning, String usual, List<String> places) {}

  /** Returns the keys whose path ends so, as in {@code queue.limit}. */
  public List<Explained> found(String asked) {
    List<String> wanted = List.of(asked.split("\\.", -1));
    return found(path -> ends(path, wanted));
  }

  /** Returns the keys at the top of files. */
  public List<Explained> tops() {
    return found(path -> path.size() == 2);
  }

  private List<Explained> found(Predicate<List<String>> wanted) {
    List<Explained> all = new ArrayList<>();
    places.forEach(
        (key, paths) -> {
          List<String> there =
              paths.stream()
                  .filter(wanted)
                  .map(path -> path.getFirst() + ": " + below(path))
                  .toList();
          if (!key.isPattern() && !there.isEmpty()) {
            all.add(new Explained(key.name(), form(key), key.meaning(), key.usual(), there));
          }
        });
    return all;
  }

  private static String below(List<String> path) {
    return String.join(".", path.subList(1, path.size()));
  }

  private static String form(Property key) {
    return key.form() instanceof Form.Text(String words) ? words : "";
  }

  /** Explains keys whose path ends so, as in {@code queue.limit}; empty if there is none. */
  public String explain(String asked) {
    List<String> wanted = List.of(asked.split("\\.", -1));
    StringBuilder text = new StringBuilder();
    places.forEach(
        (key, paths) -> {
          List<List<String>> found = paths.stream().filter(path -> ends(path, wanted)).toList();
          if (!key.isPattern() && !found.isEmpty()) {
            text.append(text.isEmpty() ? "" : "\n").append(explained(key, found));
          }
        });
    return text.toString();
  }

  private static boolean ends(List<String> path, List<String> wanted) {
    List<String> below = path.subList(1, path.size());
    if (wanted.size() > below.size()) {
      return false;
    }
    List<String> end = below.subList(below.size() - wanted.size(), below.size());
    for (int i = 0; i < end.size(); i++) {
      if (!end.get(i).equals(wanted.get(i)) && !end.get(i).equals(ANY)) {
        return false;
      }
    }
    return true;
  }

  private static String explained(Property key, List<List<String>> paths) {
    StringBuilder text = new StringBuilder(key.name() + ": " + form(key) + "\n");
    text.append("  ").append(key.meaning()).append("\n");
    if (!key.usual().isEmpty()) {
      text.append("  Default: ").append(key.usual()).append("\n");
    }
    for (List<String> path : paths.subList(0, Math.min(paths.size(), PLACES_MAX))) {
      text.append("  in a file of kind %s: ".formatted(path.getFirst()))
          .append(below(path))
          .append("\n");
    }
    int more = paths.size() - PLACES_MAX;
    return text.append(more > 0 ? "  and in " + more + " more places\n" : "").toString();
  }

  private static String words(Property key) {
    return words(key.form()) + (key.isRequired() ? "; must be there" : "");
  }

  /** Returns a description of a value's syntax, as in messages. */
  static String words(Form form) {
    return switch (form) {
      case Form.Text _ -> "text";
      case Form.Quantity quantity ->
          "a " + quantity.name() + " such as " + String.join(", ", quantity.examples());
      case Form.Whole whole -> "a whole number" + range(whole.min(), whole.max());
      case Form.Decimal decimal when decimal.isAbove() ->
          "a number above " + plain(decimal.min()) + ", at most " + plain(decimal.max());
      case Form.Decimal decimal -> "a number" + range(decimal.min(), decimal.max());
      case Form.Truth _ -> "true or false";
      case Form.Words(List<String> words) -> "one of " + String.join(", ", words);
      case Form.Either(List<Form> forms) ->
          forms.stream().map(KeyGuide::words).distinct().collect(Collectors.joining("; or "));
      case Form.ListOf list when list.isAlone() -> words(list.member()) + ", or a list";
      case Form.ListOf list -> "a list of: " + words(list.member());
      case Form.Mapping _ -> "a mapping of " + String.join(", ", form.vocabulary().names());
      case Form.Named(Form _, Form value) when value instanceof Form.Mapping ->
          "by name, each " + words(value);
      case Form.Named _ -> "a mapping by name";
      case Form.Anything _ -> "anything";
    };
  }

  private static String range(@Nullable Number min, @Nullable Number max) {
    if (min == null && max == null) {
      return "";
    }
    return max == null
        ? ", at least " + plain(min)
        : min == null ? ", at most " + plain(max) : ", " + plain(min) + " to " + plain(max);
  }

  private static String plain(@Nullable Number number) {
    return Stream.ofNullable(number)
        .map(
            each ->
                each instanceof Double value && value == Math.rint(value) ? each.longValue() : each)
        .map(String::valueOf)
        .collect(Collectors.joining());
  }
}
