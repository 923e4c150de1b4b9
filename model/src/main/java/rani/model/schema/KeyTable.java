// SPDX-License-Identifier: Apache-2.0
package rani.model.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Units;
import rani.model.file.Vocabulary;

/** Keys with their defaults and meanings. Keys of a list's members follow the list. */
public record KeyTable(List<Row> rows) {
  /**
   * One key.
   *
   * @param name key after the names of the lists that contain it, separated by dots
   * @param usual the default; empty if there is none
   * @param meaning one sentence with the valid values
   */
  public record Row(String name, String usual, boolean isRequired, String meaning) {
    private String markdown() {
      String otherwise = isRequired ? "required" : usual.isEmpty() ? "none" : "`" + usual + "`";
      return "| `" + name + "` | " + otherwise + " | " + meaning + " |";
    }

    private String item() {
      String otherwise = isRequired ? "required" : usual;
      return "`%s`%s: %s"
          .formatted(name, otherwise.isEmpty() ? "" : " (" + otherwise + ")", meaning);
    }
  }

  public static KeyTable of(Vocabulary keys) {
    List<Row> rows = new ArrayList<>();
    add("", keys, rows);
    return new KeyTable(rows);
  }

  private static void add(String path, Vocabulary keys, List<Row> rows) {
    for (Property key : keys.properties()) {
      String name = path + key.name();
      String meaning = key.meaning().substring(0, key.meaning().length() - 1);
      rows.add(new Row(name, key.usual(), key.isRequired(), meaning + values(key.form()) + "."));
      if (key.form() instanceof Form.ListOf list && list.member() instanceof Form.Mapping member) {
        add(name + ".", member.keys().get(), rows);
      }
    }
  }

  /** Returns the range or the words of a form, or an empty text. */
  private static String values(Form form) {
    return switch (form) {
      case Form.Whole whole -> range(whole.min(), whole.max());
      case Form.Decimal decimal -> range(decimal.min(), decimal.max());
      case Form.Either either -> values(either.forms().getFirst());
      case Form.Words(List<String> words) ->
          "; `%s` or `%s`"
              .formatted(String.join("`, `", words.subList(0, words.size() - 1)), words.getLast());
      default -> "";
    };
  }

  private static String range(@Nullable Number min, @Nullable Number max) {
    return min == null || max == null || max.doubleValue() >= Integer.MAX_VALUE
        ? ""
        : "; " + Units.printNumber(min.doubleValue()) + "…" + Units.printNumber(max.doubleValue());
  }

  /** Prints a Markdown table with the title of its first column. */
  public String markdown(String head) {
    return rows.stream()
        .map(Row::markdown)
        .collect(
            Collectors.joining(
                "\n", "| " + head + " | default | meaning |\n|---|---|---|\n", "\n"));
  }

  public List<String> items() {
    return rows.stream().map(Row::item).toList();
  }
}
