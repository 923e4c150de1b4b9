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
  private final ScheduledOperations operations;
  private final SequencedMap<String, List<NodeConfig.Timed>> timetables;
  private final Routes routes;
  private final PathMtus mtus;
  private final NetworkGraph network;
  private final SequencedMap<String, List<TopologyLink>> linksByNode;
  private final SequencedMap<String, Integer> addresses;

  /** Prepares the configurations of a checked network. */
  public NodeConfigs(Topology topology, ServiceCatalog catalog) {
    this.topology = topology;
    this.operations = new ScheduledOperations(topology, catalog);
    this.timetables = operations.byNode(topology.schedule());
    this.routes = new Routes(topology);
    this.mtus = routes.pathMtus();
    this.network = routes.network();
    this.linksByNode = topology.linksByNode();
    this.addresses = ServiceChecks.addresses(topology);
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

  private NodeConfig of(TopologyNode node) {
    List<LinkConfig> links = new ArrayList<>();
    for (TopologyLink link : linksByNode.getOrDefault(node.name(), List.of())) {
      links.add(link(new LinkId(links.size()), link, node.name()));
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
        network);
  }

  private LinkConfig link(LinkId id, TopologyLink link, String node) {
    LinkEnd end = link.end(node);
    return new LinkConfig(
        id,
        address(link.farEnd(node).node()),
        end.rate(),
        end.queue(),
        end.mtuBytes(),
        end.impairment(),
        end.helloNanos());
  }

  private int address(String node) {
    Integer address = addresses.get(node);
    if (address == null) {
      throw new IllegalStateException(node + " is not in the network");
    }
    return address;
  }
}
