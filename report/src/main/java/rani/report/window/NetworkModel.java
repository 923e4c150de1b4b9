// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import rani.aqm.RedConfig;
import rani.link.DropList;
import rani.link.ImpairmentConfig;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.picture.GraphLayout;
import rani.model.topology.LinkEnd;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.node.NodeFacts;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Address;
import rani.world.CamelCase;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;

/**
 * A network as the page knows it: nodes, queues, links and their directions, each by its number. A
 * flow has the number of the node that its packets come from; {@link #otherFlow} stands for any
 * source that is no node.
 */
final class NetworkModel {
  private static final int ROUNDING = 1000;

  /** Facts say nothing of an empty list. */
  private static final NodeFacts.Drops NO_DROPS = drops(DropList.NONE);

  private final Topology topology;
  private final SequencedMap<String, Integer> nodes = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> nodesByAddress = new LinkedHashMap<>();
  private final Map<Integer, Integer> flows = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> queueNumbers = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> directions = new LinkedHashMap<>();
  private final List<ShownQueue> queues = new ArrayList<>();
  private final List<ShownLink> links = new ArrayList<>();

  /** A network as it is started. */
  NetworkModel(Topology topology) {
    this(topology, LinkNumbers.of(topology)::at);
  }

  /**
   * A network whose links may have come and gone.
   *
   * @param numbers which each link has at a node
   */
  NetworkModel(Topology topology, BiFunction<String, TopologyLink, LinkId> numbers) {
    this.topology = topology;
    for (TopologyNode node : topology.nodes()) {
      nodesByAddress.put(Address.text(node.virtualAddress()), nodes.size());
      flows.put(node.virtualAddress(), nodes.size());
      nodes.put(node.name(), nodes.size());
    }
    for (TopologyNode node : topology.nodes()) {
      if (node.placement() == TopologyNode.Placement.NODE) {
        addQueue(node.name(), "node", node.queue(), node.rate(), -1);
      }
    }
    for (TopologyLink link : topology.links()) {
      addLink(link, numbers);
    }
  }

  /** The network for the page, with the current state of queues, links and ends. */
  record Shown(
      String name,
      String description,
      List<ShownNode> nodes,
      List<ShownQueue> queues,
      List<ShownLink> links)
      implements Facts {}

  /** A node; with its host in a network of several hosts. */
  record ShownNode(
      String name, String address, double x, double y, @Nullable String host, List<String> services)
      implements Facts {}

  /** A queue; its direction is -1 if it is a node's own. */
  @CamelCase
  record ShownQueue(
      int node,
      String name,
      int direction,
      int limit,
      String rate,
      String discipline,
      @Nullable Double minTh,
      @Nullable Double maxTh,
      @Nullable String action)
      implements Facts {}

  /** A link between two nodes, with what can be turned at its ends. */
  record ShownLink(String name, int a, int b, List<End> ends) implements Facts {}

  /** One end of a link; its cut state is known after the first poll of its node. */
  record End(
      int number, String direction, @Inline Speed speed, @Inline Wire wire, @Nullable Boolean cut)
      implements Facts {}

  /** How fast an end sends, and the number if it is bounded. */
  @CamelCase
  record Speed(String rate, @Nullable Double packetsPerSecond, @Nullable Double bitsPerSecond)
      implements Facts {
    private static Speed of(Rate rate) {
      return new Speed(
          rate.text(),
          rate.unit() == Rate.Unit.PACKETS ? rate.perSecond() : null,
          rate.unit() == Rate.Unit.BITS ? rate.perSecond() : null);
    }

    /** As the facts of a node write it: {@code 1000000bit/s}. */
    static Speed of(String rate) {
      try {
        return of(Units.rate(rate));
      } catch (UnitError e) {
        return new Speed(rate, null, null);
      }
    }
  }

  /** What a wire does to frames; times in nanoseconds, shares 0…1. */
  record Wire(
      long delay,
      long jitter,
      double loss,
      double duplicate,
      double reorder,
      double corrupt,
      @Inline NodeFacts.Drops drops)
      implements Facts {}

  /** What operators turn at an end. */
  record Knobs(@Inline Wire wire, boolean cut, @Inline Speed speed) implements Facts {
    static Knobs of(NodeFacts.Knobs facts) {
      return new Knobs(
          new Wire(
              facts.delayNanos(),
              facts.jitterNanos(),
              facts.loss(),
              facts.duplicate(),
              facts.reorder(),
              facts.corrupt(),
              Objects.requireNonNullElse(facts.drops(), NO_DROPS)),
          facts.cut(),
          Speed.of(facts.rate()));
    }
  }

