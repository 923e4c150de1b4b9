// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.service.metric.MetricRow;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceFacts;
import rani.service.metric.ServiceMetrics;

/** Metrics of the flows between edges and their nodes, from the facts that the nodes tell. */
public final class EdgeMetrics implements ServiceMetrics {
  public static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          tcp.goodput.NODE | BITS_PER_SECOND | SPAN | service facts
            TCP goodput of the edge of NODE
            8 * bytes that were acknowledged to the node's edge within S / S
            over nodes: sum: tcp.goodput.total | TCP goodput of all edges
          tcp.retransmissions.NODE | COUNT | SPAN | service facts
            TCP segments that the edge of NODE sent again
            segments of the edge that began before the end of what it had sent, within S
            over nodes: sum: tcp.retransmissions.total | TCP segments sent again
          tcp.rtt.NODE.mean | SECONDS | SPAN | service facts
            mean TCP round trip from the edge of NODE
            mean of the times within S from a segment that the edge sent to its acknowledgment, one
            at a time, by timestamps (RFC 7323) or, where there are none, by sequence numbers
          tcp.rtt.NODE.min | SECONDS | RUN | service facts
            shortest TCP round trip from the edge of NODE
            the shortest of these times
          tcp.marks.NODE | PACKETS | SPAN | service facts
            packets for the edge of NODE that were marked
            packets of TCP and UDP with CE (RFC 3168) that reached the edge within S
            over nodes: sum: tcp.marks.total | packets for edges that were marked
          tcp.echoes.NODE | COUNT | SPAN | service facts
            TCP segments by which the edge of NODE told of marks
            segments with ECE (RFC 3168) that the edge sent within S
            over nodes: sum: tcp.echoes.total | TCP segments that told of marks
          """);

  private static final String SENT = "sent";
  private static final String RECEIVED = "received";

  private final ObservedRun run;

  public EdgeMetrics(ObservedRun run) {
    this.run = run;
  }

  @Override
  public void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts) {
    Map<String, Double> sums = new LinkedHashMap<>();
    facts
        .of(EdgeHost.SERVICE)
        .forEach(
            (node, end) -> {
              if (number(end, SENT, "packets") > 0) {
                addNode(metrics, sums, new Grown(facts, node));
                if (half(end, SENT) instanceof Map<?, ?> sent
                    && sent.get("rtt-min-seconds") instanceof Number least) {
                  metrics.put("tcp.rtt." + node + ".min", least.doubleValue());
                }
              }
            });
    metrics.putAll(sums);
  }

  private void addNode(Map<String, Double> metrics, Map<String, Double> sums, Grown grown) {
    double seconds = run.spanSeconds();
    if (seconds > 0) {
      double bits = Byte.SIZE * grown.of(SENT, "acknowledged-bytes");
      add(metrics, sums, "tcp.goodput.", grown.node, bits / seconds);
    }
    add(metrics, sums, "tcp.retransmissions.", grown.node, grown.of(SENT, "retransmissions"));
    add(metrics, sums, "tcp.marks.", grown.node, grown.of(RECEIVED, "ce"));
    add(metrics, sums, "tcp.echoes.", grown.node, grown.of(SENT, "ece"));
    double roundTrips = grown.of(SENT, "round-trips");
    if (roundTrips > 0) {
      metrics.put(
          "tcp.rtt." + grown.node + ".mean",
          grown.of(SENT, "round-trips-sum-seconds") / roundTrips);
    }
  }

  private static void add(
      Map<String, Double> metrics,
      Map<String, Double> sums,
      String prefix,
      String node,
      double value) {
    metrics.put(prefix + node, value);
    sums.merge(prefix + "total", value, Double::sum);
  }

  /** Growth of a node's facts within the observed span. */
  private record Grown(ServiceFacts facts, String node) {
    double of(String half, String name) {
      double before = number(edge(facts.atFrom()), half, name);
      return Math.max(0, number(edge(facts.atUntil()), half, name) - before);
    }

    private @Nullable Object edge(Map<String, ? extends Map<String, ?>> at) {
      Map<String, ?> services = at.get(node);
      return services == null ? null : services.get(EdgeHost.SERVICE);
    }
  }

  private static double number(@Nullable Object edge, String half, String name) {
    return ServiceFacts.number(half(edge, half), name);
  }

  private static @Nullable Object half(@Nullable Object edge, String half) {
    return edge instanceof Map<?, ?> facts ? facts.get(half) : null;
  }
}
