// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import rani.service.metric.MetricRow;
import rani.service.metric.MetricUnit;

/** Metrics of the connections of each node, over all ends of connections that the node reported. */
final class ConnectionMetrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          rdp.connections.NODE | COUNT | RUN | note
            connections of NODE
            ends of connections that the node told of, at most 20,000 in a run
          rdp.broken.NODE | COUNT | RUN | note
            connections of NODE that broke
            of these, those that ended neither closed nor stopped
          rdp.retransmissions.NODE | COUNT | RUN | note
            segments that NODE sent again
            segments that its connections sent again
            over nodes: sum: rdp.retransmissions.total | segments sent again
          rdp.timeouts.NODE | COUNT | RUN | note
            retransmission timeouts of NODE
            expiries of the retransmission timer of its connections
            over nodes: sum: rdp.timeouts.total | retransmission timeouts
          rdp.fast-retransmits.NODE | COUNT | RUN | note
            fast retransmits of NODE
            times that acknowledgements told its connections of a loss
            over nodes: sum: rdp.fast-retransmits.total | fast retransmits
          rdp.goodput.NODE | BITS_PER_SECOND | LIVES | note
            goodput of NODE
            8 * bytes of acknowledged data of its connections / length of the union of their
            lives; only if each has told what it came to
            over nodes: sum of bytes / length of the union of all lives: rdp.goodput.total
          rdp.goodput.total | BITS_PER_SECOND | LIVES | note
            goodput of all connections
            8 * bytes of acknowledged data of all connections / length of the union of their
            lives; only if each has told what it came to
          rdp.sawtooth.cuts.NODE | COUNT | SPAN | note
            times that a window of NODE was cut
            times that a window of the node was cut
          rdp.sawtooth.packets.NODE | PACKETS | SPAN | origin, note
            packets that NODE sends from cut to cut
            packets of RDP that the node sent from the first cut to the last / cuts between: a
            saw-tooth's period, if the node has one connection
          """,
          TimeWeightedValues.rows(
              "rdp.cwnd.NODE",
              MetricUnit.PACKETS,
              "congestion window of NODE",
              "congestion windows of the node's connections within S, each from its note to "
                  + "the next or to the connection's end",
              "note"),
          TimeWeightedValues.rows(
              "rdp.srtt.NODE",
              MetricUnit.SECONDS,
              "smoothed round trip of NODE",
              "smoothed round trips of the node's connections within S, each from the note of "
                  + "a window to the next or to the connection's end",
              "note"),
          DelaySamples.rowsOfFew(
              "rdp.completion-seconds.NODE",
              "completion time of transfers of NODE",
              "times from the first SYN of a connection that the node made to its close with "
                  + "all data acknowledged, of those that closed within S",
              "note"));

  private static final Set<String> ORDERLY = Set.of("closed", "closed-by-peer", "stopped");

  /** Prefixes of metrics that are also summed over all nodes. */
  private static final List<String> SUMMED =
      List.of("rdp.retransmissions.", "rdp.timeouts.", "rdp.fast-retransmits.");

  private final Function<String, NodeObserver> nodes;
  private final Map<String, List<ConnectionSeries>> byNode = new LinkedHashMap<>();

  /** Sorts the connections by node, in the plan's order; unknown nodes come last. */
  ConnectionMetrics(
      ObservationPlan plan,
      List<ConnectionSeries> connections,
      Function<String, NodeObserver> nodes) {
    this.nodes = nodes;
    plan.addressNames().values().forEach(node -> byNode.put(node, new ArrayList<>()));
    for (ConnectionSeries connection : connections) {
      byNode.computeIfAbsent(connection.node(), node -> new ArrayList<>()).add(connection);
    }
  }

  void addTo(Map<String, Double> metrics) {
    Map<String, Double> connected = new LinkedHashMap<>();
    byNode.forEach(
        (node, connections) -> {
          if (!connections.isEmpty()) {
            add(connected, node, connections);
          }
        });
    metrics.putAll(connected);
    for (String counted : SUMMED) {
      connected.keySet().stream()
          .filter(metric -> metric.startsWith(counted))
          .mapToDouble(connected::get)
          .reduce(Double::sum)
          .ifPresent(sum -> metrics.put(counted + "total", sum));
    }
    goodput(byNode.values().stream().flatMap(List::stream).toList())
        .ifPresent(goodput -> metrics.put("rdp.goodput.total", goodput));
  }

  private void add(Map<String, Double> metrics, String node, List<ConnectionSeries> connections) {
    metrics.put("rdp.connections." + node, (double) connections.size());
    metrics.put(
        "rdp.broken." + node,
        sum(
            connections,
            one -> one.end().filter(end -> !ORDERLY.contains(end.reason())).isPresent() ? 1 : 0));
    metrics.put(
        "rdp.retransmissions." + node, sum(connections, ConnectionSeries::retransmissionsTotal));
    metrics.put("rdp.timeouts." + node, sum(connections, ConnectionSeries::timeoutsTotal));
    metrics.put(
        "rdp.fast-retransmits." + node, sum(connections, ConnectionSeries::fastRetransmitsTotal));
    goodput(connections).ifPresent(goodput -> metrics.put("rdp.goodput." + node, goodput));
    NodeObserver here = nodes.apply(node);
    here.cwndThousandths.addTo("rdp.cwnd." + node + ".", 1e3, metrics);
    here.srttNanos.addTo("rdp.srtt." + node + ".", 1e9, metrics);
    if (here.completions != null) {
      here.completions.addTo("rdp.completion-seconds." + node + ".", metrics);
    }
    metrics.put("rdp.sawtooth.cuts." + node, (double) here.cuts.cuts());
    here.cuts
        .packetsBetween()
        .ifPresent(packets -> metrics.put("rdp.sawtooth.packets." + node, packets));
  }

  private static double sum(
      List<ConnectionSeries> connections, ToLongFunction<ConnectionSeries> counted) {
    return connections.stream().mapToLong(counted).sum();
  }

  /** Returns goodput in bit/s while any connection is open; empty if one has no closing summary. */
  private static OptionalDouble goodput(List<ConnectionSeries> connections) {
    if (!connections.stream().allMatch(connection -> connection.end().isPresent())) {
      return OptionalDouble.empty();
    }
    long bytes = 0;
    List<Life> lives = new ArrayList<>();
    for (ConnectionSeries connection : connections) {
      ConnectionEnd end = connection.end().orElseThrow();
      bytes += end.bytesAcknowledged();
      connection.openedNanos().ifPresent(opened -> lives.add(new Life(opened, end.timeNanos())));
    }
    long nanos = unionNanos(lives);
    return nanos > 0 ? OptionalDouble.of(bytes * 8 / (nanos / 1e9)) : OptionalDouble.empty();
  }

  private record Life(long fromNanos, long untilNanos) {}

  private static long unionNanos(List<Life> lives) {
    lives.sort(Comparator.comparingLong(Life::fromNanos));
    long union = 0;
    long coveredUntil = Long.MIN_VALUE;
    for (Life life : lives) {
      long from = Math.max(life.fromNanos, coveredUntil);
      union += Math.max(0, life.untilNanos - from);
      coveredUntil = Math.max(coveredUntil, life.untilNanos);
    }
    return union;
  }
}
