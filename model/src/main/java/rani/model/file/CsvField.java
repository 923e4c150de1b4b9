// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints and reads fields of comma-separated values (RFC 4180 §2). Spreadsheets take a field that
 * begins with {@code = + - @}, or with a tab or an end of line, for a formula and compute it
 * (OWASP, "CSV Injection"). A text that begins so gets an apostrophe in front; so does one that
 * begins so after apostrophes, since {@link #textOf} removes one. Numbers stay as they are.
 */
public final class CsvField {
  private static final Pattern BEGINS_FORMULA = Pattern.compile("'*[=+\\-@\t\r\n＝＋－＠]");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?|Infinity)");

  private CsvField() {}

  /** Returns the text, quoted if it contains a separator, a quote or an end of line. */
  public static String of(String text) {
    boolean formula = BEGINS_FORMULA.matcher(text).lookingAt() && !NUMBER.matcher(text).matches();
    String guarded = formula ? "'" + text : text;
    boolean plain = guarded.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? guarded : '"' + guarded.replace("\"", "\"\"") + '"';
  }

  /** Returns a row with its end of line, a line feed; a cell that is null is empty. */
  public static String row(List<? extends @Nullable Object> cells) {
    return cells.stream()
        .map(cell -> cell == null ? "" : of(cell.toString()))
        .collect(Collectors.joining(",", "", "\n"));
  }

  /** Returns the original text of a field whose quotes were removed already. */
  public static String textOf(String field) {
    return field.startsWith("'") && BEGINS_FORMULA.matcher(field).lookingAt()
        ? field.substring(1)
        : field;
  }
}
