// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.live.LiveFacts;
import rani.model.capture.CapturedEnd;
import rani.node.NodeFacts;
import rani.nodehost.conversation.ConnectionWindows;
import rani.nodehost.conversation.LiveWorldFacts;
import rani.nodehost.conversation.NodeView;
import rani.nodehost.conversation.StatusQuery;
import rani.wasm.SandboxTrap;
import rani.world.DropReason;
import rani.world.LinkId;

/**
 * Converts a node's facts to metrics. Counters end in {@code _total}, times are in seconds, sizes
 * in bytes, and every metric has the label {@code node}.
 */
final class NodeMetrics {
  /** The most numbers of one service that become metrics. */
  static final int SERVICE_FACTS_MAX = 256;

  /** Key of the filters at the node itself, see {@link NodeFacts.Filters}. */
  private static final String OWN = "own";

  /** Beginning of the keys of failed calls of services in WebAssembly, by reason. */
  private static final String TRAPS = "traps.";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BITS_PER_BYTE = 8;
  private static final Pattern CONNECTION = Pattern.compile("([0-9.]+):(\\d+)-([0-9.]+):(\\d+)");

  private final String node;
  private final Function<String, String> nameOf;
  private final SequencedMap<String, CapturedEnd> ends = new LinkedHashMap<>();
  private final MetricFamilies families = new MetricFamilies();

  private NodeMetrics(String node, List<CapturedEnd> ends, Function<String, String> nameOf) {
    this.node = node;
    this.nameOf = nameOf;
    ends.forEach(end -> this.ends.put(new LinkId(end.link()).toString(), end));
  }

  /**
   * Returns the metrics of a live node.
   *
   * @param ends the ends of its links, by which links are named
   * @param nameOf maps a virtual address to a node's name
   */
  static List<MetricSnapshot> of(
      NodeView node, List<CapturedEnd> ends, Function<String, String> nameOf) throws LabFailure {
    NodeMetrics metrics = new NodeMetrics(node.name(), ends, nameOf);
    metrics.families.info(
        "rani_build",
        "Version of the program, and the commit that it was built from.",
        metrics.labels("version", Version.TEXT, "commit", Version.COMMIT));
    metrics.node(node.ask(StatusQuery.STATUS), node.ask(StatusQuery.COUNTERS));
    SequencedMap<String, NodeFacts.Link> links = node.ask(StatusQuery.LINKS).links();
    links.forEach(metrics::link);
    node.ask(StatusQuery.QUEUES).queues().forEach(metrics::queue);
    node.ask(StatusQuery.LATENESS).queues().forEach(metrics::lateness);
    metrics.filters(links.sequencedKeySet(), node.ask(StatusQuery.FILTERS).places());
    node.ask(StatusQuery.ROUTES).counters().forEach(metrics::linkStates);
    node.ask(StatusQuery.SERVICES).services().forEach(metrics::service);
    node.ask(StatusQuery.CONNECTIONS).windows().forEach(metrics::connection);
    metrics.live(node.ask(StatusQuery.LIVE));
    return metrics.families.snapshots();
  }

  private Labels labels(String... namesAndValues) {
    return Labels.of("node", node).merge(Labels.of(namesAndValues));
  }

  /** Returns the direction that leaves by a link, {@code n1->n2}; or the name of another queue. */
  private String out(String link) {
    CapturedEnd end = ends.get(link);
    return end == null ? link : end.out();
  }

  /** Returns the direction that comes in by a link, {@code n2->n1}. */
  private String in(String link) {
    CapturedEnd end = ends.get(link);
    return end == null ? link : end.in();
  }

  private void node(NodeFacts.Status status, NodeFacts.Counters counters) {
    Labels own = Labels.of("node", node);
    all(OF_STATUS, status, own);
    all(OF_COUNTERS, counters, own);
    for (DropReason reason : DropReason.values()) {
      families.counter(
          "rani_drops",
          "Packets that were dropped, by reason.",
          labels("reason", reason.text()),
          counters.dropsByReason().getOrDefault(reason.text(), 0L));
    }
  }