  private void addLink(TopologyLink link, BiFunction<String, TopologyLink, LinkId> numbers) {
    List<End> ends = new ArrayList<>();
    for (LinkEnd end : List.of(link.a(), link.b())) {
      LinkId id = numbers.apply(end.node(), link);
      directions.put(place(end.node(), id.toString()), directions.size());
      addQueue(end.node(), id.toString(), end.queue(), end.rate(), directions.size() - 1);
      ImpairmentConfig wire = end.impairment();
      DropList drops = wire.drops();
      ends.add(
          new End(
              id.number(),
              link.direction(end.node()),
              Speed.of(end.rate()),
              new Wire(
                  wire.delayNanos(),
                  wire.jitterNanos(),
                  wire.loss(),
                  wire.duplicate(),
                  wire.reorder(),
                  wire.corrupt(),
                  drops(drops)),
              null));
    }
    links.add(new ShownLink(link.name(), node(link.a().node()), node(link.b().node()), ends));
  }

  private static NodeFacts.Drops drops(DropList drops) {
    return new NodeFacts.Drops(drops.numbers(), drops.flow().toString(), drops.counted().text());
  }

  /** The knobs of a direction are others now. */
  void turned(int direction, Knobs knobs) {
    List<End> ends = links.get(direction / 2).ends();
    End end = ends.get(direction % 2);
    ends.set(
        direction % 2,
        new End(end.number(), end.direction(), knobs.speed(), knobs.wire(), knobs.cut()));
  }

  private void addQueue(String node, String name, QueueConfig queue, Rate rate, int direction) {
    RedConfig red = RedConfig.of(queue);
    queueNumbers.put(place(node, name), queues.size());
    queues.add(
        new ShownQueue(
            node(node),
            name,
            direction,
            queue.limitFrames(),
            rate.text(),
            queue.disciplineName(),
            red == null ? null : red.minThFrames(),
            red == null ? null : red.maxThFrames(),
            red == null ? null : red.action().name().toLowerCase(Locale.ROOT)));
  }

  /** A place at a node: a link, or a queue. */
  private static String place(String node, String what) {
    return node + '/' + what;
  }

  Topology topology() {
    return topology;
  }

  int nodeCount() {
    return nodes.size();
  }

  int queueCount() {
    return queues.size();
  }

  /** Directions of links: an even one and the odd one behind it are of one link. */
  int directionCount() {
    return directions.size();
  }

  /** The flow of packets whose source is no node. */
  int otherFlow() {
    return nodes.size();
  }

  /** The number of a node; -1 if there is none of that name. */
  int node(String name) {
    return nodes.getOrDefault(name, -1);
  }

  /** The number of the node with that virtual address, or -1. */
  int nodeAt(@Nullable String address) {
    return address == null ? -1 : nodesByAddress.getOrDefault(address, -1);
  }

  /** The flow that a source address, or a flow's name that begins with one, belongs to. */
  int flow(String name) {
    int end = name.indexOf(':');
    int node = nodeAt(end < 0 ? name : name.substring(0, end));
    return node < 0 ? otherFlow() : node;
  }

  /** The flow that packets from a virtual address belong to. */
  int flow(int source) {
    return flows.getOrDefault(source, otherFlow());
  }

  /** The number of a queue, by its node and name there; -1 if it came later. */
  int queue(String node, String name) {
    return queueNumbers.getOrDefault(place(node, name), -1);
  }

  /**
   * The direction that leaves a node by a link, as {@link LinkId} names it; -1 if it came later.
   */
  int direction(String node, String link) {
    return directions.getOrDefault(place(node, link), -1);
  }

  /** The node that a direction leads to. */
  int end(int direction) {
    TopologyLink link = topology.links().get(direction / 2);
    return node(direction % 2 == 0 ? link.b().node() : link.a().node());
  }

  /** The name of a node. */
  String name(int node) {
    return topology.nodes().get(node).name();
  }

  Shown shown(Map<String, Position> places) {
    return new Shown(topology.name(), topology.description(), nodes(places), queues, links);
  }

  /** What the file calls the machine of a node, or else the address that it is bound to. */
  private static String host(TopologyNode node) {
    return node.host().isEmpty() ? node.bindAddress() : node.host();
  }

  private List<ShownNode> nodes(Map<String, Position> places) {
    SequencedMap<String, Position> layout = GraphLayout.of(topology);
    boolean hasHosts = topology.nodes().stream().map(NetworkModel::host).distinct().count() > 1;
    List<ShownNode> list = new ArrayList<>();
    for (TopologyNode node : topology.nodes()) {
      Position laid = layout.getOrDefault(node.name(), new Position(0, 0));
      Position place =
          places.getOrDefault(node.name(), new Position(rounded(laid.x()), rounded(laid.y())));
      list.add(
          new ShownNode(
              node.name(),
              Address.text(node.virtualAddress()),
              place.x(),
              place.y(),
              hasHosts ? host(node) : null,
              List.copyOf(node.services().sequencedKeySet())));
    }
    return list;
  }

  private static double rounded(double value) {
    return (double) Math.round(value * ROUNDING) / ROUNDING;
  }
}
