// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.study.metric.MetricInterval;
import rani.study.metric.MetricRow;
import rani.study.metric.MetricUnit;

/**
 * How often and how far congestion closed the windows of sources, and what Active Congestion
 * Control and ABCD did, by what the services said at the end of the run.
 */
final class ClosingMetrics {
  /** What it measures, for the sheet of metrics. */
  static final List<MetricRow> ROWS =
      List.of(
          new MetricRow(
              "rdp.closes.NODE",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "times that a window of NODE was closed",
              "times that congestion closed a window of the source, by whatever it learnt of it",
              "facts of `source`",
              "sum: rdp.closes.total"),
          new MetricRow(
              "rdp.closes.total",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "times that windows were closed",
              "sum of rdp.closes.NODE",
              "facts of `source`"),
          new MetricRow(
              "rdp.close-size.NODE",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets by which a close closes a window of NODE",
              "packets by which windows were closed / rdp.closes.NODE, where there were any",
              "facts of `source`",
              "sum of packets / sum of closes: rdp.close-size.mean"),
          new MetricRow(
              "rdp.close-size.mean",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets by which a close closes a window",
              "packets by which all windows were closed / rdp.closes.total, where there were any",
              "facts of `source`"),
          new MetricRow(
              "rdp.closes-per-second.mean",
              MetricUnit.PER_SECOND,
              MetricInterval.SPAN,
              "closes per second of a source's window",
              "those of rdp.closes.total within S / |S| / number of sources that have connections",
              "facts of `source`"),
          new MetricRow(
              "acc.actions.total",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "losses that ACC answered",
              "losses that monitors answered",
              "facts of `acc-monitor`"),
          new MetricRow(
              "acc.filters.total",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "filters that ACC installed",
              "filters that were installed",
              "facts of `acc-filter`"),
          new MetricRow(
              "acc.discarded.total",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets that ACC's filters discarded",
              "packets that these filters discarded",
              "facts of `acc-filter`"),
          new MetricRow(
              "acc.let-go.total",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "segments that senders took as lost for ACC",
              "segments that sources took as lost for a request",
              "facts of `source`"),
          new MetricRow(
              "acc.requests-taken.total",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "requests of ACC that senders followed",
              "requests that sources followed",
              "facts of `source`"),
          new MetricRow(
              "abcd.shortened.total",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets that routers shortened",
              "packets that routers shortened",
              "facts of `abcd-splitter`"),
          new MetricRow(
              "abcd.removed-bytes.total",
              MetricUnit.BYTES,
              MetricInterval.RUN,
              "bytes that routers took off packets",
              "bytes of data that these lost",
              "facts of `abcd-splitter`"),
          new MetricRow(
              "rdp.delivered.total",
              MetricUnit.BITS_PER_SECOND,
              MetricInterval.SPAN,
              "data that sinks took",
              "8 * bytes of data that sinks took over connections within S / |S|, where there were "
                  + "any",
              "facts of `sink`"),
          new MetricRow(
              "abcd.requests.total",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "words of ABCD to senders",
              "words of all monitors to senders",
              "facts of `abcd-monitor`"),
          new MetricRow(
              "abcd.triplet.mean",
              MetricUnit.BITS_PER_SECOND,
              MetricInterval.RUN,
              "available bandwidth by triplets",
              "mean over the triplets of the one monitor there is: available bandwidth by the "
                  + "triplet",
              "facts of `abcd-monitor`"),
          new MetricRow(
              "abcd.residual.mean",
              MetricUnit.BITS_PER_SECOND,
              MetricInterval.RUN,
              "available bandwidth by what is left",
              "the same: what is left of the rate",
              "facts of `abcd-monitor`"),
          new MetricRow(
              "abcd.packet-bytes.mean",
              MetricUnit.BYTES,
              MetricInterval.RUN,
              "packet size that ABCD allows",
              "the same: the packet size that it allowed",
              "facts of `abcd-monitor`"),
          new MetricRow(
              "abcd.window-packets.mean",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "window of ABCD's senders, in packets",
              "the same: the window that its senders showed",
              "facts of `abcd-monitor`"));

