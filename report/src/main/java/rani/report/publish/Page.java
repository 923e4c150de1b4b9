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
 * A document with tables that stand between two comments; the first holds what makes them.
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
 * @param text the document with its tables as they are to be
 * @param tables each, in order
 */
record Page(String text, List<Table> tables) {
  private static final Pattern TABLE =
      Pattern.compile("(<!-- table: (.*?)-->\\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  /**
   * One of them.
   *
   * @param line in which it begins, from 1
   * @param head its first line
   * @param before the table as it stood
   * @param after as it is to be; as before if something is wrong
   * @param wrong why it cannot be made; null if it can
   */
  record Table(int line, String head, String before, String after, @Nullable String wrong) {
    boolean hasMoved() {
      return !before.equals(after);
    }
  }

  /** Makes a table. */
  @FunctionalInterface
  interface Maker {
    /**
     * Renders a page.
     *
     * @param head its source, from the comment
     * @param template its template; empty for verbatim output
     * @throws LabFailure if it cannot be rendered, with the reason
     */
    String table(String head, String template) throws LabFailure;
  }

  /**
   * Makes the tables of a document.
   *
   * @param wanted tables, by their first lines; others stay as they are
   */
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
