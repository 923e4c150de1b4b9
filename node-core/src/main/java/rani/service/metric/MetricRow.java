// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.ArrayList;
import java.util.List;
import rani.world.Facts;

/**
 * One row of the table of metrics: a metric, or metrics that differ only in their subject.
 *
 * @param pattern name of the metric; words in capitals are placeholders: {@code NODE} and {@code
 *     SOURCE} for a node, {@code A->B} for a direction of a link, {@code FLOW} for a source or a
 *     flow as in traces, {@code REASON} for a drop reason, {@code CLASS} for small, medium or
 *     large, {@code K} for a number
 * @param interval part of the run over which it is taken
 * @param words name in reports, with the placeholders of the pattern
 * @param formula how it is computed
 * @param events kinds of trace events, or final facts of services, that it is computed from
 * @param overNodes aggregate over all nodes; empty if there is none
 * @param isDetail whether pages leave it out of the first numbers
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

  /** The aggregate over trials, the same for each metric. */
  public static final String OVER_TRIALS = "mean of the trials that have it, each counting alike";

  /** The percentiles given for distributions. */
  public static final List<Integer> PERCENTILES = List.of(50, 95, 99);

  /**
   * Parses rows, as they are written beside the code that measures them. The first line of a row
   * has its pattern, unit, interval and events, separated by bars, and a fifth cell, {@code
   * detail}, if it is a detail. Indented below are its words in one line, its formula in one or
   * more lines and, behind {@code over nodes:}, the aggregate over all nodes. If that is a sum with
   * its own words behind a bar, it becomes the next row.
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
   * Makes the rows of a distribution: mean, percentiles and maximum.
   *
   * @param prefix prefix of the names, without the last dot
   * @param words subject in the singular: {@code delay of packets of NODE}
   * @param formulas formulas of mean, percentile (with {@code PERCENT} in it) and maximum
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

  /** Makes a row over the observed span, without an aggregate over nodes. */
  public static MetricRow inSpan(
      String pattern, MetricUnit unit, String words, String formula, String events) {
    return new MetricRow(pattern, unit, MetricInterval.SPAN, words, formula, events, "", false);
  }

  /** A row of the table as JSON. */
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

  public Shown shown() {
    return new Shown(
        pattern, unit.text(), interval.text(), words, formula, events, overNodes, OVER_TRIALS);
  }
}
