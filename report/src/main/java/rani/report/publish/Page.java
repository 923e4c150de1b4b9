// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/**
 * A document with generated tables, each between two comments. The first comment holds the source
 * of the results and the table's template.
 *
 * <pre>
 * &lt;!-- table: red-beyond --trials 10
 * | long link | RED, Mbit/s |
 * |---|---|
 * for delay: | {delay} | {rdp.goodput.total aqm=red *1e-6 mean.2} |
 * --&gt;
 * …
 * &lt;!-- end --&gt;
 * </pre>
 *
 * @param text the document with its generated tables
 */
record Page(String text, List<Table> tables) {
  private static final Pattern TABLE =
      Pattern.compile("(<!-- table: (.*?)-->\\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  /**
   * A table that begins in a line, from 1, with its source as head, its present and its new text,
   * and the reason why it cannot be made, or null.
   */
  record Table(int line, String head, String before, String after, @Nullable String wrong) {
    boolean hasMoved() {
      return !before.equals(after);
    }
  }

  /** Generates the text of a table. */
  @FunctionalInterface
  interface Maker {
    /** Generates a table from its source and template, which is empty for a command's output. */
    String table(String head, String template) throws LabFailure;
  }

  /** Generates the wanted tables of a document, selected by their first lines. */
  static Page of(String text, Predicate<String> wanted, Maker maker) {
    StringBuilder page = new StringBuilder();
    List<Table> tables = new ArrayList<>();
    Matcher found = TABLE.matcher(text);
    while (found.find()) {
      Table table = table(text, found, wanted, maker);
      tables.add(table);
      found.appendReplacement(
          page, Matcher.quoteReplacement(found.group(1) + table.after + found.group(4)));
    }
    return new Page(found.appendTail(page).toString(), tables);
  }

  private static Table table(String text, Matcher found, Predicate<String> wanted, Maker maker) {
    String[] marker = found.group(2).split("\n", 2);
    String head = marker[0].strip();
    int line = 1 + (int) text.substring(0, found.start()).chars().filter(c -> c == '\n').count();
    String before = found.group(3);
    if (!wanted.test(head)) {
      return new Table(line, head, before, before, null);
    }
    try {
      String after = maker.table(head, marker.length == 1 ? "" : marker[1]);
      return new Table(line, head, before, after, null);
    } catch (LabFailure e) {
      return new Table(line, head, before, before, e.getMessage());
    }
  }
}
