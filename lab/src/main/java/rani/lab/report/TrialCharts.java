// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.lab.report.Figures.Unit;
import rani.lab.statistics.Summary;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How a metric is spread over the trials of one variant, with mean, interval and the paper's. */
final class TrialCharts {
  /** The file beside this class. */
  static final String DRAWING = "trials.vl.json";

  private static final int BINS_MAX = 40;
  private static final double ROOM = 0.06;

  private TrialCharts() {}

  /**
   * Fills the drawing.
   *
   * @param values one per trial, at least one, not all the same
   * @param printed what the paper prints; null if nothing
   */
  static String draw(ChartSpec chart, String metric, double[] values, @Nullable String printed) {
    Unit unit = Unit.of(metric);
    Summary summary = Summary.of(values);
    double half = Double.isFinite(summary.halfWidth95()) ? summary.halfWidth95() : 0;
    double low = Math.min(summary.min(), summary.mean() - half);
    double high = Math.max(summary.max(), summary.mean() + half);
    ArrayNode papers = ChartSpec.rows();
    PaperValue paper = printed == null ? null : PaperValue.of(metric, printed);
    if (paper != null && !paper.isBound()) {
      low = Math.min(low, paper.value());
      high = Math.max(high, paper.value());
    }
    double room = (high - low) * ROOM;
    double middle = (low + high) / 2;
    if (paper != null && !paper.isBound()) {
      ObjectNode row = papers.addObject();
      row.put("paper", ChartSpec.precise(paper.value()));
      row.put("text", "paper " + paper.shown());
      row.put("side", paper.value() < middle ? "left" : "right");
    }
    ArrayNode ours = ChartSpec.rows();
    ObjectNode row = ours.addObject();
    row.put("mean", ChartSpec.precise(summary.mean()));
    row.put("low", ChartSpec.precise(summary.mean() - half));
    row.put("high", ChartSpec.precise(summary.mean() + half));
    row.put("text", "mean " + Figures.interval(unit, summary.mean(), summary.halfWidth95()));
    row.put("side", summary.mean() < middle ? "left" : "right");
    double from = low - room;
    double to = high + room;
    return chart
        .data("bins", bins(unit, values, summary))
        .data("ours", ours)
        .data("papers", papers)
        .edit(
            spec -> {
              ObjectNode x = (ObjectNode) spec.at("/encoding/x");
              x.put("title", PaperNumbers.inWords(metric) + Figures.axis(unit));
              x.withObjectProperty("scale").putArray("domain").add(from).add(to);
              if (unit == Unit.SHARE) {
                x.withObjectProperty("axis").put("format", ".1~%");
              }
            })
        .finished();
  }

  /** A bar for each value where they are few, else equal steps from the least to the greatest. */
  private static ArrayNode bins(Unit unit, double[] values, Summary summary) {
    double[] distinct = Arrays.stream(values).sorted().distinct().toArray();
    double gap = summary.max() - summary.min();
    for (int i = 1; i < distinct.length; i++) {
      gap = Math.min(gap, distinct[i] - distinct[i - 1]);
    }
    double width = Math.max(gap, (summary.max() - summary.min()) / BINS_MAX);
    int bins = (int) Math.floor((summary.max() - summary.min()) / width + 1e-6) + 1;
    int[] counts = new int[bins];
    for (double value : values) {
      counts[Math.min(bins - 1, (int) Math.floor((value - summary.min()) / width + 1e-6))]++;
    }
    boolean single = width == gap;
    ArrayNode rows = ChartSpec.rows();
    for (int i = 0; i < bins; i++) {
      if (counts[i] > 0) {
        double at = summary.min() + i * width;
        double shift = single ? -0.5 : 0;
        ObjectNode row = rows.addObject();
        row.put("from", ChartSpec.precise(at + (shift + 0.06) * width));
        row.put("to", ChartSpec.precise(at + (shift + 0.94) * width));
        row.put("zero", 0);
        row.put("count", counts[i]);
        row.put(
            "text",
            Figures.value(unit, at) + (single ? "" : " \u2026 " + Figures.value(unit, at + width)));
      }
    }
    return rows;
  }
}
