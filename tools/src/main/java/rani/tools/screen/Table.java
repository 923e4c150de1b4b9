// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.util.ArrayList;
import java.util.List;

public class Table {
  private static final String GAP = "  ";
  private static final char TO_THE_RIGHT = '>';

  private final List<String> headings;
  private final boolean[] right;
  private final List<List<String>> rows = new ArrayList<>();

  /** Creates a table of headings with ", " between them; {@code >} before one aligns it right. */
  public Table(String headings) {
    this(List.of(headings.split(", ")));
  }

  public Table(List<String> headings) {
    this.right = new boolean[headings.size()];
    List<String> plain = new ArrayList<>();
    for (int column = 0; column < headings.size(); column++) {
      String heading = headings.get(column);
      right[column] = !heading.isEmpty() && heading.charAt(0) == TO_THE_RIGHT;
      plain.add(right[column] ? heading.substring(1) : heading);
    }
    this.headings = plain;
  }

  /** Adds a row with a cell for each heading. */
  public final Table row(Object... cells) {
    return row(List.of(cells));
  }

  public final Table row(List<?> cells) {
    if (cells.size() != headings.size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells under " + headings.size() + " headings");
    }
    rows.add(cells.stream().map(String::valueOf).toList());
    return this;
  }

  public final boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns the lines, headings first, each with a line feed. */
  public final String text(TerminalColours ink) {
    int[] widths = new int[headings.size()];
    widen(widths, headings);
    rows.forEach(row -> widen(widths, row));
    StringBuilder text = new StringBuilder();
    text.append(ink.bold(line(widths, headings))).append('\n');
    rows.forEach(row -> text.append(line(widths, row)).append('\n'));
    return text.toString();
  }

  private static void widen(int[] widths, List<String> cells) {
    for (int column = 0; column < widths.length; column++) {
      widths[column] = Math.max(widths[column], width(cells.get(column)));
    }
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private String line(int[] widths, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cells.get(column);
      String blanks = " ".repeat(widths[column] - width(cell));
      line.append(column == 0 ? "" : GAP).append(right[column] ? blanks + cell : cell + blanks);
    }
    return line.toString().stripTrailing();
  }
}