  private void link(String link, NodeFacts.Link facts) {
    Labels out = labels("link", out(link));
    all(OF_LINK, facts, out);
    all(OF_LINK_IN, facts, labels("link", in(link)));
    NodeFacts.Followed followed = facts.knobs().followed();
    if (followed != null) {
      families.gauge(
          "rani_link_trace_rate_bytes_per_second",
          "Rate about now of the trace that a link follows, in bytes.",
          labels("link", out(link)),
          followed.rateNowBitsPerSecond() / BITS_PER_BYTE);
    }
    String rate = facts.knobs().rate();
    boolean isLimit = rate.matches("\\d+(\\.\\d+)?(bit|packet)/s");
    double perSecond = isLimit ? Double.parseDouble(rate.replaceAll("[a-z/]+$", "")) : 0;
    if (perSecond > 0 && rate.endsWith("bit/s")) {
      families.gauge(
          "rani_link_rate_bytes_per_second",
          "Configured rate, in bytes.",
          out,
          perSecond / BITS_PER_BYTE);
    } else if (perSecond > 0) {
      families.gauge(
          "rani_link_rate_packets_per_second", "Configured rate, in packets.", out, perSecond);
    }
  }

  private void queue(String queue, NodeFacts.Queue facts) {
    all(OF_QUEUE, facts, labels("queue", out(queue)));
  }

  private void lateness(String queue, NodeFacts.LateDepartures late) {
    families.histogram(
        "rani_queue_lateness_seconds",
        "How late paced departures were since the node began.",
        labels("queue", out(queue)),
        late.atMostNanos(),
        late.departures(),
        late.sumNanos());
  }

  /** Adds filters at the node itself, and at each link, where they catch what comes in. */
  private void filters(
      Collection<String> links, SequencedMap<String, List<NodeFacts.Rule>> places) {
    List<String> all = new ArrayList<>(List.of(OWN));
    all.addAll(links);
    for (String place : all) {
      List<NodeFacts.Rule> rules = places.getOrDefault(place, List.of());
      Labels labels = labels("place", in(place));
      families.gauge(
          "rani_filters",
          "Filters and diversions that stand; place is the node itself (own), or a link.",
          labels,
          rules.size());
      families.gauge(
          "rani_filters_caught_packets",
          "Packets that those which stand caught.",
          labels,
          rules.stream().mapToLong(NodeFacts.Rule::caught).sum());
    }
  }

  private void linkStates(String event, long count) {
    families.counter(
        "rani_link_states",
        "Link states, and routes computed of them; contested is another who speaks as this node.",
        labels("event", event),
        count);
  }

  private void service(String service, NodeFacts.OfService facts) {
    Labels labels = labels("service", service);
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
    if (!Boolean.TRUE.equals(facts.dormant())) {
      budgets(facts.budget().budgets(), labels);
    }
    Map<String, Number> numbers = new LinkedHashMap<>();
    numbers("", facts.own().byKey(), numbers);
    code(numbers, labels);
    numbers.forEach((fact, value) -> fact(service, fact, value.doubleValue()));
  }

  /** Moves what every service in WebAssembly shows to metrics that are the same for all. */
  private void code(Map<String, Number> numbers, Labels labels) {
    Number bytes = numbers.remove("module-bytes");
    if (bytes == null) {
      return;
    }
    families.gauge(
        "rani_code_bytes",
        "Size of the module of a service in WebAssembly.",
        labels,
        bytes.doubleValue());
    families.gauge(
        "rani_code_memory_pages",
        "Memory of a service in WebAssembly, in pages of 65,536 bytes.",
        labels,
        taken(numbers, "memory-pages"));
    families.counter(
        "rani_code_packets",
        "Packets that were shown to a service in WebAssembly.",
        labels,
        taken(numbers, "packets-shown"));
    families.counter(
        "rani_code_calls", "Calls of a service in WebAssembly.", labels, taken(numbers, "calls"));
    families.counter(
        "rani_code_fuel",
        "Fuel that a service in WebAssembly has used.",
        labels,
        taken(numbers, "fuel-used"));
    for (SandboxTrap.Reason reason : SandboxTrap.Reason.values()) {
      families.counter(
          "rani_code_traps",
          "Calls of a service in WebAssembly that failed, by reason.",
          labels.add("reason", reason.text()),
          taken(numbers, TRAPS + reason.text()));
    }
  }

