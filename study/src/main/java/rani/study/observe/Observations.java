// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.nodehost.edge.EdgeMetrics;
import rani.service.metric.Crossing;
import rani.service.metric.FilterSpan;
import rani.service.metric.MetricRow;
import rani.service.metric.NoteMark;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceFacts;
import rani.service.metric.ServiceMetrics;
import rani.study.flow.FlowCompletion;
import rani.wire.Ipv4Header;
import rani.wire.PacketGlance;
import rani.world.DropReason;
import rani.world.NodeTrace;

/**
 * Turns the events of a run into the metrics and series that expectations and reports use. Events
 * come one after another in order of time: from {@code TraceFiles} after a live run, directly
 * during a virtual run. All times in results are relative to the plan's epoch. {@link MetricSheet}
 * describes the metrics. A metric without a value in the run is absent.
 */
public final class Observations implements ObservedRun {
  /** Metrics that this class measures itself; each watch has rows of its own. */
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          drops.total | PACKETS | RUN | drop
            packets dropped in all
            frames that nodes let go, for whatever reason
          drops.REASON | PACKETS | RUN | drop
            packets dropped: REASON
            of these, those for one of the reasons of wire-format.md
          rdp.queue-drops.total | PACKETS | RUN | drop
            packets of connections that queues dropped
            packets of RDP that queues dropped, early or for want of room; what filters discard is
            not in it
          duration-seconds | SECONDS | RUN | all
            duration
            from go to the last event
          """);

  /** Names of the reasons for which queues drop. */
  private static final Set<String> BY_QUEUES =
      Set.of(
          DropReason.QUEUE_FULL.text(),
          DropReason.RED_EARLY.text(),
          DropReason.RED_FORCED.text(),
          DropReason.SOJOURN.text(),
          DropReason.PIE.text(),
          DropReason.AQM.text());

  /** Largest number of recorded changes of links; later ones are not recorded. */
  static final int LINK_CHANGES_MAX = 2_000;

  /** Largest number of recorded drops; later drops are only counted. */
  public static final int DROP_SAMPLES_MAX = 200_000;

  private final ObservationPlan plan;
  private final boolean withSeries;
  final SeriesSink sink;
  final QueueWatch queues;
  final FilterWatch filters;
  final ConnectionWatch connections;
  final LinkWatch links;
  final SojournWatch sojourns;
  final PacketWatch packets;
  final FlowWatch flows;
  final OperationWatch operations = new OperationWatch();
  private final TreeMap<String, Long> dropsByReason = new TreeMap<>();
  private final List<DropSample> drops = new ArrayList<>();
  private final List<LinkChange> linkChanges = new ArrayList<>();
  private final Map<String, NodeObserver> nodes = new LinkedHashMap<>();
  private final Map<String, ServiceMetrics> services = ServiceNotes.measure(this);
  private final List<QueueMoment> moments = new ArrayList<>();
  private final AddressTexts addresses = new AddressTexts();
  private long dropCount;
  private long rdpQueueDrops;
  private long lastNanos;

  public Observations(ObservationPlan plan) {
    this(plan, true, SeriesSink.NONE);
  }

  private Observations(ObservationPlan plan, boolean withSeries, SeriesSink sink) {
    this.plan = plan;
    this.withSeries = withSeries;
    this.sink = sink;
    this.queues = new QueueWatch(plan, withSeries);
    this.filters = new FilterWatch(plan);
    this.connections = new ConnectionWatch(plan, withSeries, sink);
    this.links = new LinkWatch(plan, sink);
    this.sojourns = new SojournWatch(plan, sink);
    this.packets = new PacketWatch(plan, sink);
    this.flows = new FlowWatch(plan, sink);
    this.lastNanos = plan.epochNanos();
  }

  /** Starts an observation that keeps no series of single events; the metrics are the same. */
  public static Observations withoutSeries(ObservationPlan plan) {
    return new Observations(plan, false, SeriesSink.NONE);
  }

  /** Starts an observation that passes single values on as they come, and keeps none itself. */
  public static Observations into(SeriesSink sink, ObservationPlan plan) {
    return new Observations(plan, false, sink);
  }

  /** Returns the receiver of a node's events; throws IllegalArgumentException for a bad note. */
  public NodeTrace at(String node) {
    return node(node);
  }

  /** Returns the nodes between which delays were measured: the sinks of each source. */
  public SequencedMap<String, List<String>> ways() {
    return packets.ways();
  }

  NodeObserver node(String name) {
    return nodes.computeIfAbsent(
        name, _ -> new NodeObserver(name, plan, this, links.uses(name), sojourns.of(name)));
  }

  void happened(long timeNanos) {
    lastNanos = Math.max(lastNanos, timeNanos);
  }

  /** Records a dropped frame; the packet is null if the frame cannot be read. */
  void drop(
      long timeNanos,
      NodeObserver node,
      String reason,
      OptionalInt link,
      @Nullable PacketGlance packet) {
    happened(timeNanos);
    dropCount++;
    dropsByReason.merge(reason, 1L, Long::sum);
    if (packet != null) {
      if (reason.equals(DropReason.FILTERED.text())) {
        filters.caught(node, link, packet);
      }
      packets.drop(timeNanos, node.name, reason, packet);
      sojourns.drop(timeNanos, node, packet);
      links.drop(node, packet);
      boolean isRdp = packet.protocol() == Ipv4Header.PROTOCOL_RDP;
      rdpQueueDrops += isRdp && BY_QUEUES.contains(reason) ? 1 : 0;
    }
    if (withSeries && drops.size() < DROP_SAMPLES_MAX) {
      String source = packet == null ? "" : addresses.of(packet.source());
      drops.add(new DropSample(timeNanos - plan.epochNanos(), node.name, source, reason));
    }
  }

  /** Records that a node found a link down, or up again; all are down before a run. */
  void link(long timeNanos, String node, int link, boolean up) {
    boolean isChange =
        !up || linkChanges.stream().anyMatch(one -> one.link() == link && one.node().equals(node));
    if (timeNanos >= 0 && isChange && linkChanges.size() < LINK_CHANGES_MAX) {
      linkChanges.add(new LinkChange(timeNanos, node, link, up));
    }
  }

  /** Passes a service's note to its metrics and to the charts of the queue. */
  void note(ObservedNote note) {
    long timeNanos = note.timeNanos() - plan.epochNanos();
    ServiceMetrics service = services.get(note.service());
    if (service != null) {
      try {
        service.note(timeNanos, note.node().name, note.event(), note.detail());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(e.getMessage() + ": " + note.line(), e);
      }
    }
    NoteMark mark = ServiceNotes.mark(note.service(), note.event());
    if (mark != null && mark.chart() != null) {
      moments.add(QueueMoment.of(timeNanos, mark.chart(), note.detail(), plan::nameOf));
    }
  }

  @Override
  public String nameOf(String address) {
    return plan.nameOf(address);
  }

  @Override
  public String queueNode() {
    return plan.queueNode();
  }

  @Override
  public SequencedMap<String, Long> entered(String node) {
    return node(node).entered.counts();
  }

  @Override
  public double spanSeconds() {
    return plan.span().lengthNanos(lastNanos - plan.epochNanos()) / 1e9;
  }

  /** Returns the packets at the observed queue, at most {@value QueueWatch#SAMPLES_MAX}. */
  public List<QueueSample> queueSamples() {
    return queues.samples();
  }

  @Override
  public List<Crossing> crossings() {
    return queues.crossings();
  }

  /** Returns decisions of the services of all nodes, which charts of the queue show. */
  public List<QueueMoment> moments() {
    return Collections.unmodifiableList(moments);
  }

  @Override
  public List<FilterSpan> filters() {
    return filters.spans();
  }

  /** Returns every end of an RDP connection, in the order of their first notes. */
  public List<ConnectionSeries> connections() {
    return connections.series();
  }

  /** Returns the transfers of sources, in the order in which they started. */
  public List<FlowCompletion> flowCompletions() {
    return flows.flows();
  }

  /** Returns when nodes found links down or up again, at most {@value #LINK_CHANGES_MAX} times. */
  public List<LinkChange> linkChanges() {
    return Collections.unmodifiableList(linkChanges);
  }

  public List<DropSample> drops() {
    return Collections.unmodifiableList(drops);
  }

  /** Returns the metrics of a run that was observed to its end, with the facts of each service. */
  SequencedMap<String, Double> metrics(Map<String, ? extends Map<String, ?>> facts) {
    return metrics(ServiceFacts.atEnd(facts));
  }

  public SequencedMap<String, Double> metrics(ServiceFacts facts) {
    var metrics = new LinkedHashMap<String, Double>();
    long endNanos = lastNanos - plan.epochNanos();
    services.values().forEach(service -> service.addTo(metrics, facts));
    new EdgeMetrics(this).addTo(metrics, facts);
    queues.addTo(metrics);
    filters.addTo(metrics);
    packets.addTo(metrics, endNanos);
    new ConnectionMetrics(plan, connections(), this::node).addTo(metrics);
    flows.addTo(metrics);
    links.addTo(metrics, endNanos);
    sojourns.addTo(metrics);
    operations.addTo(metrics);
    metrics.put("drops.total", (double) dropCount);
    metrics.put("rdp.queue-drops.total", (double) rdpQueueDrops);
    dropsByReason.forEach((reason, count) -> metrics.put("drops." + reason, (double) count));
    metrics.put("duration-seconds", endNanos / 1e9);
    return metrics;
  }
}
