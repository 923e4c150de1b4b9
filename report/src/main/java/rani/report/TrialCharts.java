// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.report.paper.PaperValue;
import rani.study.statistics.Summary;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A histogram of a metric over a variant's trials, with mean, interval and the paper's value. */
public final class TrialCharts {
  /** The chart's template. */
  public static final String DRAWING = "trials.vl.json";

  private static final int BINS_MAX = 40;
  private static final double ROOM = 0.06;
  private static final double BAR_PART_MAX = 0.06;
  private static final double BAR_PART_MIN = 0.004;

  /** The height of the axis relative to the highest bar, which leaves room for labels. */
  private static final double HEADROOM = 1.45;

  private TrialCharts() {}

  /**
   * Adds data to a chart: values that are not all the same, the number of trials, including those
   * without a value, and what the paper prints, or null.
   */
  public static String draw(
      ChartSpec chart, String metric, double[] values, int trials, @Nullable String printed) {
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
    double middle = (low + high) / 2;
    if (paper != null && !paper.isBound()) {
      ObjectNode row = papers.addObject().put("paper", ChartSpec.precise(paper.value()));
      row.put("text", "paper " + paper.shown());
      row.put("side", paper.value() < middle ? "left" : "right");
    }
    ArrayNode ours = ChartSpec.rows();
    ObjectNode row = ours.addObject().put("mean", ChartSpec.precise(summary.mean()));
    row.put("low", ChartSpec.precise(summary.mean() - half));
    row.put("high", ChartSpec.precise(summary.mean() + half));
    row.put("text", "mean " + Figures.mean(metric, summary, trials));
    row.put("side", summary.mean() < middle ? "left" : "right");
    double room = (high - low) * ROOM;
    double from = low - room;
    double to = high + room;
    ArrayNode bins = bins(unit, values, summary, width(values, high - low));
    double top = bins.valueStream().mapToDouble(bar -> bar.get("count").asDouble()).max().orElse(1);
    return chart
        .data("bins", bins)
        .data("ours", ours)
        .data("papers", papers)
        .edit(
            spec -> {
              ObjectNode x = (ObjectNode) spec.at("/encoding/x");
              x.put("title", PaperNumbers.inWords(metric) + Figures.axis(unit));
              x.withObjectProperty("scale").putArray("domain").add(from).add(to);
              ((ObjectNode) spec.at("/encoding/y"))
                  .withObjectProperty("scale")
                  .putArray("domain")
                  .add(0)
                  .add(Math.ceil(top * HEADROOM));
              if (unit == Unit.SHARE) {
                x.withObjectProperty("axis").put("format", ".1~%");
              }
            })
        .finished();
  }

  /** Returns a bar for each value if there are few values, else 40 intervals of equal width. */
  private static ArrayNode bins(Unit unit, double[] values, Summary summary, double wide) {
    double[] distinct = Arrays.stream(values).sorted().distinct().toArray();
    ArrayNode rows = ChartSpec.rows();
    if (distinct.length <= BINS_MAX / 2) {
      for (double value : distinct) {
        long count = Arrays.stream(values).filter(one -> one == value).count();
        bar(rows, value - wide / 2, value + wide / 2, count, Figures.value(unit, value));
      }
      return rows;
    }
    double step = (summary.max() - summary.min()) / BINS_MAX;
    for (int i = 0; i < BINS_MAX; i++) {
      double from = summary.min() + i * step;
      double to = i == BINS_MAX - 1 ? Math.nextUp(summary.max()) : from + step;
      long count = Arrays.stream(values).filter(one -> one >= from && one < to).count();
      if (count > 0) {
        String text = Figures.value(unit, from) + " \u2026 " + Figures.value(unit, from + step);
        bar(rows, from + step * 0.04, from + step * 0.96, count, text);
      }
    }
    return rows;
  }

  private static void bar(ArrayNode rows, double from, double to, long count, String text) {
    ObjectNode row = rows.addObject();
    row.put("from", ChartSpec.precise(from)).put("to", ChartSpec.precise(to));
    row.put("zero", 0).put("count", count).put("text", text);
  }

  /** Returns a bar's width: slightly below the smallest distance of two values, within limits. */
  private static double width(double[] values, double span) {
    double[] distinct = Arrays.stream(values).sorted().distinct().toArray();
    double width = span * BAR_PART_MAX;
    for (int i = 1; i < distinct.length; i++) {
      width = Math.min(width, 0.9 * (distinct[i] - distinct[i - 1]));
    }
    return Math.max(width, span * BAR_PART_MIN);
  }
}
