// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.ArrayList;
import java.util.List;
import rani.world.Facts;

/**
 * One row of the sheet of metrics: a metric, or those that differ only in what they are about.
 *
 * @param pattern its name; words in capitals stand for what differs: {@code NODE} and {@code
 *     SOURCE} for a node, {@code A->B} for a direction of a link, {@code FLOW} for a source or a
 *     flow as traces name it, {@code REASON} for why packets are dropped, {@code K} for a number
 * @param unit of its number
 * @param interval over which it is taken
 * @param words what reports call it, with the words of the pattern
 * @param formula how it is computed
 * @param events from which: kinds of events of the trace, or what services say at the end
 * @param overNodes what there is of all nodes together; empty if nothing
 * @param isDetail whether it is none of the numbers that pages show first
 */
public record MetricRow(
    String pattern,
    MetricUnit unit,
    MetricInterval interval,
    String words,
    String formula,
    String events,
    String overNodes,
    boolean isDetail) {

  /** What is made of a metric's values in several trials: the same of each metric. */
  public static final String OVER_TRIALS = "mean of the trials that have it, each counting alike";

  /** Of distributions these percentiles are given. */
  public static final List<Integer> PERCENTILES = List.of(50, 95, 99);

  /**
   * Rows as they stand beside the code that measures them. One begins with its pattern, unit,
   * interval and events, with bars between them, and a fifth cell, {@code detail}, if it is one.
   * Indented below stand its words in a line, its formula in one or several and, behind {@code over
   * nodes:}, what there is of all nodes. Where that is a sum, and its words stand behind a bar, it
   * is the row that follows.
   *
   * @param further rows that come behind these
   */
  @SafeVarargs
  public static List<MetricRow> table(String text, List<MetricRow>... further) {
    List<MetricRow> rows = new ArrayList<>();
    for (String row : text.strip().split("\n(?! )", -1)) {
      addRow(rows, row);
    }
    for (List<MetricRow> more : further) {
      rows.addAll(more);
    }
    return List.copyOf(rows);
  }

  private static void addRow(List<MetricRow> rows, String text) {
    String[] parts = text.split("\n  over nodes: ", 2);
    String[] lines = parts[0].split("\n {2}", 3);
    String[] cells = lines[0].split(" \\| ");
    String[] over = parts.length == 1 ? new String[] {""} : parts[1].split(" \\| ", 2);
    MetricUnit unit = MetricUnit.valueOf(cells[1]);
    MetricInterval interval = MetricInterval.valueOf(cells[2]);
    String formula = lines[2].replace("\n ", "");
    boolean isDetail = cells.length > 4;
    rows.add(
        new MetricRow(cells[0], unit, interval, lines[1], formula, cells[3], over[0], isDetail));
    if (over.length > 1) {
      String total = over[0].substring(over[0].lastIndexOf(' ') + 1);
      String sum = "sum of " + cells[0];
      rows.add(new MetricRow(total, unit, interval, over[1], sum, cells[3], "", false));
    }
  }

  /**
   * The mean, percentiles and the greatest of something.
   *
   * @param prefix of the names, without the last dot
   * @param words what it is of, in the singular: {@code delay of packets of NODE}
   * @param formulas how the three are computed, that of each percentile with {@code PERCENT} in it
   */
  public static List<MetricRow> distribution(
      String prefix, MetricUnit unit, String words, List<String> formulas, String events) {
    String most = unit == MetricUnit.SECONDS ? "longest " : "greatest ";
    List<MetricRow> rows = new ArrayList<>();
    rows.add(inSpan(prefix + ".mean", unit, "mean " + words, formulas.getFirst(), events));
    for (int p : PERCENTILES) {
      String which = p == 50 ? "median " : p + "th percentile of the ";
      String formula = formulas.get(1).replace("PERCENT", Integer.toString(p));
      rows.add(inSpan(prefix + ".p" + p, unit, which + words, formula, events));
    }
    rows.add(inSpan(prefix + ".max", unit, most + words, formulas.getLast(), events));
    return rows;
  }

  /** One over the observed span, of which there is nothing over all nodes. */
  public static MetricRow inSpan(
      String pattern, MetricUnit unit, String words, String formula, String events) {
    return new MetricRow(pattern, unit, MetricInterval.SPAN, words, formula, events, "", false);
  }

  /** A row for programs. */
  public record Shown(
      String metric,
      String unit,
      String interval,
      String words,
      String formula,
      String events,
      String overNodes,
      String overTrials)
      implements Facts {}

  /** For programs. */
  public Shown shown() {
    return new Shown(
        pattern, unit.text(), interval.text(), words, formula, events, overNodes, OVER_TRIALS);
  }
}
