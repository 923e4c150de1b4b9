// SPDX-License-Identifier: Apache-2.0
package rani.report.index;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedMap;
import rani.report.ChartSpec;
import rani.report.ConnectionCharts;
import rani.report.Downsampling;
import rani.report.QueueCharts;
import rani.report.ReportInput;
import rani.report.ScheduleMarks;
import rani.report.SweepCharts;
import rani.report.SweepFindings;
import rani.report.SweepReportInput;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.study.experiment.Plot;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.QueueSample;
import rani.study.observe.WindowSample;
import rani.study.observe.WorkingRange;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Draws one small chart of a run or sweep, with few points, for the index. */
final class SmallCharts {
  /** The most points of a line; the reports have all. */
  static final int POINTS_MAX = 360;

  private static final double HEADROOM = 1.15;
  private static final int SWEEP_HEIGHT = 210;

  private SmallCharts() {}

  /**
   * Returns a chart of the largest connection's congestion window, or of the observed queue if
   * there was no connection. Empty if there was neither.
   */
  static String of(ReportInput input) throws IOException {
    ConnectionSeries largest =
        input.connections().stream()
            .max(Comparator.comparingInt(one -> one.windows().size()))
            .orElse(null);
    if (largest != null && largest.windows().size() > 2) {
      return window(input, largest);
    }
    return input.queue().samples().isEmpty() ? "" : queue(input);
  }

  private static String queue(ReportInput input) throws IOException {
    ReportInput.ObservedQueue queue = input.queue();
    ArrayNode points = ChartSpec.rows();
    double top = queue.maxThFrames().orElse(0);
    List<QueueSample> shown =
        Downsampling.extremes(queue.samples(), QueueSample::queuedFrames, POINTS_MAX);
    for (QueueSample sample : shown) {
      ObjectNode row = points.addObject().put("x", sample.arrivalIndex());
      row.put("value", sample.queuedFrames());
      row.put("average", ChartSpec.rounded(sample.averageFrames()));
      top = Math.max(top, Math.max(sample.queuedFrames(), sample.averageFrames()));
    }
    ArrayNode limits = ChartSpec.rows();
    queue.maxThFrames().ifPresent(maxTh -> limits.addObject().put("limit", maxTh));
    ArrayNode moments = ChartSpec.rows();
    queue
        .moments()
        .forEach(
            moment ->
                QueueCharts.arrivalAt(queue.samples(), moment.timeNanos())
                    .ifPresent(at -> moments.addObject().put("x", at).put("text", moment.brief())));
    int last = queue.samples().getLast().arrivalIndex();
    return lines(input, "Queue of " + queue.node(), "packet arrivals", last, top)
        .data("points", points)
        .data("limits", limits)
        .data("moments", moments)
        .edit(spec -> names(spec, "queue in packets", "average"))
        .finished();
  }

  private static String window(ReportInput input, ConnectionSeries connection) throws IOException {
    ArrayNode points = ChartSpec.rows();
    double top = WorkingRange.top(connection.windows());
    List<WindowSample> shown =
        Downsampling.extremes(connection.windows(), WindowSample::cwnd, POINTS_MAX);
    for (WindowSample window : shown) {
      ObjectNode row = points.addObject().put("x", ChartSpec.seconds(window.timeNanos()));
      row.put("value", ChartSpec.rounded(window.cwnd()));
      row.put("average", ChartSpec.rounded(Math.min(window.ssthresh(), 1e6)));
    }
    double last = connection.windows().getLast().timeNanos() / 1e9;
    String title = "Window of " + ConnectionCharts.name(input, connection.local());
    ChartSpec chart =
        lines(input, title, "time in s", last, top)
            .data("points", points)
            .data("limits", ChartSpec.rows())
            .data("moments", ChartSpec.rows())
            .edit(spec -> names(spec, "window in packets", "ssthresh"));
    return ScheduleMarks.of(input, last).into(chart).finished();
  }

  private static ChartSpec lines(ReportInput input, String title, String x, double last, double top)
      throws IOException {
    return ChartSpec.of("small.vl.json", title, input.provenance())
        .parameter("top", Math.max(2, Math.ceil(top * HEADROOM)))
        .parameter("last", Math.max(last, 1e-3))
        .edit(spec -> ((ObjectNode) spec.at("/encoding/x")).put("title", x))
        .edit(SmallCharts::small);
  }

  private static void names(ObjectNode spec, String line, String average) {
    ((ObjectNode) spec.at("/layer/1/encoding/color")).put("datum", line);
    ((ObjectNode) spec.at("/layer/2/encoding/color")).put("datum", average);
    ObjectNode scale = (ObjectNode) spec.at("/layer/1/encoding/color/scale");
    scale.putArray("domain").add(line).add(average);
  }

  /** Returns the first plot with data, else the distribution of the first varying metric, or "". */
  static String of(SweepReportInput input, SweepFindings findings) throws IOException {
    for (var plot : findings.charts().plots()) {
      SweepCharts.Drawing drawing = findings.charts().draw(plot, SmallCharts::smallSweep);
      if (!drawing.isEmpty()) {
        return drawing.spec();
      }
    }
    if (!input.variables().isEmpty() || findings.variants().all().isEmpty()) {
      return "";
    }
    SequencedMap<String, String> only = findings.variants().all().getFirst();
    for (String metric : findings.metrics()) {
      double[] values = findings.variants().values(only, metric);
      if (values.length > 0 && !findings.variants().isConstant(metric)) {
        String title = Figures.capitalised(PaperNumbers.inWords(metric));
        return findings
            .charts()
            .draw(Plot.distribution(title, metric), SmallCharts::smallSweep)
            .spec();
      }
    }
    return "";
  }

  private static void smallSweep(ObjectNode spec) {
    spec.put("height", SWEEP_HEIGHT);
    small(spec);
  }

  private static void small(ObjectNode spec) {
    ObjectNode title = spec.withObjectProperty("title");
    title.put("fontSize", 12.5).put("subtitleFontSize", 10.5);
  }
}
