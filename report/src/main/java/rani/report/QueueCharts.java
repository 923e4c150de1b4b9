// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import rani.report.ReportInput.ObservedQueue;
import rani.report.paper.Figures;
import rani.service.metric.Crossing;
import rani.service.metric.FilterSpan;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.DropSample;
import rani.study.observe.QueueMoment;
import rani.study.observe.QueueSample;
import rani.study.observe.WindowSample;
import rani.study.observe.WorkingRange;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Two charts of the observed queue: by packet arrival, and over time with all packets. */
public final class QueueCharts {
  private static final double HEADROOM = 1.3;
  private static final double WINDOW_HEADROOM = 1.1;
  private static final int WINDOW_POINTS_MAX = 800;

  private final ReportInput input;
  private final ObservedQueue queue;
  private final List<QueueSample> shown;

  QueueCharts(ReportInput input) {
    this.input = input;
    this.queue = input.queue();
    this.shown = Downsampling.extremes(queue.samples(), QueueSample::queuedFrames);
  }

  /** Returns whether the charts are downsampled. */
  boolean thinned() {
    return shown.size() < queue.samples().size();
  }

  /** Returns the Vega-Lite specification of the chart by packet arrival. */
  String byArrival() throws IOException {
    int last = queue.samples().isEmpty() ? 1 : queue.samples().getLast().arrivalIndex();
    var papers = new PaperMarks(input);
    return chart("queue-by-arrival.vl.json", "by packet arrival")
        .parameter("lastArrival", Math.max(last, 2))
        .data("paperRules", papers.rules(last))
        .data("paperPoints", papers.points(queue.samples()))
        .finished();
  }

  /** Returns the Vega-Lite specification of the chart over time. */
  String overTime() throws IOException {
    ChartSpec chart =
        chart("queue-over-time.vl.json", "over time")
            .parameter("lastSecond", lastSecond())
            .parameter("windowTop", windowTop())
            .data("packets", packets())
            .data("filters", filters())
            .data("caught", caught())
            .data("windows", windows());
    return schedule().into(chart).finished();
  }

  /** Returns what the schedule did, as the chart over time marks it. */
  ScheduleMarks schedule() {
    return ScheduleMarks.of(input, lastSecond());
  }

  private double lastSecond() {
    return Math.max(0.001, lastNanos() * 1.02 / 1e9);
  }

  private ChartSpec chart(String name, String axis) throws IOException {
    String title = "Queue of " + queue.node() + " " + axis + ": " + input.subject().experiment();
    return ChartSpec.of(name, title, input.provenance())
        .parameter("framesTop", framesTop())
        .data("samples", samples())
        .data("losses", losses())
        .data("limits", limits())
        .data("moments", moments())
        .data("stretches", stretches())
        .edit(hasAverage() ? spec -> {} : ChartSpec::withoutAverage);
  }

  /**
   * Returns whether the queue discipline computes an average. Without one, the trace repeats the
   * queue length, and the average's line would hide the queue's line.
   */
  private boolean hasAverage() {
    return queue.samples().stream().anyMatch(s -> s.averageFrames() != s.queuedFrames());
  }

  private ArrayNode samples() {
    ArrayNode rows = ChartSpec.rows();
    Set<QueueSample> unfound = Downsampling.unfound(shown, QueueSample::queuedFrames);
    for (QueueSample sample : shown) {
      ObjectNode row = rows.addObject().put("arrival", sample.arrivalIndex());
      if (unfound.contains(sample)) {
        row.put("unfound", true);
      }
      row.put("time", ChartSpec.seconds(sample.timeNanos()));
      row.put("source", queue.nameOf(sample.source())).put("queued", sample.queuedFrames());
      row.put("average", ChartSpec.rounded(sample.averageFrames()));
      row.put("verdict", sample.verdict().text());
    }
    return rows;
  }

  private ArrayNode losses() {
    ArrayNode rows = ChartSpec.rows();
    for (QueueSample sample : shown) {
      if (!sample.verdict().joins()) {
        ObjectNode row = rows.addObject().put("arrival", sample.arrivalIndex());
        row.put("queued", sample.queuedFrames());
      }
    }
    return rows;
  }

  private ArrayNode limits() {
    ArrayNode rows = ChartSpec.rows();
    queue
        .maxThFrames()
        .ifPresent(
            maxTh ->
                rows.addObject()
                    .put("frames", maxTh)
                    .put("text", "max_th = " + Figures.number(maxTh)));
    return rows;
  }

  /** Returns mark A where a service decides, and B where the average is below max_th again. */
  private ArrayNode moments() {
    ArrayNode rows = ChartSpec.rows();
    for (int i = 0; i < queue.moments().size(); i++) {
      QueueMoment moment = queue.moments().get(i);
      String count = queue.moments().size() == 1 ? "" : Integer.toString(i + 1);
      addMoment(rows, "A" + count, moment.text(), moment.timeNanos());
      for (Crossing crossing : queue.crossings()) {
        if (crossing.belowNanos().isPresent()
            && crossing.aboveNanos() <= moment.timeNanos()
            && crossing.belowNanos().getAsLong() > moment.timeNanos()) {
          long below = crossing.belowNanos().getAsLong();
          String back =
              "average back under max_th, T = " + Figures.seconds(below - moment.timeNanos());
          addMoment(rows, "B" + count, back, below);
        }
      }
    }
    return rows;
  }

