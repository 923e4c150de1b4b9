// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import rani.ground.LabFailure;
import rani.live.LiveFacts;
import rani.node.NodeFacts;
import rani.nodehost.conversation.ConnectionWindows;
import rani.nodehost.conversation.LiveWorldFacts;
import rani.nodehost.conversation.NodeView;
import rani.nodehost.conversation.StatusQuery;
import rani.world.DropReason;

/**
 * Converts a node's facts to metrics. Counters end in {@code _total}, times are in seconds, sizes
 * in bytes, and every metric has the label {@code node}.
 */
final class NodeMetrics {
  private static final double NANOS_PER_SECOND = 1e9;

  private final String node;
  private final Function<String, String> nameOf;
  private final SequencedMap<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final SequencedMap<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();

  private NodeMetrics(String node, Function<String, String> nameOf) {
    this.node = node;
    this.nameOf = nameOf;
  }

  /** Returns the metrics of a live node; {@code nameOf} maps a virtual address to a node's name. */
  static List<MetricSnapshot> of(NodeView node, Function<String, String> nameOf) throws LabFailure {
    NodeMetrics metrics = new NodeMetrics(node.name(), nameOf);
    metrics.node(node.ask(StatusQuery.STATUS), node.ask(StatusQuery.COUNTERS));
    node.ask(StatusQuery.LINKS).links().forEach(metrics::link);
    node.ask(StatusQuery.QUEUES).queues().forEach(metrics::queue);
    node.ask(StatusQuery.FILTERS).places().forEach(metrics::filters);
    node.ask(StatusQuery.ROUTES).counters().forEach(metrics::linkStates);
    node.ask(StatusQuery.SERVICES).services().forEach(metrics::service);
    node.ask(StatusQuery.CONNECTIONS).windows().forEach(metrics::connection);
    metrics.live(node.ask(StatusQuery.LIVE));
    List<MetricSnapshot> all = new ArrayList<>();
    metrics.counters.values().forEach(family -> all.add(family.build()));
    metrics.gauges.values().forEach(family -> all.add(family.build()));
    return all;
  }

