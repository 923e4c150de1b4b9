// SPDX-License-Identifier: Apache-2.0
package rani.lab.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.world.DropReason;

/**
 * A node's facts as metrics: counters end in {@code _total}, times are in seconds, sizes in bytes,
 * and every one has the label {@code node}. They are made of the facts when they are asked for; the
 * node knows nothing of them.
 */
public final class NodeMetrics {
  private static final double NANOS_PER_SECOND = 1e9;

  private final String node;
  private final Function<String, String> nameOf;
  private final MetricFamilies families = new MetricFamilies();

  private NodeMetrics(String node, Function<String, String> nameOf) {
    this.node = node;
    this.nameOf = nameOf;
  }

  /**
   * What a node shows, and its world.
   *
   * @param status {@code GET /status}
   * @param counters {@code GET /counters}
   * @param links {@code GET /links}
   * @param queues {@code GET /queues}
   * @param filters {@code GET /filters}
   * @param services {@code GET /services}
   * @param live {@code GET /live}
   * @param connections of RDP
   */
  public record Facts(
      Map<String, Object> status,
      Map<String, Object> counters,
      Map<String, Object> links,
      Map<String, Object> queues,
      Map<String, Object> filters,
      Map<String, Object> services,
      Map<String, Object> live,
      List<ConnectionWindows.Window> connections) {}

  /**
   * The metrics of a node.
   *
   * @param nameOf gives the node of a virtual address
   */
  public static List<MetricSnapshot> of(String node, Facts facts, Function<String, String> nameOf) {
    NodeMetrics metrics = new NodeMetrics(node, nameOf);
    metrics.node(facts.status(), facts.counters());
    facts.links().forEach((link, of) -> metrics.link(link, map(of)));
    facts.queues().forEach((queue, of) -> metrics.queue(queue, map(of)));
    facts.filters().forEach(metrics::filters);
    facts.services().forEach((service, of) -> metrics.service(service, map(of)));
    facts.connections().forEach(metrics::connection);
    metrics.live(facts.live());
    return metrics.families.snapshots();
  }

  private void node(Map<String, Object> status, Map<String, Object> counters) {
    Labels own = Labels.of("node", node);
    families.gauge("rani_node_up", "1 if every link of the node is up.", own, truth(status, "up"));
    families.gauge(
        "rani_node_busy", "1 while a source has traffic left.", own, truth(status, "busy"));
    families.gauge(
        "rani_node_time_seconds",
        "The node's own time.",
        own,
        number(status, "now-nanos") / NANOS_PER_SECOND);
    families.gauge(
        "rani_node_packets", "Packets that are in the node now.", own, number(counters, "inside"));
    families.counter(
        "rani_node_arrivals", "Packets that came in by links.", own, number(counters, "arrivals"));
    families.counter(
        "rani_node_origins", "Packets that the node made.", own, number(counters, "origins"));
    families.counter(
        "rani_node_departures",
        "Packets that were handed to wires.",
        own,
        number(counters, "departures"));
    families.counter(
        "rani_node_deliveries",
        "Packets that reached a service or the node itself.",
        own,
        number(counters, "deliveries"));
    Map<String, Object> drops = map(counters.get("drops-by-reason"));
    for (DropReason reason : DropReason.values()) {
      families.counter(
          "rani_drops",
          "Packets that were dropped, by reason.",
          Labels.of("node", node, "reason", reason.text()),
          number(drops, reason.text()));
    }
  }

  private void link(String link, Map<String, Object> facts) {
    String peer = nameOf.apply(String.valueOf(facts.getOrDefault("neighbour", "")));
    Labels labels = Labels.of("node", node, "link", link, "peer", peer);
    families.gauge(
        "rani_link_up", "1 if hello goes both ways on the link.", labels, truth(facts, "up"));
    families.gauge(
        "rani_link_cut", "1 if its cable is pulled at this end.", labels, truth(facts, "cut"));
    families.counter(
        "rani_link_arrivals",
        "Packets that came in by the link.",
        labels,
        number(facts, "packets-in"));
    families.counter(
        "rani_link_arrival_bytes",
        "Bytes of IPv4 packets that came in by the link.",
        labels,
        number(facts, "bytes-in"));
    families.counter(
        "rani_link_departures",
        "Packets that left by the link.",
        labels,
        number(facts, "packets-out"));
    families.counter(
        "rani_link_departure_bytes",
        "Bytes of IPv4 packets that left by the link.",
        labels,
        number(facts, "bytes-out"));
    families.gauge(
        "rani_link_delay_seconds",
        "Configured delay of the wire.",
        labels,
        number(facts, "delay-nanos") / NANOS_PER_SECOND);
    families.gauge(
        "rani_link_loss_ratio", "Configured loss of the wire.", labels, number(facts, "loss"));
    String rate = String.valueOf(facts.getOrDefault("rate", ""));
    double perSecond = rate.matches("\\d+(\\.\\d+)?(bit|packet)/s") ? amount(rate) : 0;
    if (perSecond > 0 && rate.endsWith("bit/s")) {
      families.gauge(
          "rani_link_rate_bits_per_second", "Configured rate, in bits.", labels, perSecond);
    } else if (perSecond > 0) {
      families.gauge(
          "rani_link_rate_packets_per_second", "Configured rate, in packets.", labels, perSecond);
    }
  }