  private void addMoment(ArrayNode rows, String mark, String what, long timeNanos) {
    ObjectNode row = rows.addObject().put("row", rows.size() - 1);
    row.put("arrival", arrivalAt(queue.samples(), timeNanos).orElse(0));
    row.put("time", ChartSpec.seconds(timeNanos)).put("mark", mark).put("text", mark + "  " + what);
  }

  private ArrayNode stretches() {
    ArrayNode rows = ChartSpec.rows();
    for (Crossing crossing : queue.crossings()) {
      long end = crossing.belowNanos().orElse(lastNanos());
      ObjectNode row = rows.addObject().put("fromTime", ChartSpec.seconds(crossing.aboveNanos()));
      row.put("toTime", ChartSpec.seconds(end));
      row.put("fromArrival", arrivalAt(queue.samples(), crossing.aboveNanos()).orElse(0));
      row.put("toArrival", arrivalAt(queue.samples(), end).orElse(queue.samples().size()));
    }
    return rows;
  }

  private ArrayNode packets() {
    ArrayNode rows = ChartSpec.rows();
    for (QueueSample sample : shown) {
      if (sample.verdict().joins()) {
        addPacket(rows, sample.timeNanos(), sample.source(), "reached the queue", queue.node());
      }
    }
    for (DropSample drop : Downsampling.everyNth(queue.drops())) {
      if (!drop.source().isEmpty()) {
        boolean filtered = drop.reason().equals("filtered");
        String where = drop.node() + (filtered ? "" : ", " + drop.reason());
        addPacket(
            rows,
            drop.timeNanos(),
            drop.source(),
            filtered ? "filtered" : "dropped otherwise",
            where);
      }
    }
    return rows;
  }

  private void addPacket(ArrayNode rows, long timeNanos, String source, String fate, String where) {
    ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(timeNanos));
    row.put("source", queue.nameOf(source)).put("order", order(source)).put("fate", fate);
    row.put("where", where);
  }

  private ArrayNode filters() {
    ArrayNode rows = ChartSpec.rows();
    for (FilterSpan filter : queue.filters()) {
      ObjectNode row = rows.addObject().put("source", queue.nameOf(filter.flow()));
      row.put("order", order(filter.flow())).put("node", filter.node()).put("place", rows.size());
      row.put("from", ChartSpec.seconds(filter.installNanos()));
      row.put("to", ChartSpec.seconds(filter.endNanos().orElse(filter.untilNanos())));
      row.put(
          "text",
          "at %s, set for %s, caught %s"
              .formatted(
                  filter.node(),
                  Figures.seconds(filter.untilNanos() - filter.installNanos()),
                  filter.caughtFrames()));
    }
    return rows;
  }

  /** Returns a row for each packet that a filter dropped. */
  private ArrayNode caught() {
    ArrayNode rows = ChartSpec.rows();
    List<String> nodes = queue.filters().stream().map(FilterSpan::node).distinct().toList();
    for (DropSample drop : Downsampling.everyNth(queue.drops())) {
      if (drop.reason().equals("filtered") && nodes.contains(drop.node())) {
        ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(drop.timeNanos()));
        row.put("node", drop.node()).put("place", nodes.indexOf(drop.node()) + 1);
        row.put("source", queue.nameOf(drop.source()));
      }
    }
    return rows;
  }

  /** Returns the congestion windows of the connections that have a chart of their own. */
  private ArrayNode windows() {
    ArrayNode rows = ChartSpec.rows();
    for (ConnectionSeries connection : ConnectionSection.drawn(input.connections())) {
      String name = ConnectionCharts.name(input, connection.local());
      List<WindowSample> windows =
          Downsampling.extremes(connection.windows(), WindowSample::cwnd, WINDOW_POINTS_MAX);
      for (WindowSample window : windows) {
        ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(window.timeNanos()));
        row.put("cwnd", ChartSpec.rounded(window.cwnd())).put("connection", name);
      }
    }
    return rows;
  }

  private double windowTop() {
    return ConnectionSection.drawn(input.connections()).stream()
        .mapToDouble(connection -> WorkingRange.top(connection.windows()))
        .map(top -> Math.ceil(top * WINDOW_HEADROOM))
        .max()
        .orElse(1);
  }

  private int order(String address) {
    int order = List.copyOf(queue.addressNames().keySet()).indexOf(address);
    return order < 0 ? queue.addressNames().size() : order;
  }

  /** Returns the first arrival at or after a time, else the last arrival. */
  public static OptionalInt arrivalAt(List<QueueSample> samples, long timeNanos) {
    for (QueueSample sample : samples) {
      if (sample.timeNanos() >= timeNanos) {
        return OptionalInt.of(sample.arrivalIndex());
      }
    }
    return samples.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(samples.getLast().arrivalIndex());
  }

  private double framesTop() {
    double top =
        queue.samples().stream()
            .mapToDouble(sample -> Math.max(sample.queuedFrames(), sample.averageFrames()))
            .max()
            .orElse(0);
    return Math.max(2, Math.ceil(Math.max(top, queue.maxThFrames().orElse(0)) * HEADROOM));
  }

  private long lastNanos() {
    return LongStream.concat(
            queue.samples().stream().mapToLong(QueueSample::timeNanos),
            queue.drops().stream().mapToLong(DropSample::timeNanos))
        .max()
        .orElse(0);
  }
}