  /** Adds a data point of a counter, whose name Prometheus's client completes by {@code _total}. */
  private void counter(String name, String help, Labels labels, double value) {
    counters
        .computeIfAbsent(name, fresh -> CounterSnapshot.builder().name(name).help(help))
        .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  private void gauge(String name, String help, Labels labels, double value) {
    gauges
        .computeIfAbsent(name, fresh -> GaugeSnapshot.builder().name(name).help(help))
        .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  private void node(NodeFacts.Status status, NodeFacts.Counters counters) {
    Labels own = Labels.of("node", node);
    all(OF_STATUS, status, own);
    all(OF_COUNTERS, counters, own);
    for (DropReason reason : DropReason.values()) {
      counter(
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
    boolean isLimit = rate.matches("\\d+(\\.\\d+)?(bit|packet)/s");
    double perSecond = isLimit ? Double.parseDouble(rate.replaceAll("[a-z/]+$", "")) : 0;
    if (perSecond > 0 && rate.endsWith("bit/s")) {
      gauge("rani_link_rate_bits_per_second", "Configured rate, in bits.", labels, perSecond);
    } else if (perSecond > 0) {
      gauge("rani_link_rate_packets_per_second", "Configured rate, in packets.", labels, perSecond);
    }
  }

  private void queue(String queue, NodeFacts.Queue facts) {
    Labels labels = Labels.of("node", node, "queue", queue);
    all(OF_QUEUE, facts, labels);
    lateness(labels, "p50", facts.departures().lateP50Nanos());
    lateness(labels, "p99", facts.departures().lateP99Nanos());
    lateness(labels, "max", facts.departures().lateMaxNanos());
  }

  private void lateness(Labels labels, String quantile, long nanos) {
    gauge(
        "rani_queue_lateness_seconds",
        "How late paced departures were since the node began.",
        labels.add("quantile", quantile),
        nanos / NANOS_PER_SECOND);
  }

  private void filters(String place, List<NodeFacts.Rule> rules) {
    Labels labels = Labels.of("node", node, "place", place);
    gauge(
        "rani_filters",
        "Filters and diversions that stand; place is a link.",
        labels,
        rules.size());
    gauge(
        "rani_filters_caught_packets",
        "Packets that those which stand caught.",
        labels,
        rules.stream().mapToLong(NodeFacts.Rule::caught).sum());
  }

  private void linkStates(String event, long count) {
    counter(
        "rani_link_states",
        "Link states, and routes computed of them; contested is another who speaks as this node.",
        Labels.of("node", node, "event", event),
        count);
  }

  private void service(String service, NodeFacts.OfService facts) {
    Labels labels = Labels.of("node", node, "service", service);
    gauge(
        "rani_service_suspended",
        "1 if the service failed too often.",
        labels,
        facts.containment().suspended() ? 1 : 0);
    counter(
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
            gauge(
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
    gauge(
        "rani_rdp_cwnd_packets", "Congestion window of the sender.", labels, window.cwndPackets());
    gauge("rani_rdp_ssthresh_packets", "Slow-start threshold.", labels, window.ssthreshPackets());
    gauge("rani_rdp_srtt_seconds", "Smoothed round trip time.", labels, window.srttSeconds());
    gauge("rani_rdp_rto_seconds", "Retransmission timer.", labels, window.rtoSeconds());
    gauge("rani_rdp_flight_segments", "Segments on their way.", labels, window.flightSegments());
  }

  private void live(LiveWorldFacts live) {
    LiveFacts facts = live.world();
    Labels own = Labels.of("node", node);
    all(OF_LIVE, facts, own);
    counter(
        "rani_live_trace_lines_lost",
        "Lines of the trace that were lost.",
        own,
        live.traceLinesLost());
  }

  /** A metric whose value is a fact divided by {@code perUnit}. */
  private record Metric<F>(
      boolean grows, ToDoubleFunction<F> fact, String name, String help, double perUnit) {}

  private static <F> Metric<F> counter(ToDoubleFunction<F> fact, String name, String help) {
    return new Metric<>(true, fact, name, help, 1);
  }

  private static <F> Metric<F> gauge(ToDoubleFunction<F> fact, String name, String help) {
    return new Metric<>(false, fact, name, help, 1);
  }

  private static <F> Metric<F> seconds(ToDoubleFunction<F> ofNanos, String name, String help) {
    return new Metric<>(false, ofNanos, name, help, NANOS_PER_SECOND);
  }

  private <F> void all(List<Metric<F>> metrics, F facts, Labels labels) {
    for (Metric<F> metric : metrics) {
      double value = metric.fact().applyAsDouble(facts) / metric.perUnit();
      if (metric.grows()) {
        counter(metric.name(), metric.help(), labels, value);
      } else {
        gauge(metric.name(), metric.help(), labels, value);
      }
    }
  }

  private static final List<Metric<NodeFacts.Status>> OF_STATUS =
      List.of(
          gauge(s -> s.up() ? 1 : 0, "rani_node_up", "1 if every link of the node is up."),
          gauge(s -> s.busy() ? 1 : 0, "rani_node_busy", "1 while a source has traffic left."),
          seconds(s -> s.nowNanos(), "rani_node_time_seconds", "The node's own time."));

  private static final List<Metric<NodeFacts.Counters>> OF_COUNTERS =
      List.of(
          gauge(c -> c.inside(), "rani_node_packets", "Packets that are in the node now."),
          counter(c -> c.arrivals(), "rani_node_arrivals", "Packets that came in by links."),
          counter(c -> c.origins(), "rani_node_origins", "Packets that the node made."),
          counter(
              c -> c.departures(), "rani_node_departures", "Packets that were handed to wires."),
          counter(
              c -> c.deliveries(),
              "rani_node_deliveries",
              "Packets that reached a service or the node itself."));

  private static final List<Metric<NodeFacts.Link>> OF_LINK =
      List.of(
          gauge(l -> l.up() ? 1 : 0, "rani_link_up", "1 if hello goes both ways on the link."),
          gauge(
              l -> l.knobs().cut() ? 1 : 0, "rani_link_cut", "1 if it is taken down at this end."),
          seconds(
              l -> l.knobs().delayNanos(),
              "rani_link_delay_seconds",
              "Configured delay of the wire."),
          gauge(l -> l.knobs().loss(), "rani_link_loss_ratio", "Configured loss of the wire."),
          counter(
              l -> l.traffic().packetsIn(),
              "rani_link_arrivals",
              "Packets that came in by the link."),
          counter(
              l -> l.traffic().bytesIn(),
              "rani_link_arrival_bytes",
              "Bytes of IPv4 packets that came in by the link."),
          counter(
              l -> l.traffic().packetsOut(),
              "rani_link_departures",
              "Packets that left by the link."),
          counter(
              l -> l.traffic().bytesOut(),
              "rani_link_departure_bytes",
              "Bytes of IPv4 packets that left by the link."));

  private static final List<Metric<NodeFacts.Queue>> OF_QUEUE =
      List.of(
          gauge(q -> q.queuedFrames(), "rani_queue_packets", "Packets that wait."),
          gauge(q -> q.queuedBytes(), "rani_queue_bytes", "Bytes of those that wait."),
          gauge(q -> q.flows(), "rani_queue_flows", "Flows that wait."),
          gauge(
              q -> q.limitFrames(), "rani_queue_limit_packets", "The most packets that may wait."),
          gauge(
              q -> q.averageFrames(),
              "rani_queue_average_packets",
              "The discipline's average of the queue, such as RED's."),
          counter(
              q -> q.controlBeside(),
              "rani_queue_control_beside",
              "Control packets that passed beside the queue."),
          counter(
              q -> q.controlQueued(),
              "rani_queue_control_queued",
              "Control packets beyond their share of the rate, which went the way of data."),
          counter(
              q -> q.departures().pacedDepartures(),
              "rani_queue_paced_departures",
              "Packets that a serializer let go."),
          counter(
              q -> q.departures().lateDepartures(),
              "rani_queue_late_departures",
              "Those of them that were late: over 1 ms and a tenth of their service time."));

  private static final List<Metric<LiveFacts>> OF_LIVE =
      List.of(
          counter(
              l -> l.receiveOverflow(),
              "rani_live_receive_overflow",
              "Frames dropped because a receive socket was full."),
          gauge(
              l -> l.directMemoryBytes(),
              "rani_live_direct_memory_bytes",
              "Memory of buffers outside the heap."),
          counter(
              l -> l.onLoop().stalls(),
              "rani_live_stalls",
              "Times that the node's thread stood still since go."),
          seconds(
              l -> l.onLoop().stallLongestNanos(),
              "rani_live_stall_longest_seconds",
              "The longest that the node's thread stood still since go."),
          counter(
              l -> l.onLoop().links().delayLineDropped(),
              "rani_live_delay_line_dropped",
              "Frames dropped because the wires were full."),
          counter(
              l -> l.onLoop().links().failures(),
              "rani_live_failures",
              "Failures of the node itself."),
          counter(
              l -> l.onLoop().links().sockets().socketFull(),
              "rani_live_socket_full",
              "Frames dropped because a send socket was full."),
          counter(
              l -> l.onLoop().links().sockets().portUnreachable(),
              "rani_live_port_unreachable",
              "Frames sent to a neighbour who was not there."),
          counter(
              l -> l.onLoop().links().sockets().socketErrors(),
              "rani_live_socket_errors",
              "Errors of sockets."),
          counter(
              l -> l.onLoop().links().wires().wireDepartures(),
              "rani_live_wire_departures",
              "Frames that came off the node's wires since go."),
          counter(
              l -> l.onLoop().links().wires().wireLateDepartures(),
              "rani_live_wire_late_departures",
              "Those of them that were late: over 1 ms."),
          seconds(
              l -> l.onLoop().links().wires().wireLateMaxNanos(),
              "rani_live_wire_lateness_longest_seconds",
              "The latest that a frame came off a wire since go."));
}
