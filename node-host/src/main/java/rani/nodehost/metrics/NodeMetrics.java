// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import rani.live.LiveFacts;
import rani.node.NodeFacts;
import rani.node.RouteFacts;
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
   * @param traceLinesLost lines of its trace
   * @param connections of RDP
   */
  public record Shown(
      NodeFacts.Status status,
      NodeFacts.Counters counters,
      NodeFacts.Links links,
      NodeFacts.Queues queues,
      NodeFacts.Filters filters,
      RouteFacts routes,
      NodeFacts.Services services,
      LiveFacts live,
      long traceLinesLost,
      ConnectionWindows.Open connections) {}

  /**
   * The metrics of a node.
   *
   * @param nameOf gives the node of a virtual address
   */
  public static List<MetricSnapshot> of(String node, Shown shown, Function<String, String> nameOf) {
    NodeMetrics metrics = new NodeMetrics(node, nameOf);
    metrics.node(shown.status(), shown.counters());
    shown.links().links().forEach(metrics::link);
    shown.queues().queues().forEach(metrics::queue);
    shown.filters().places().forEach(metrics::filters);
    shown.routes().counters().forEach(metrics::linkStates);
    shown.services().services().forEach(metrics::service);
    shown.connections().windows().forEach(metrics::connection);
    metrics.live(shown.live(), shown.traceLinesLost());
    return metrics.families.snapshots();
  }

  private void node(NodeFacts.Status status, NodeFacts.Counters counters) {
    Labels own = Labels.of("node", node);
    all(OF_STATUS, status, own);
    all(OF_COUNTERS, counters, own);
    for (DropReason reason : DropReason.values()) {
      families.counter(
          "rani_drops",
          "Packets that were dropped, by reason.",
          Labels.of("node", node, "reason", reason.text()),
          counters.dropsByReason().getOrDefault(reason.text(), 0L));
    }
  }

  private void link(String link, NodeFacts.Link facts) {
    Labels labels = Labels.of("node", node, "link", link, "peer", nameOf.apply(facts.neighbour()));
    all(OF_LINK, facts, labels);
    String rate = facts.knobs().rate();
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

  private void queue(String queue, NodeFacts.Queue facts) {
    Labels labels = Labels.of("node", node, "queue", queue);
    all(OF_QUEUE, facts, labels);
    lateness(labels, "p50", facts.departures().lateP50Nanos());
    lateness(labels, "p99", facts.departures().lateP99Nanos());
    lateness(labels, "max", facts.departures().lateMaxNanos());
  }

  private void lateness(Labels labels, String quantile, long nanos) {
    families.gauge(
        "rani_queue_lateness_seconds",
        "How late paced departures were since the node began.",
        labels.add("quantile", quantile),
        nanos / NANOS_PER_SECOND);
  }

  private void filters(String place, List<NodeFacts.Rule> rules) {
    Labels labels = Labels.of("node", node, "place", place);
    families.gauge(
        "rani_filters",
        "Filters and diversions that stand; place is a link.",
        labels,
        rules.size());
    families.gauge(
        "rani_filters_caught_packets",
        "Packets that those which stand caught.",
        labels,
        rules.stream().mapToLong(NodeFacts.Rule::caught).sum());
  }

  private void linkStates(String event, long count) {
    families.counter(
        "rani_link_states",
        "Link states, and routes computed of them; contested is another who speaks as this node.",
        Labels.of("node", node, "event", event),
        count);
  }

  private void service(String service, NodeFacts.OfService facts) {
    Labels labels = Labels.of("node", node, "service", service);
    families.gauge(
        "rani_service_suspended",
        "1 if the service failed too often.",
        labels,
        facts.containment().suspended() ? 1 : 0);
    families.counter(
        "rani_service_failures",
        "Failures of the service.",
        labels,
        facts.containment().failures());
    facts("", facts.byKey(), labels);
  }

  private void facts(String prefix, Map<?, ?> facts, Labels labels) {
    facts.forEach(
        (fact, value) -> {
          if (value instanceof Number number) {
            families.gauge(
                "rani_service_fact",
                "What the service shows of itself; see its manual.",
                labels.add("fact", prefix + fact),
                number.doubleValue());
          } else if (value instanceof Map<?, ?> inner) {
            facts(prefix + fact + ".", inner, labels);
          }
        });
  }

  private void connection(String name, ConnectionWindows.Window window) {
    Labels labels = Labels.of("node", node, "service", window.service(), "connection", name);
    families.gauge(
        "rani_rdp_cwnd_packets", "Congestion window of the sender.", labels, window.cwndPackets());
    families.gauge(
        "rani_rdp_ssthresh_packets", "Slow-start threshold.", labels, window.ssthreshPackets());
    families.gauge(
        "rani_rdp_srtt_seconds", "Smoothed round trip time.", labels, window.srttSeconds());
    families.gauge("rani_rdp_rto_seconds", "Retransmission timer.", labels, window.rtoSeconds());
    families.gauge(
        "rani_rdp_flight_segments", "Segments on their way.", labels, window.flightSegments());
  }

  private void live(LiveFacts facts, long traceLinesLost) {
    Labels own = Labels.of("node", node);
    all(OF_LIVE, facts, own);
    families.counter(
        "rani_live_trace_lines_lost", "Lines of the trace that were lost.", own, traceLinesLost);
    all(OF_LIVE_JVM, facts, own);
  }

  /** A fact that is a metric as it stands; {@code perUnit} of it are one of the metric's unit. */
  private record Metric<F>(
      boolean grows, ToDoubleFunction<F> fact, String name, String help, double perUnit) {
    static <F> Metric<F> counter(ToDoubleFunction<F> fact, String name, String help) {
      return new Metric<>(true, fact, name, help, 1);
    }

    static <F> Metric<F> gauge(ToDoubleFunction<F> fact, String name, String help) {
      return new Metric<>(false, fact, name, help, 1);
    }

    static <F> Metric<F> seconds(ToDoubleFunction<F> ofNanos, String name, String help) {
      return new Metric<>(false, ofNanos, name, help, NANOS_PER_SECOND);
    }
  }

  private <F> void all(List<Metric<F>> metrics, F facts, Labels labels) {
    for (Metric<F> metric : metrics) {
      double value = metric.fact().applyAsDouble(facts) / metric.perUnit();
      if (metric.grows()) {
        families.counter(metric.name(), metric.help(), labels, value);
      } else {
        families.gauge(metric.name(), metric.help(), labels, value);
      }
    }
  }

  private static final List<Metric<NodeFacts.Status>> OF_STATUS =
      List.of(
          Metric.gauge(s -> s.up() ? 1 : 0, "rani_node_up", "1 if every link of the node is up."),
          Metric.gauge(
              s -> s.busy() ? 1 : 0, "rani_node_busy", "1 while a source has traffic left."),
          Metric.seconds(
              NodeFacts.Status::nowNanos, "rani_node_time_seconds", "The node's own time."));

  private static final List<Metric<NodeFacts.Counters>> OF_COUNTERS =
      List.of(
          Metric.gauge(
              NodeFacts.Counters::inside, "rani_node_packets", "Packets that are in the node now."),
          Metric.counter(
              NodeFacts.Counters::arrivals, "rani_node_arrivals", "Packets that came in by links."),
          Metric.counter(
              NodeFacts.Counters::origins, "rani_node_origins", "Packets that the node made."),
          Metric.counter(
              NodeFacts.Counters::departures,
              "rani_node_departures",
              "Packets that were handed to wires."),
          Metric.counter(
              NodeFacts.Counters::deliveries,
              "rani_node_deliveries",
              "Packets that reached a service or the node itself."));

  private static final List<Metric<NodeFacts.Link>> OF_LINK =
      List.of(
          Metric.gauge(
              link -> link.up() ? 1 : 0, "rani_link_up", "1 if hello goes both ways on the link."),
          Metric.gauge(
              link -> link.knobs().cut() ? 1 : 0,
              "rani_link_cut",
              "1 if its cable is pulled at this end."),
          Metric.counter(
              link -> link.traffic().packetsIn(),
              "rani_link_arrivals",
              "Packets that came in by the link."),
          Metric.counter(
              link -> link.traffic().bytesIn(),
              "rani_link_arrival_bytes",
              "Bytes of IPv4 packets that came in by the link."),
          Metric.counter(
              link -> link.traffic().packetsOut(),
              "rani_link_departures",
              "Packets that left by the link."),
          Metric.counter(
              link -> link.traffic().bytesOut(),
              "rani_link_departure_bytes",
              "Bytes of IPv4 packets that left by the link."),
          Metric.seconds(
              link -> link.knobs().delayNanos(),
              "rani_link_delay_seconds",
              "Configured delay of the wire."),
          Metric.gauge(
              link -> link.knobs().loss(), "rani_link_loss_ratio", "Configured loss of the wire."));

  private static final List<Metric<NodeFacts.Queue>> OF_QUEUE =
      List.of(
          Metric.gauge(NodeFacts.Queue::queuedFrames, "rani_queue_packets", "Packets that wait."),
          Metric.gauge(
              NodeFacts.Queue::queuedBytes, "rani_queue_bytes", "Bytes of those that wait."),
          Metric.gauge(NodeFacts.Queue::flows, "rani_queue_flows", "Flows that wait."),
          Metric.gauge(
              NodeFacts.Queue::limitFrames,
              "rani_queue_limit_packets",
              "The most packets that may wait."),
          Metric.gauge(
              NodeFacts.Queue::averageFrames,
              "rani_queue_average_packets",
              "The discipline's average of the queue, such as RED's."),
          Metric.counter(
              NodeFacts.Queue::controlBeside,
              "rani_queue_control_beside",
              "Control packets that passed beside the queue."),
          Metric.counter(
              NodeFacts.Queue::controlQueued,
              "rani_queue_control_queued",
              "Control packets beyond their share of the rate, which went the way of data."),
          Metric.counter(
              queue -> queue.departures().pacedDepartures(),
              "rani_queue_paced_departures",
              "Packets that a serializer let go."),
          Metric.counter(
              queue -> queue.departures().lateDepartures(),
              "rani_queue_late_departures",
              "Those of them that were late: over 1 ms and a tenth of their service time."));

  private static final List<Metric<LiveFacts>> OF_LIVE =
      List.of(
          Metric.counter(
              live -> live.onLoop().links().sockets().socketFull(),
              "rani_live_socket_full",
              "Frames dropped because a send socket was full."),
          Metric.counter(
              LiveFacts::receiveOverflow,
              "rani_live_receive_overflow",
              "Frames dropped because a receive socket was full."),
          Metric.counter(
              live -> live.onLoop().links().sockets().portUnreachable(),
              "rani_live_port_unreachable",
              "Frames sent to a neighbour who was not there."),
          Metric.counter(
              live -> live.onLoop().links().sockets().socketErrors(),
              "rani_live_socket_errors",
              "Errors of sockets."),
          Metric.counter(
              live -> live.onLoop().links().delayLineDropped(),
              "rani_live_delay_line_dropped",
              "Frames dropped because the wires were full."),
          Metric.counter(
              live -> live.onLoop().links().wires().wireDepartures(),
              "rani_live_wire_departures",
              "Frames that came off the node's wires since go."),
          Metric.counter(
              live -> live.onLoop().links().wires().wireLateDepartures(),
              "rani_live_wire_late_departures",
              "Those of them that were late: over 1 ms."),
          Metric.seconds(
              live -> live.onLoop().links().wires().wireLateMaxNanos(),
              "rani_live_wire_lateness_longest_seconds",
              "The latest that a frame came off a wire since go."),
          Metric.counter(
              live -> live.onLoop().links().failures(),
              "rani_live_failures",
              "Failures of the node itself."));

  private static final List<Metric<LiveFacts>> OF_LIVE_JVM =
      List.of(
          Metric.counter(
              live -> live.onLoop().stalls(),
              "rani_live_stalls",
              "Times that the node's thread stood still since go."),
          Metric.seconds(
              live -> live.onLoop().stallLongestNanos(),
              "rani_live_stall_longest_seconds",
              "The longest that the node's thread stood still since go."),
          Metric.gauge(
              LiveFacts::directMemoryBytes,
              "rani_live_direct_memory_bytes",
              "Memory of buffers outside the heap."));
}
