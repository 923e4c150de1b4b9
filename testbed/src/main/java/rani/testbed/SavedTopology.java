// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.link.DropList;
import rani.link.ImpairmentConfig;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.FlowText;
import rani.model.topology.LinkEnd;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.model.topology.TopologyText;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.queue.Rate;
import rani.wire.Address;

/**
 * Writes a running network as an equivalent topology file: its nodes and links with their current
 * parameters, and the services that run. A link that is down goes down again at the start of the
 * run. The schedule keeps its remaining entries, with times from now.
 */
public final class SavedTopology {
  private static final Location WHERE = Location.ofFile("saved topology");

  private final Testbed testbed;
  private final Topology topology;
  private final List<ScheduleEntry> cuts = new ArrayList<>();
  private final Map<String, List<NodeFacts.Link>> linksOf = new LinkedHashMap<>();

  private SavedTopology(Testbed testbed) {
    this.testbed = testbed;
    this.topology = testbed.topology();
  }

  public static String text(Testbed testbed) throws LabFailure {
    return TopologyText.print(new SavedTopology(testbed).saved());
  }

  private Topology saved() throws LabFailure {
    List<TopologyNode> nodes = new ArrayList<>();
    for (TopologyNode node : topology.nodes()) {
      if (node.foreign()) {
        nodes.add(node);
        continue;
      }
      linksOf.put(
          node.name(), List.copyOf(testbed.show(node.name(), StatusQuery.LINKS).links().values()));
      nodes.add(node.withServices(services(node)));
    }
    List<TopologyLink> links = new ArrayList<>();
    for (TopologyLink link : topology.links()) {
      links.add(new TopologyLink(end(link, link.a()), end(link, link.b()), link.ordinal()));
    }
    List<ScheduleEntry> schedule = new ArrayList<>(cuts);
    schedule.addAll(toCome());
    return topology.withNodes(nodes).withLinks(links).withSchedule(schedule);
  }

  /** Returns the running services, with the options that they were started with. */
  private SequencedMap<String, LocatedMap> services(TopologyNode node) throws LabFailure {
    var facts = testbed.show(node.name(), StatusQuery.SERVICES).services();
    SequencedMap<String, LocatedMap> services = new LinkedHashMap<>(node.services());
    services.keySet().removeIf(name -> !isRunning(facts.get(name)));
    ServiceCatalog catalog = topology.catalog(ServiceCatalog.installed());
    facts.forEach(
        (name, fact) -> {
          if (isRunning(fact) && catalog.find(name).isPresent()) {
            services.computeIfAbsent(name, service -> scheduled(node.name(), service));
          }
        });
    return services;
  }

  private static boolean isRunning(NodeFacts.@Nullable OfService facts) {
    return facts != null && facts.stopped() == null;
  }

  /** Returns the options with which the schedule starts a service that is not on the menu. */
  private LocatedMap scheduled(String node, String service) {
    LocatedMap options = LocatedMap.empty(WHERE);
    for (ScheduleEntry entry : topology.schedule()) {
      if (entry.action() instanceof ScheduleEntry.Start start
          && start.node().equals(node)
          && start.service().equals(service)) {
        options = start.options();
      }
    }
    return options;
  }

  private LinkEnd end(TopologyLink link, LinkEnd end) throws LabFailure {
    if (!linksOf.containsKey(end.node())) {
      return end; // a foreign node says nothing of it
    }
    NodeFacts.Knobs knobs = shown(link, end.node()).knobs();
    if (knobs.cut()) {
      ScheduleEntry.Way way =
          new ScheduleEntry.Way(link.a().node(), link.b().node(), link.ordinal(), true);
      ScheduleEntry entry = new ScheduleEntry(0, new ScheduleEntry.Cut(way, true), WHERE);
      if (!cuts.contains(entry)) {
        cuts.add(entry);
      }
    }
    ImpairmentConfig impairment =
        new ImpairmentConfig(
            knobs.delayNanos(),
            knobs.jitterNanos(),
            knobs.loss(),
            knobs.duplicate(),
            knobs.reorder(),
            knobs.corrupt(),
            drops(knobs.drops()));
    LinkEnd kept = knobs.followed() == null ? end.withoutTrace() : end;
    return kept.with(
        knobs.rate().equals(end.rate().text()) ? end.rate() : rate(knobs.rate()), impairment);
  }

  private static DropList drops(NodeFacts.@Nullable Drops drops) throws LabFailure {
    if (drops == null) {
      return DropList.NONE;
    }
    boolean ofData = DropList.Counted.DATA.text().equals(drops.dropCount());
    try {
      return DropList.of(
          FlowText.spec(drops.dropFlow(), Map.of()),
          ofData ? DropList.Counted.DATA : DropList.Counted.PACKETS,
          drops.drop());
    } catch (UnitError e) {
      throw new LabFailure("a node says that a link drops packets of " + drops.dropFlow(), e);
    }
  }

  private static Rate rate(String text) throws LabFailure {
    try {
      return Units.rate(text);
    } catch (UnitError e) {
      throw new LabFailure("a node says that the rate of a link is " + text, e);
    }
  }

  /** Finds a link's facts; parallel links are in the order in which they were added. */
  private NodeFacts.Link shown(TopologyLink link, String node) throws LabFailure {
    String far = link.farEnd(node).node();
    String address = Address.text(topology.node(far).orElseThrow().virtualAddress());
    List<TopologyLink> between =
        topology.linksByNode().getOrDefault(node, List.of()).stream()
            .filter(other -> other.farEnd(node).node().equals(far))
            .toList();
    return linksOf.getOrDefault(node, List.of()).stream()
        .filter(shown -> address.equals(shown.neighbour()))
        .skip(between.indexOf(link))
        .findFirst()
        .orElseThrow(() -> new LabFailure("node " + node + " has no link " + link.name()));
  }

  private List<ScheduleEntry> toCome() throws LabFailure {
    OptionalLong since = testbed.sinceGoNanos();
    if (since.isEmpty()) {
      return topology.schedule();
    }
    long nowNanos = since.getAsLong();
    return topology.schedule().stream()
        .filter(entry -> entry.atNanos() > nowNanos)
        .map(e -> new ScheduleEntry(e.atNanos() - nowNanos, e.action(), e.where()))
        .toList();
  }
}
