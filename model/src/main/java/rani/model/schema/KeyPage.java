// SPDX-License-Identifier: Apache-2.0
package rani.model.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Vocabulary;

/** Markdown page with a table of keys for every mapping that a kind of file may contain. */
public final class KeyPage {
  /** Mapping whose table is not written yet, with its path from the top of the file. */
  private record Section(String path, Vocabulary keys) {}

  private final StringBuilder text = new StringBuilder();
  private final Queue<Section> waiting = new ArrayDeque<>();

  /** Path of each table, by its contents. */
  private final Map<String, String> paths = new HashMap<>();

  private KeyPage() {}

  /**
   * Returns the sections of all kinds of files, from the top-level keys of each kind by its name. A
   * mapping that occurs in several places has one table, to which all places link.
   */
  public static String markdown(SequencedMap<String, Vocabulary> kinds) {
    KeyPage page = new KeyPage();
    kinds.forEach(page::addKind);
    return page.text.toString();
  }

  private void addKind(String kind, Vocabulary keys) {
    text.append("\n## Keys of kind `").append(kind).append("`\n");
    addTable(keys, "");
    while (!waiting.isEmpty()) {
      Section section = waiting.remove();
      text.append("\n### `").append(section.path).append("`\n");
      addTable(section.keys, section.path + ".");
    }
  }

  private void addTable(Vocabulary keys, String prefix) {
    text.append("\n| key | takes | default | meaning |\n|---|---|---|---|\n");
    for (Property key : keys.properties()) {
      String name = KeyGuide.name(key);
      String usual = key.usual().isEmpty() ? "" : "`" + key.usual() + "`";
      text.append("| `%s` | ".formatted(name))
          .append(takes(key.form(), prefix + name).replace("|", "\\|"))
          .append(" | %s | ".formatted(key.isRequired() ? "required" : usual))
          .append(key.meaning().replace("|", "\\|"))
          .append(" |\n");
    }
    SequencedMap<String, List<String>> needing = new LinkedHashMap<>();
    for (Vocabulary.Rule rule : keys.rules()) {
      switch (rule) {
        case Vocabulary.Needs(String key, String other) ->
            needing.computeIfAbsent(other, _ -> new ArrayList<>()).add(key);
        case Vocabulary.OneOf(List<List<String>> groups) ->
            addRule(
                "Exactly one of: ",
                groups.stream().map(all -> String.join(" and ", code(all))).toList(),
                "; or ");
        case Vocabulary.AnyOf(List<String> any) -> addRule("At least one of: ", code(any), ", ");
      }
    }
    needing.forEach((other, some) -> addRule("Only with `" + other + "`: ", code(some), ", "));
  }

  private void addRule(String words, List<String> keys, String between) {
    text.append("\n").append(words).append(String.join(between, keys)).append(".\n");
  }

  private static List<String> code(List<String> keys) {
    return keys.stream().map(key -> "`" + key + "`").toList();
  }

  /** Describes the syntax of a value. Each mapping in it is a link to its table. */
  private String takes(Form form, String path) {
    return switch (form) {
      case Form.Either(List<Form> forms) ->
          forms.stream()
              .map(each -> takes(each, path))
              .distinct()
              .collect(Collectors.joining("; or "));
      case Form.ListOf list ->
          list.isAlone()
              ? takes(list.member(), path) + ", or a list"
              : "a list of: " + takes(list.member(), path);
      case Form.Mapping _ -> "a mapping, " + link(form.vocabulary(), path);
      case Form.Named(Form _, Form value) ->
          "a mapping by name of: " + takes(value, path + "." + KeyGuide.ANY);
      default -> KeyGuide.words(form);
    };
  }

  private String link(Vocabulary keys, String path) {
    String content = keys.properties().stream().map(KeyPage::content).toList().toString();
    String there =
        paths.computeIfAbsent(
            content,
            _ -> {
              waiting.add(new Section(path, keys));
              return path;
            });
    return "[`%s`](#%s)".formatted(there, there.replace(".", "").toLowerCase(Locale.ROOT));
  }

  private static String content(Property key) {
    return String.join("\n", key.name(), KeyGuide.words(key.form()), key.meaning(), key.usual());
  }
}