  private static double amount(String rate) {
    return Double.parseDouble(rate.replaceAll("[a-z/]+$", ""));
  }

  private void queue(String queue, Map<String, Object> facts) {
    Labels labels = Labels.of("node", node, "queue", queue);
    families.gauge(
        "rani_queue_packets", "Packets that wait.", labels, number(facts, "queued-frames"));
    families.gauge(
        "rani_queue_bytes", "Bytes of those that wait.", labels, number(facts, "queued-bytes"));
    families.gauge("rani_queue_flows", "Flows that wait.", labels, number(facts, "flows"));
    families.gauge(
        "rani_queue_limit_packets",
        "The most packets that may wait.",
        labels,
        number(facts, "limit-frames"));
    families.gauge(
        "rani_queue_average_packets",
        "The discipline's average of the queue, such as RED's.",
        labels,
        number(facts, "average-frames"));
    families.counter(
        "rani_queue_paced_departures",
        "Packets that a serializer let go.",
        labels,
        number(facts, "paced-departures"));
    families.counter(
        "rani_queue_late_departures",
        "Those of them that were late: over 1 ms and a tenth of their service time.",
        labels,
        number(facts, "late-departures"));
    for (String quantile : List.of("p50", "p99", "max")) {
      families.gauge(
          "rani_queue_lateness_seconds",
          "How late paced departures were since the node began.",
          labels.add("quantile", quantile),
          number(facts, "late-" + quantile + "-nanos") / NANOS_PER_SECOND);
    }
  }

  private void filters(String place, Object rules) {
    long filters = 0;
    double caught = 0;
    for (Object rule : rules instanceof List<?> list ? list : List.of()) {
      filters++;
      caught += number(map(rule), "caught");
    }
    Labels labels = Labels.of("node", node, "place", place);
    families.gauge(
        "rani_filters", "Filters and diversions that stand; place is a link.", labels, filters);
    families.gauge(
        "rani_filters_caught_packets", "Packets that those which stand caught.", labels, caught);
  }

  private void service(String service, Map<String, Object> facts) {
    Labels labels = Labels.of("node", node, "service", service);
    families.gauge(
        "rani_service_suspended",
        "1 if the service failed too often.",
        labels,
        truth(facts, "suspended"));
    families.counter(
        "rani_service_failures", "Failures of the service.", labels, number(facts, "failures"));
    facts("", facts, labels);
  }

  private void facts(String prefix, Map<String, Object> facts, Labels labels) {
    facts.forEach(
        (fact, value) -> {
          if (value instanceof Number number) {
            families.gauge(
                "rani_service_fact",
                "What the service shows of itself; see its manual.",
                labels.add("fact", prefix + fact),
                number.doubleValue());
          } else if (value instanceof Map<?, ?>) {
            facts(prefix + fact + ".", map(value), labels);
          }
        });
  }

  private void connection(ConnectionWindows.Window window) {
    Labels labels =
        Labels.of("node", node, "service", window.service(), "connection", window.name());
    families.gauge(
        "rani_rdp_cwnd_packets", "Congestion window of the sender.", labels, window.cwnd());
    families.gauge("rani_rdp_ssthresh_packets", "Slow-start threshold.", labels, window.ssthresh());
    families.gauge(
        "rani_rdp_srtt_seconds", "Smoothed round trip time.", labels, window.srttSeconds());
    families.gauge("rani_rdp_rto_seconds", "Retransmission timer.", labels, window.rtoSeconds());
    families.gauge("rani_rdp_flight_segments", "Segments on their way.", labels, window.flight());
  }

  private void live(Map<String, Object> facts) {
    Labels own = Labels.of("node", node);
    LIVE_COUNTERS.forEach(
        (fact, help) ->
            families.counter(
                "rani_live_" + fact.replace('-', '_'), help, own, number(facts, fact)));
    families.gauge(
        "rani_live_stall_longest_seconds",
        "The longest that the node's thread stood still since go.",
        own,
        number(facts, "stall-longest-nanos") / NANOS_PER_SECOND);
    families.gauge(
        "rani_live_direct_memory_bytes",
        "Memory of buffers outside the heap.",
        own,
        number(facts, "direct-memory-bytes"));
  }

  private static final Map<String, String> LIVE_COUNTERS = liveCounters();

  private static Map<String, String> liveCounters() {
    Map<String, String> counters = new LinkedHashMap<>();
    counters.put("socket-full", "Frames dropped because a send socket was full.");
    counters.put("receive-overflow", "Frames dropped because a receive socket was full.");
    counters.put("port-unreachable", "Frames sent to a neighbour who was not there.");
    counters.put("socket-errors", "Errors of sockets.");
    counters.put("delay-line-dropped", "Frames dropped because the wires were full.");
    counters.put("failures", "Failures of the node itself.");
    counters.put("trace-lines-lost", "Lines of the trace that were lost.");
    counters.put("stalls", "Times that the node's thread stood still since go.");
    return counters;
  }

  private static double truth(Map<String, Object> facts, String key) {
    return Boolean.TRUE.equals(facts.get(key)) ? 1 : 0;
  }

  private static double number(Map<String, Object> facts, String key) {
    return facts.get(key) instanceof Number number ? number.doubleValue() : 0;
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> facts = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, of) -> facts.put(String.valueOf(key), of));
    }
    return facts;
  }
}
