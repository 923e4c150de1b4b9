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

/**
 * Keys with their defaults and meanings, as manuals and tables of documents list them.
 *
 * @param rows a key each; those of a list's members behind the list
 */
public record KeyTable(List<Row> rows) {
  /**
   * One key.
   *
   * @param name with the names of the lists that it stands in before it, and dots between
   * @param usual what holds where a file does not say; empty if nothing does
   * @param meaning what it means, and which values it takes
   */
  public record Row(String name, String usual, boolean isRequired, String meaning) {
    private String markdown() {
      String otherwise = isRequired ? "required" : usual.isEmpty() ? "none" : "`" + usual + "`";
      return "| `" + name + "` | " + otherwise + " | " + meaning + " |";
    }

    private String item() {
      String otherwise = isRequired ? "required" : usual;
      return "`"
          + name
          + "`"
          + (otherwise.isEmpty() ? "" : " (" + otherwise + ")")
          + ": "
          + meaning;
    }
  }

  /** All keys of a vocabulary. */
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

  /** The values that a form takes, if they can be said in short. */
  private static String values(Form form) {
    return switch (form) {
      case Form.Whole whole -> range(whole.min(), whole.max());
      case Form.Decimal decimal -> range(decimal.min(), decimal.max());
      case Form.Either either -> values(either.forms().getFirst());
      case Form.Words(List<String> words) ->
          "; `"
              + String.join("`, `", words.subList(0, words.size() - 1))
              + "` or `"
              + words.getLast()
              + "`";
      default -> "";
    };
  }

  private static String range(@Nullable Number min, @Nullable Number max) {
    return min == null || max == null || max.doubleValue() >= Integer.MAX_VALUE
        ? ""
        : "; " + Units.printNumber(min.doubleValue()) + "…" + Units.printNumber(max.doubleValue());
  }

  /** A table in Markdown; its head names the first column. */
  public String markdown(String head) {
    return rows.stream()
        .map(Row::markdown)
        .collect(
            Collectors.joining(
                "\n", "| " + head + " | default | meaning |\n|---|---|---|\n", "\n"));
  }

  /** A line for each key, its name as code. */
  public List<String> items() {
    return rows.stream().map(Row::item).toList();
  }
}