  private final SequencedMap<String, Closes> closesByNode = new LinkedHashMap<>();
  private double actions;
  private double filters;
  private double discarded;
  private double letGo;
  private double requestsTaken;
  private double shortened;
  private double removedBytes;
  private final double closesInSpan;
  private final double deliveredBytesInSpan;
  private final List<Map<?, ?>> abcdMonitors = new ArrayList<>();

  /** Of one source, over all its connections. */
  private record Closes(double count, double packets) {}

  /** Reads the facts. */
  ClosingMetrics(ServiceFacts facts) {
    closesInSpan = facts.grown("source", "closes");
    deliveredBytesInSpan = facts.grown("sink", "message-bytes");
    facts
        .atEnd()
        .forEach(
            (node, services) -> {
              Object source = services.get("source");
              if (has(source, "closes")) {
                closesByNode.put(
                    node,
                    new Closes(
                        ServiceFacts.number(source, "closes"),
                        ServiceFacts.number(source, "closed-packets")));
              }
              letGo += ServiceFacts.number(source, "let-go");
              requestsTaken += ServiceFacts.number(source, "requests-taken");
              actions += ServiceFacts.number(services.get("acc-monitor"), "actions");
              filters += ServiceFacts.number(services.get("acc-filter"), "installed");
              discarded += ServiceFacts.number(services.get("acc-filter"), "discarded");
              shortened += ServiceFacts.number(services.get("abcd-splitter"), "shortened");
              removedBytes += ServiceFacts.number(services.get("abcd-splitter"), "removed-bytes");
              if (services.get("abcd-monitor") instanceof Map<?, ?> monitor) {
                abcdMonitors.add(monitor);
              }
            });
  }

  /** Over a span of so many seconds. */
  void addTo(Map<String, Double> metrics, double seconds) {
    double count = 0;
    double packets = 0;
    for (Map.Entry<String, Closes> one : closesByNode.entrySet()) {
      Closes closes = one.getValue();
      count += closes.count();
      packets += closes.packets();
      metrics.put("rdp.closes." + one.getKey(), closes.count());
      if (closes.count() > 0) {
        metrics.put("rdp.close-size." + one.getKey(), closes.packets() / closes.count());
      }
    }
    if (!closesByNode.isEmpty()) {
      metrics.put("rdp.closes.total", count);
      if (seconds > 0) {
        metrics.put("rdp.closes-per-second.mean", closesInSpan / seconds / closesByNode.size());
      }
      if (count > 0) {
        metrics.put("rdp.close-size.mean", packets / count);
      }
    }
    metrics.put("acc.actions.total", actions);
    metrics.put("acc.filters.total", filters);
    metrics.put("acc.discarded.total", discarded);
    metrics.put("acc.let-go.total", letGo);
    metrics.put("acc.requests-taken.total", requestsTaken);
    metrics.put("abcd.shortened.total", shortened);
    metrics.put("abcd.removed-bytes.total", removedBytes);
    if (deliveredBytesInSpan > 0 && seconds > 0) {
      metrics.put("rdp.delivered.total", 8 * deliveredBytesInSpan / seconds);
    }
    double requests = 0;
    for (Map<?, ?> monitor : abcdMonitors) {
      requests += ServiceFacts.number(monitor, "requests");
    }
    metrics.put("abcd.requests.total", requests);
    if (abcdMonitors.size() == 1) { // means of several do not add up to one
      Map<?, ?> monitor = abcdMonitors.getFirst();
      metrics.put(
          "abcd.triplet.mean", ServiceFacts.number(monitor, "triplet-mean-bits-per-second"));
      metrics.put(
          "abcd.residual.mean", ServiceFacts.number(monitor, "residual-mean-bits-per-second"));
      metrics.put("abcd.packet-bytes.mean", ServiceFacts.number(monitor, "packet-mean-bytes"));
      metrics.put("abcd.window-packets.mean", ServiceFacts.number(monitor, "window-mean-packets"));
    }
  }

  private static boolean has(@Nullable Object facts, String name) {
    return facts instanceof Map<?, ?> values && values.get(name) instanceof Number;
  }
}
