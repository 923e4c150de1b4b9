// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.metrics;

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
   * @param routes {@code GET /routes}
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
      Map<String, Object> routes,
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
    map(facts.routes().get("counters")).forEach(metrics::linkStates);
    facts.services().forEach((service, of) -> metrics.service(service, map(of)));
    facts.connections().forEach(metrics::connection);
    metrics.live(facts.live());
    return metrics.families.snapshots();
  }

  private void node(Map<String, Object> status, Map<String, Object> counters) {
    Labels own = Labels.of("node", node);
    all(OF_STATUS, status, own);
    all(OF_COUNTERS, counters, own);
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
    all(OF_LINK, facts, labels);
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
    all(OF_QUEUE, facts, labels);
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

  private void linkStates(String event, Object count) {
    families.counter(
        "rani_link_states",
        "Link states, and routes computed of them; contested is another who speaks as this node.",
        Labels.of("node", node, "event", event),
        count instanceof Number number ? number.doubleValue() : 0);
  }

  private void service(String service, Map<String, Object> facts) {
    Labels labels = Labels.of("node", node, "service", service);
    families.gauge(
        "rani_service_suspended",
        "1 if the service failed too often.",
        labels,
        number(facts, "suspended"));
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
    all(OF_LIVE, facts, Labels.of("node", node));
  }

  /** A fact that is a metric as it stands; {@code perUnit} of it are one of the metric's unit. */
  private record Metric(boolean grows, String fact, String name, String help, double perUnit) {
    static Metric counter(String fact, String name, String help) {
      return new Metric(true, fact, name, help, 1);
    }

    static Metric gauge(String fact, String name, String help) {
      return new Metric(false, fact, name, help, 1);
    }

    static Metric seconds(String factOfNanos, String name, String help) {
      return new Metric(false, factOfNanos, name, help, NANOS_PER_SECOND);
    }
  }

  private void all(List<Metric> metrics, Map<String, Object> facts, Labels labels) {
    for (Metric metric : metrics) {
      double value = number(facts, metric.fact()) / metric.perUnit();
      if (metric.grows()) {
        families.counter(metric.name(), metric.help(), labels, value);
      } else {
        families.gauge(metric.name(), metric.help(), labels, value);
      }
    }
  }

  private static final List<Metric> OF_STATUS =
      List.of(
          Metric.gauge("up", "rani_node_up", "1 if every link of the node is up."),
          Metric.gauge("busy", "rani_node_busy", "1 while a source has traffic left."),
          Metric.seconds("now-nanos", "rani_node_time_seconds", "The node's own time."));

  private static final List<Metric> OF_COUNTERS =
      List.of(
          Metric.gauge("inside", "rani_node_packets", "Packets that are in the node now."),
          Metric.counter("arrivals", "rani_node_arrivals", "Packets that came in by links."),
          Metric.counter("origins", "rani_node_origins", "Packets that the node made."),
          Metric.counter(
              "departures", "rani_node_departures", "Packets that were handed to wires."),
          Metric.counter(
              "deliveries",
              "rani_node_deliveries",
              "Packets that reached a service or the node itself."));

  private static final List<Metric> OF_LINK =
      List.of(
          Metric.gauge("up", "rani_link_up", "1 if hello goes both ways on the link."),
          Metric.gauge("cut", "rani_link_cut", "1 if its cable is pulled at this end."),
          Metric.counter("packets-in", "rani_link_arrivals", "Packets that came in by the link."),
          Metric.counter(
              "bytes-in",
              "rani_link_arrival_bytes",
              "Bytes of IPv4 packets that came in by the link."),
          Metric.counter("packets-out", "rani_link_departures", "Packets that left by the link."),
          Metric.counter(
              "bytes-out",
              "rani_link_departure_bytes",
              "Bytes of IPv4 packets that left by the link."),
          Metric.seconds("delay-nanos", "rani_link_delay_seconds", "Configured delay of the wire."),
          Metric.gauge("loss", "rani_link_loss_ratio", "Configured loss of the wire."));

  private static final List<Metric> OF_QUEUE =
      List.of(
          Metric.gauge("queued-frames", "rani_queue_packets", "Packets that wait."),
          Metric.gauge("queued-bytes", "rani_queue_bytes", "Bytes of those that wait."),
          Metric.gauge("flows", "rani_queue_flows", "Flows that wait."),
          Metric.gauge(
              "limit-frames", "rani_queue_limit_packets", "The most packets that may wait."),
          Metric.gauge(
              "average-frames",
              "rani_queue_average_packets",
              "The discipline's average of the queue, such as RED's."),
          Metric.counter(
              "control-beside",
              "rani_queue_control_beside",
              "Control packets that passed beside the queue."),
          Metric.counter(
              "control-queued",
              "rani_queue_control_queued",
              "Control packets beyond their share of the rate, which went the way of data."),
          Metric.counter(
              "paced-departures",
              "rani_queue_paced_departures",
              "Packets that a serializer let go."),
          Metric.counter(
              "late-departures",
              "rani_queue_late_departures",
              "Those of them that were late: over 1 ms and a tenth of their service time."));

  private static final List<Metric> OF_LIVE =
      List.of(
          Metric.counter(
              "socket-full",
              "rani_live_socket_full",
              "Frames dropped because a send socket was full."),
          Metric.counter(
              "receive-overflow",
              "rani_live_receive_overflow",
              "Frames dropped because a receive socket was full."),
          Metric.counter(
              "port-unreachable",
              "rani_live_port_unreachable",
              "Frames sent to a neighbour who was not there."),
          Metric.counter("socket-errors", "rani_live_socket_errors", "Errors of sockets."),
          Metric.counter(
              "delay-line-dropped",
              "rani_live_delay_line_dropped",
              "Frames dropped because the wires were full."),
          Metric.counter(
              "wire-departures",
              "rani_live_wire_departures",
              "Frames that came off the node's wires since go."),
          Metric.counter(
              "wire-late-departures",
              "rani_live_wire_late_departures",
              "Those of them that were late: over 1 ms."),
          Metric.seconds(
              "wire-late-max-nanos",
              "rani_live_wire_lateness_longest_seconds",
              "The latest that a frame came off a wire since go."),
          Metric.counter("failures", "rani_live_failures", "Failures of the node itself."),
          Metric.counter(
              "trace-lines-lost",
              "rani_live_trace_lines_lost",
              "Lines of the trace that were lost."),
          Metric.counter(
              "stalls", "rani_live_stalls", "Times that the node's thread stood still since go."),
          Metric.seconds(
              "stall-longest-nanos",
              "rani_live_stall_longest_seconds",
              "The longest that the node's thread stood still since go."),
          Metric.gauge(
              "direct-memory-bytes",
              "rani_live_direct_memory_bytes",
              "Memory of buffers outside the heap."));

  /** A fact in numbers: what is true is 1, and what is none 0. */
  private static double number(Map<String, Object> facts, String key) {
    return switch (facts.get(key)) {
      case Number number -> number.doubleValue();
      case Boolean truth -> truth ? 1 : 0;
      case null, default -> 0;
    };
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> facts = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, of) -> facts.put(String.valueOf(key), of));
    }
    return facts;
  }
}
