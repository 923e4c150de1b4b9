// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.service.metric.MetricRow;
import rani.service.metric.MetricUnit;
import rani.study.flow.EmptyPath;
import rani.study.flow.FlowCompletion;
import rani.study.flow.FlowCompletion.SizeClass;

/**
 * Follows transfers from the note of the source that one arrived to that of the sink that it has
 * its last byte: flow completion times (Dukkipati and McKeown, CCR 36(1), 2006).
 */
final class FlowWatch {
  /** Largest number of transfers of a run; further ones are ignored. */
  static final int FLOWS_MAX = 100_000;

  private static final String SOURCE = "source";
  private static final String SINK = "sink";
  private static final String START = "flow-start";
  private static final String END = "flow-end";
  private static final String ALL = "total";
  private static final double NANOS = 1e9;

  private static final String STARTED = "that started within S and ended within the run";
  private static final String OF_CLASS =
      "; small are those of less than 100 kB, medium of less than 10 MB, large the others";

  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          fct.started.NODE | COUNT | SPAN | note
            transfers of NODE
            transfers of a source that started within S
            over nodes: sum: fct.started.total | transfers
          fct.unfinished.NODE | COUNT | SPAN | note
            transfers of NODE that did not end
            of these, those that had not come whole to their sink at the end of the run
            over nodes: sum: fct.unfinished.total | transfers that did not end
          """,
          times("fct.NODE", "transfers of NODE", "transfers of a source " + STARTED),
          times("fct.total", "transfers", "transfers " + STARTED),
          times("fct.CLASS.total", "CLASS transfers", "CLASS transfers " + STARTED + OF_CLASS),
          slowdowns("fct.slowdown.NODE", "transfers of NODE", "transfers of a source " + STARTED),
          slowdowns("fct.slowdown.total", "transfers", "transfers " + STARTED),
          slowdowns(
              "fct.slowdown.CLASS.total",
              "CLASS transfers",
              "CLASS transfers " + STARTED + OF_CLASS));

  private final ObservationPlan plan;
  private final SeriesSink sink;
  private final List<FlowCompletion> flows = new ArrayList<>();

  /** Places in the list of flows that have not ended, by connection. */
  private final Map<String, Integer> underWay = new LinkedHashMap<>();

  private final Map<String, EmptyPath> paths = new LinkedHashMap<>();

  FlowWatch(ObservationPlan plan, SeriesSink sink) {
    this.plan = plan;
    this.sink = sink;
  }

  private static List<MetricRow> times(String prefix, String of, String samples) {
    return DelaySamples.rowsOfFew(
        prefix,
        "flow completion time of " + of,
        "times from arrival at the source to arrival of the last byte at the sink of " + samples,
        "note");
  }

  private static List<MetricRow> slowdowns(String prefix, String of, String samples) {
    String all = "flow completion times / least times on the empty path of " + samples;
    return MetricRow.distribution(
        prefix,
        MetricUnit.COUNT,
        "slowdown of " + of,
        List.of(
            "mean of " + all,
            "of n " + all + " the \u2308n\u00b7PERCENT/100\u2309-th smallest",
            "greatest of " + all),
        "note");
  }

  void note(ObservedNote note) {
    if (note.is(SOURCE, START)) {
      start(note);
    } else if (note.is(SINK, END)) {
      end(note);
    }
  }

  private void start(ObservedNote note) {
    if (flows.size() == FLOWS_MAX) {
      return;
    }
    String[] ends = note.ends();
    String connection = ends[0] + "-" + ends[1];
    String to = plan.nameOf(addressIn(ends[1]));
    long bytes = note.number("bytes");
    underWay.put(connection, flows.size());
    flows.add(
        new FlowCompletion(
            note.node().name,
            to,
            connection,
            note.timeNanos() - plan.epochNanos(),
            bytes,
            null,
            idealNanos(note, to, bytes)));
  }

  private static String addressIn(String end) {
    return end.substring(0, end.lastIndexOf(':'));
  }

  private @Nullable Double idealNanos(ObservedNote note, String to, long bytes) {
    EmptyPath path =
        paths.computeIfAbsent(
            note.node().name + " " + to,
            _ -> plan.paths().apply(note.node().name, to).orElse(new EmptyPath(List.of())));
    int segment = (int) Math.min(note.number("segment"), Integer.MAX_VALUE);
    int message = (int) Math.min(note.number("message"), segment);
    double nanos = bytes < 1 || message < 1 ? 0 : path.nanos(bytes, segment, message);
    return nanos > 0 ? nanos : null;
  }

  private void end(ObservedNote note) {
    String[] ends = note.ends();
    Integer place = underWay.remove(ends[1] + "-" + ends[0]);
    if (place == null) {
      return;
    }
    FlowCompletion begun = flows.get(place);
    FlowCompletion whole =
        new FlowCompletion(
            begun.from(),
            begun.to(),
            begun.connection(),
            begun.startNanos(),
            begun.bytes(),
            note.timeNanos() - plan.epochNanos() - begun.startNanos(),
            begun.idealNanos());
    flows.set(place, whole);
    sink.completed(whole);
  }

  /** Returns the transfers in the order in which they started. */
  List<FlowCompletion> flows() {
    return List.copyOf(flows);
  }

  void addTo(SequencedMap<String, Double> metrics) {
    SequencedMap<String, Integer> started = new LinkedHashMap<>();
    SequencedMap<String, Integer> unfinished = new LinkedHashMap<>();
    SequencedMap<String, DelaySamples> samples = new LinkedHashMap<>();
    DelaySamples.Room room = new DelaySamples.Room();
    for (FlowCompletion flow : flows) {
      if (!plan.span().contains(flow.startNanos())) {
        continue;
      }
      boolean isWhole = flow.nanos() != null;
      for (String place : List.of(flow.from(), ALL)) {
        started.merge(place, 1, Integer::sum);
        unfinished.merge(place, isWhole ? 0 : 1, Integer::sum);
      }
      String ofClass = SizeClass.of(flow.bytes()).text() + "." + ALL;
      if (flow.nanos() != null) {
        long nanos = flow.nanos();
        Double slowdown = flow.slowdown();
        Stream.of(flow.from(), ALL, ofClass)
            .forEach(
                place -> {
                  samples.computeIfAbsent("fct." + place, _ -> new DelaySamples(room)).add(nanos);
                  if (slowdown != null) {
                    samples
                        .computeIfAbsent("fct.slowdown." + place, _ -> new DelaySamples(room))
                        .add(Math.round(slowdown * NANOS));
                  }
                });
      }
    }
    started.forEach((place, count) -> metrics.put("fct.started." + place, (double) count));
    unfinished.forEach((place, count) -> metrics.put("fct.unfinished." + place, (double) count));
    samples.forEach((prefix, values) -> values.addTo(prefix + ".", metrics));
  }
}
