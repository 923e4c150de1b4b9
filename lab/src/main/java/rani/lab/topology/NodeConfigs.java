// SPDX-License-Identifier: Apache-2.0
package rani.lab.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import rani.link.LinkConfig;
import rani.node.NetworkGraph;
import rani.node.NodeConfig;
import rani.node.PathMtus;
import rani.world.LinkId;

/** What each node of a network is told about itself. */
public final class NodeConfigs {

  private final Topology topology;
  private final RunKey key;
  private final ScheduledOperations operations;
  private final SequencedMap<String, List<NodeConfig.Timed>> timetables;
  private final Routes routes;
  private final PathMtus mtus;
  private final NetworkGraph network;
  private final SequencedMap<String, List<TopologyLink>> linksByNode;
  private final SequencedMap<String, Integer> addresses;

  /**
   * Prepares the configurations of a checked network.
   *
   * @param key of which keyed links get theirs
   */
  public NodeConfigs(Topology topology, ServiceCatalog catalog, RunKey key) {
    this.topology = topology;
    this.key = key;
    this.operations = new ScheduledOperations(topology, catalog, LinkNumbers.of(topology));
    this.timetables = operations.byNode(topology.scheduleOfNodes());
    this.routes = new Routes(topology);
    this.mtus = routes.pathMtus();
    this.network = routes.network();
    this.linksByNode = topology.linksByNode();
    this.addresses = ServiceChecks.addresses(topology);
  }

  private NodeConfigs(NodeConfigs other, RunKey key) {
    this.topology = other.topology;
    this.key = key;
    this.operations = other.operations;
    this.timetables = other.timetables;
    this.routes = other.routes;
    this.mtus = other.mtus;
    this.network = other.network;
    this.linksByNode = other.linksByNode;
    this.addresses = other.addresses;
  }

  /** The same nodes with other keys. */
  public NodeConfigs withKey(RunKey other) {
    return new NodeConfigs(this, other);
  }

  /** All of them, in the order of the network. */
  public List<NodeConfig> all() {
    return topology.nodes().stream().map(node -> of(node)).toList();
  }

  /**
   * That of one node.
   *
   * @throws IllegalArgumentException when the network has no such node
   */
  public NodeConfig of(String name) {
    return of(
        topology
            .node(name)
            .orElseThrow(() -> new IllegalArgumentException("no node is called " + name)));
  }

  /**
   * That of a node that comes to the others while they run: they do not know it from a file, and it
   * has to tell them of its links as it finds them.
   *
   * @throws IllegalArgumentException when the network has no such node
   */
  public NodeConfig ofLate(String name) {
    List<TopologyNode> others =
        topology.nodes().stream().filter(node -> !node.name().equals(name)).toList();
    List<TopologyLink> between =
        topology.links().stream()
            .filter(link -> !link.a().node().equals(name) && !link.b().node().equals(name))
            .toList();
    Topology before = topology.withNodes(others).withLinks(between);
    return of(name).withNetwork(new Routes(before).network());
  }

  private NodeConfig of(TopologyNode node) {
    List<LinkConfig> links = new ArrayList<>();
    for (TopologyLink link : linksByNode.getOrDefault(node.name(), List.of())) {
      links.add(end(topology, link, node.name(), new LinkId(links.size()), key));
    }
    List<NodeConfig.Route> ways = new ArrayList<>();
    routes
        .from(node.name())
        .forEach(
            (destination, number) ->
                ways.add(
                    new NodeConfig.Route(
                        address(destination),
                        links.get(number).id(),
                        mtus.bytes(routes.number(node.name()), routes.number(destination)))));
    List<NodeConfig.MenuEntry> menu = new ArrayList<>();
    node.services().forEach((service, options) -> menu.add(operations.entry(service, options)));
    return new NodeConfig(
        node.name(),
        node.virtualAddress(),
        links,
        node.placement() == TopologyNode.Placement.NODE
            ? new NodeConfig.NodeQueue(node.rate(), node.queue())
            : null,
        ways,
        menu,
        timetables.getOrDefault(node.name(), List.of()),
        network,
        node.controlDelayNanos());
  }

  /**
   * What a node is told about one end of a link.
   *
   * @param topology in which the link is
   * @param id the number that it has, or shall have, at the node
   * @param key of which a keyed link gets its own
   */
  public static LinkConfig end(
      Topology topology, TopologyLink link, String node, LinkId id, RunKey key) {
    LinkEnd end = link.end(node);
    String neighbour = link.farEnd(node).node();
    LinkConfig config =
        new LinkConfig(
            id,
            topology
                .node(neighbour)
                .map(TopologyNode::virtualAddress)
                .orElseThrow(() -> new IllegalStateException(neighbour + " is not in the network")),
            end.rate(),
            end.queue(),
            end.mtuBytes(),
            end.impairment(),
            end.helloNanos());
    return end.keys().map(scope -> config.withKeys(key.ofEnd(link, node, scope))).orElse(config);
  }

  private int address(String node) {
    Integer address = addresses.get(node);
    if (address == null) {
      throw new IllegalStateException(node + " is not in the network");
    }
    return address;
  }
}