  private static double taken(Map<String, Number> numbers, String fact) {
    Number value = numbers.remove(fact);
    return value == null ? 0 : value.doubleValue();
  }

  private void budgets(NodeFacts.Budgets budgets, Labels labels) {
    budget("packets-in-second", budgets.packetsInSecond(), labels);
    budget("wakes-in-second", budgets.wakesInSecond(), labels);
    budget("timers", budgets.timers(), labels);
    budget("ports", budgets.ports(), labels);
    budget("diversions", budgets.diversions(), labels);
    budget("held-buffers", budgets.heldBuffers(), labels);
  }

  private void budget(String budget, NodeFacts.Use use, Labels labels) {
    families.gauge(
        "rani_service_budget_used_ratio",
        "Share of a limit that the service uses; of those that run.",
        labels.add("budget", budget),
        use.max() == 0 ? 0 : (double) use.used() / use.max());
  }

  /** Collects numbers by their keys, joined by dots. */
  private static void numbers(String prefix, Map<?, ?> facts, Map<String, Number> numbers) {
    for (Map.Entry<?, ?> fact : facts.entrySet()) {
      if (fact.getValue() instanceof Number number && numbers.size() < SERVICE_FACTS_MAX) {
        numbers.put(prefix + fact.getKey(), number);
      } else if (fact.getValue() instanceof Map<?, ?> inner) {
        numbers(prefix + fact.getKey() + ".", inner, numbers);
      }
    }
  }

  private void fact(String service, String fact, double value) {
    ServiceFactName name = ServiceFactName.of(service, fact);
    Labels labels = Labels.of("node", node);
    families.unknown(
        name.metric(),
        "A number that services show; docs/services.md has their meaning.",
        name.address().isEmpty() ? labels : labels.add("about", nameOf.apply(name.address())),
        value / name.perUnit());
  }

  private void connection(String name, ConnectionWindows.Window window) {
    Labels labels = labels("service", window.service(), "connection", connection(name));
    families.gauge(
        "rani_rdp_cwnd_packets", "Congestion window of the sender.", labels, window.cwndPackets());
    families.gauge(
        "rani_rdp_ssthresh_packets", "Slow-start threshold.", labels, window.ssthreshPackets());
    families.gauge(
        "rani_rdp_srtt_seconds", "Smoothed round-trip time.", labels, window.srttSeconds());
    families.gauge("rani_rdp_rto_seconds", "Retransmission timeout.", labels, window.rtoSeconds());
    families.gauge(
        "rani_rdp_flight_segments", "Segments in flight.", labels, window.flightSegments());
  }

  /** Returns {@code n1:49152->n3:7} for a connection between addresses. */
  private String connection(String name) {
    Matcher ends = CONNECTION.matcher(name);
    return ends.matches()
        ? nameOf.apply(ends.group(1))
            + ":"
            + ends.group(2)
            + "->"
            + nameOf.apply(ends.group(3))
            + ":"
            + ends.group(4)
        : name;
  }

  private void live(LiveWorldFacts live) {
    LiveFacts facts = live.world();
    Labels own = Labels.of("node", node);
    all(OF_LIVE, facts, own);
    families.counter(
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
        families.counter(metric.name(), metric.help(), labels, value);
      } else {
        families.gauge(metric.name(), metric.help(), labels, value);
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

  /** Metrics of the direction that leaves by a link. */
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
              l -> l.traffic().packetsOut(),
              "rani_link_departures",
              "Packets that left by the link."),
          counter(
              l -> l.traffic().bytesOut(),
              "rani_link_departure_bytes",
              "Bytes of IPv4 packets that left by the link."));

  /** Metrics of the direction that comes in by a link. */
  private static final List<Metric<NodeFacts.Link>> OF_LINK_IN =
      List.of(
          counter(
              l -> l.traffic().packetsIn(),
              "rani_link_arrivals",
              "Packets that came in by the link."),
          counter(
              l -> l.traffic().bytesIn(),
              "rani_link_arrival_bytes",
              "Bytes of IPv4 packets that came in by the link."));

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
