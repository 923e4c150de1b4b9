// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.ImpairmentConfig;
import rani.model.picture.GraphLayout;
import rani.model.topology.LinkEnd;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.queue.CodelConfig;
import rani.queue.FqCodelConfig;
import rani.queue.PieConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.queue.RedConfig;
import rani.queue.RioConfig;
import rani.wire.Address;
import rani.world.LinkId;

/**
 * A network as the page knows it: nodes, queues, links and their directions, each by its number. A
 * flow has the number of the node that its packets come from; {@link #otherFlow} stands for any
 * source that is no node.
 */
final class NetworkModel {
  private static final int ROUNDING = 1000;

  private final Topology topology;
  private final SequencedMap<String, Integer> nodes = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> nodesByAddress = new LinkedHashMap<>();
  private final Map<Integer, Integer> flows = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> queues = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> directions = new LinkedHashMap<>();
  private final List<SequencedMap<String, Object>> queueFacts = new ArrayList<>();
  private final List<SequencedMap<String, Object>> linkFacts = new ArrayList<>();

  /** A network as it is started. */
  NetworkModel(Topology topology) {
    this(topology, LinkNumbers.of(topology)::at);
  }

  /** Which number a link has at one of its ends. */
  @FunctionalInterface
  interface Numbers {
    /** That number. */
    LinkId at(String node, TopologyLink link);
  }

  /**
   * A network whose links may have come and gone.
   *
   * @param numbers of its links
   */
  NetworkModel(Topology topology, Numbers numbers) {
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

  private void addLink(TopologyLink link, Numbers numbers) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", link.name());
    facts.put("a", node(link.a().node()));
    facts.put("b", node(link.b().node()));
    List<Object> ends = new ArrayList<>();
    for (LinkEnd end : List.of(link.a(), link.b())) {
      int number = numbers.at(end.node(), link).number();
      directions.put(place(end.node(), number), directions.size());
      addQueue(end.node(), "link-" + number, end.queue(), end.rate(), directions.size() - 1);
      ends.add(end(end, number, link.direction(end.node())));
    }
    facts.put("ends", ends);
    linkFacts.add(facts);
  }

  private static SequencedMap<String, Object> end(LinkEnd end, int number, String direction) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("number", number);
    facts.put("direction", direction);
    facts.put("rate", end.rate().text());
    putRate(facts, end.rate());
    ImpairmentConfig wire = end.impairment();
    facts.put("delay", wire.delayNanos());
    facts.put("jitter", wire.jitterNanos());
    facts.put("loss", wire.loss());
    facts.put("duplicate", wire.duplicate());
    facts.put("reorder", wire.reorder());
    facts.put("corrupt", wire.corrupt());
    facts.put("drop", wire.drops().numbers());
    facts.put("drop-flow", wire.drops().flow().toString());
    facts.put("drop-count", wire.drops().counted().text());
    return facts;
  }

  private static void putRate(SequencedMap<String, Object> facts, Rate rate) {
    if (!rate.isUnlimited()) {
      String unit = rate.unit() == Rate.Unit.PACKETS ? "packetsPerSecond" : "bitsPerSecond";
      facts.put(unit, rate.perSecond());
    }
  }

  /** As the facts of a node write a rate: {@code 1000000bit/s}. */
  static void putRate(Map<String, Object> facts, String rate) {
    facts.put("rate", rate);
    int unit = rate.indexOf(rate.endsWith("packet/s") ? "packet/s" : "bit/s");
    if (unit > 0) {
      String key = rate.endsWith("packet/s") ? "packetsPerSecond" : "bitsPerSecond";
      facts.put(key, Double.parseDouble(rate.substring(0, unit)));
    }
  }

  /** The knobs of a direction are others now. */
  void turned(int direction, Map<String, Object> knobs) {
    if (linkFacts.get(direction / 2).get("ends") instanceof List<?> ends
        && ends.get(direction % 2) instanceof Map<?, ?> end) {
      SequencedMap<String, Object> changed = new LinkedHashMap<>();
      end.forEach((key, value) -> changed.put(String.valueOf(key), value));
      changed.putAll(knobs);
      List<Object> both = new ArrayList<>(ends);
      both.set(direction % 2, changed);
      linkFacts.get(direction / 2).put("ends", both);
    }
  }

  private void addQueue(String node, String name, QueueConfig queue, Rate rate, int direction) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("node", node(node));
    facts.put("name", name);
    facts.put("direction", direction);
    facts.put("limit", queue.limitFrames());
    facts.put("rate", rate.text());
    RedConfig red = queue.red();
    facts.put("discipline", discipline(queue));
    if (red != null) {
      facts.put("minTh", red.minThFrames());
      facts.put("maxTh", red.maxThFrames());
      facts.put("action", red.action().name().toLowerCase(Locale.ROOT));
    }
    queues.put(place(node, name), queueFacts.size());
    queueFacts.add(facts);
  }

  private static String discipline(QueueConfig queue) {
    return switch (queue.aqm()) {
      case null -> "drop-tail";
      case RedConfig _ -> "red";
      case CodelConfig _ -> "codel";
      case FqCodelConfig _ -> "fq-codel";
      case PieConfig _ -> "pie";
      case RioConfig _ -> "rio";
    };
  }

  /** A place at a node: a link's number there, or a queue's name. */
  private static String place(String node, Object what) {
    return node + '/' + what;
  }

  Topology topology() {
    return topology;
  }

  int nodeCount() {
    return nodes.size();
  }

  int queueCount() {
    return queueFacts.size();
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
    return queues.getOrDefault(place(node, name), -1);
  }

  /** The direction that leaves a node by a link's number; -1 if the link came later. */
  int direction(String node, int link) {
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

  SequencedMap<String, Object> json(Map<String, double[]> places) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("name", topology.name());
    json.put("description", topology.description());
    json.put("nodes", nodesJson(places));
    json.put("queues", queueFacts);
    json.put("links", linkFacts);
    return json;
  }

  /** What the file calls the machine of a node, or else the address that it is bound to. */
  private static String host(TopologyNode node) {
    return node.host().isEmpty() ? node.bindAddress() : node.host();
  }

  private List<Object> nodesJson(Map<String, double[]> places) {
    SequencedMap<String, Position> layout = GraphLayout.of(topology);
    boolean hasHosts = topology.nodes().stream().map(NetworkModel::host).distinct().count() > 1;
    List<Object> list = new ArrayList<>();
    for (TopologyNode node : topology.nodes()) {
      SequencedMap<String, Object> facts = new LinkedHashMap<>();
      facts.put("name", node.name());
      facts.put("address", Address.text(node.virtualAddress()));
      double[] kept = places.get(node.name());
      Position laid = layout.getOrDefault(node.name(), new Position(0, 0));
      facts.put("x", kept == null ? rounded(laid.x()) : kept[0]);
      facts.put("y", kept == null ? rounded(laid.y()) : kept[1]);
      if (hasHosts) {
        facts.put("host", host(node));
      }
      facts.put("services", List.copyOf(node.services().sequencedKeySet()));
      list.add(facts);
    }
    return list;
  }

  private static double rounded(double value) {
    return (double) Math.round(value * ROUNDING) / ROUNDING;
  }
}
