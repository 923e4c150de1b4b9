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
import rani.study.observe.EventWords;
import rani.wire.Address;
import rani.world.CamelCase;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;

/**
 * Numbers the nodes, queues and links of a network for the page. Each link has two directions, with
 * consecutive numbers from an even one on. Flows are identified by their source: a flow's number is
 * its source node's, or {@link #otherFlow} if the source is no node.
 */
final class NetworkModel {
  private static final int ROUNDING = 1000;

  /** Stands for an absent drop list, which node facts leave out. */
  private static final NodeFacts.Drops NO_DROPS = drops(DropList.NONE);

  private final Topology topology;
  private final EventWords words;
  private final SequencedMap<String, Integer> nodes = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> nodesByAddress = new LinkedHashMap<>();
  private final Map<Integer, Integer> flows = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> queueNumbers = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> directions = new LinkedHashMap<>();
  private final List<ShownQueue> queues = new ArrayList<>();
  private final List<ShownLink> links = new ArrayList<>();

  /** Creates the model of a network whose links have their initial numbers. */
  NetworkModel(Topology topology) {
    this(topology, LinkNumbers.of(topology)::at);
  }

  /** Creates a model with other link numbers, after links were added or removed at run time. */
  NetworkModel(Topology topology, BiFunction<String, TopologyLink, LinkId> numbers) {
    this.topology = topology;
    this.words = new EventWords(topology, numbers::apply);
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

  /** The JSON of the network, with the current state of queues and links. */
  record Shown(
      String name,
      String description,
      List<ShownNode> nodes,
      List<ShownQueue> queues,
      List<ShownLink> links)
      implements Facts {}

  /**
   * The JSON of a node; {@code host} is null if all nodes run on one host, {@code foreign} unless
   * the node is.
   */
  record ShownNode(
      String name,
      String address,
      double x,
      double y,
      @Nullable String host,
      @Nullable Boolean foreign,
      List<String> services)
      implements Facts {}

  /** The JSON of a queue; {@code direction} is -1 for the queue of a whole node. */
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

  /** The JSON of a link between nodes {@code a} and {@code b}, with the settings of its ends. */
  record ShownLink(String name, int a, int b, List<End> ends) implements Facts {}

  /** The JSON of a link's end; {@code cut} is null before the first poll of its node. */
  record End(
      int number, String direction, @Inline Speed speed, @Inline Wire wire, @Nullable Boolean cut)
      implements Facts {}

  /** The rate of a link's end, as text and number; both numbers are null if it is unlimited. */
  @CamelCase
  record Speed(String rate, @Nullable Double packetsPerSecond, @Nullable Double bitsPerSecond)
      implements Facts {
    private static Speed of(Rate rate) {
      return new Speed(
          rate.text(),
          rate.unit() == Rate.Unit.PACKETS ? rate.perSecond() : null,
          rate.unit() == Rate.Unit.BITS ? rate.perSecond() : null);
    }

    /** Parses a rate in the form of node facts, such as {@code 1000000bit/s}. */
    static Speed of(String rate) {
      try {
        return of(Units.rate(rate));
      } catch (UnitError e) {
        return new Speed(rate, null, null);
      }
    }
  }

  /** Impairments of a wire; times in nanoseconds, probabilities 0…1. */
  record Wire(
      long delay,
      long jitter,
      double loss,
      double duplicate,
      double reorder,
      double corrupt,
      @Inline NodeFacts.Drops drops)
      implements Facts {}

  /** The settings of a link's end that an operator can change at run time. */
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
                  drops(wire.drops())),
              null));
    }
    links.add(new ShownLink(link.name(), node(link.a().node()), node(link.b().node()), ends));
  }

  private static NodeFacts.Drops drops(DropList drops) {
    return new NodeFacts.Drops(drops.numbers(), drops.flow().toString(), drops.counted().text());
  }

  /** Replaces the settings of a direction. */
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

  private static String place(String node, String what) {
    return node + '/' + what;
  }

  Topology topology() {
    return topology;
  }

  /** Returns how events of the network are described. */
  EventWords words() {
    return words;
  }

  int nodeCount() {
    return nodes.size();
  }

  int queueCount() {
    return queues.size();
  }

  int directionCount() {
    return directions.size();
  }

  /** Returns the number that stands for all flows whose source is no node. */
  int otherFlow() {
    return nodes.size();
  }

  /** Returns the number of a node; -1 if there is none of that name. */
  int node(String name) {
    return nodes.getOrDefault(name, -1);
  }

  /** Returns the flow of a source address, or of a flow name that begins with a source address. */
  int flow(String name) {
    int end = name.indexOf(':');
    return nodesByAddress.getOrDefault(end < 0 ? name : name.substring(0, end), otherFlow());
  }

  int flow(int source) {
    return flows.getOrDefault(source, otherFlow());
  }

  /** Returns the number of a queue; -1 if it was added after the start. */
  int queue(String node, String name) {
    return queueNumbers.getOrDefault(place(node, name), -1);
  }

  /** Returns the direction from a node into a link; -1 if the link was added after the start. */
  int direction(String node, String link) {
    return directions.getOrDefault(place(node, link), -1);
  }

  /** Returns the node at the far end of a direction. */
  int end(int direction) {
    TopologyLink link = topology.links().get(direction / 2);
    return node(direction % 2 == 0 ? link.b().node() : link.a().node());
  }

  boolean isForeign(int node) {
    return topology.nodes().get(node).foreign();
  }

  String name(int node) {
    return topology.nodes().get(node).name();
  }

  Shown shown(Map<String, Position> places) {
    return new Shown(topology.name(), topology.description(), nodes(places), queues, links);
  }

  /** Returns the host's name in the topology file, else the address that the node is bound to. */
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
              node.foreign() ? Boolean.TRUE : null,
              List.copyOf(node.services().sequencedKeySet())));
    }
    return list;
  }

  private static double rounded(double value) {
    return (double) Math.round(value * ROUNDING) / ROUNDING;
  }
}
