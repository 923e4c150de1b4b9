// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.node.NetworkGraph;
import rani.node.PathMtus;
import rani.node.ShortestPaths;
import rani.wire.NodeMessage.LinkState.Neighbour;

/** Routes at a network's start: {@link ShortestPaths}, and the first of parallel links. */
public final class Routes {
  private final Topology topology;
  private final SequencedMap<String, List<TopologyLink>> linksByNode;
  private final SequencedMap<String, Integer> numbers = new LinkedHashMap<>();
  private final NetworkGraph graph;

  /** Prepares the routes. Virtual addresses are not used, because they may still contain errors. */
  public Routes(Topology topology) {
    this.topology = topology;
    this.linksByNode = topology.linksByNode();
    topology.nodeNames().forEach(name -> numbers.put(name, numbers.size()));
    this.graph = graph(numbers);
  }

  private NetworkGraph graph(SequencedMap<String, Integer> addresses) {
    List<NetworkGraph.Vertex> vertices = new ArrayList<>();
    addresses.forEach(
        (name, address) ->
            vertices.add(new NetworkGraph.Vertex(address, name, neighbours(name, addresses))));
    return new NetworkGraph(vertices);
  }

  private List<Neighbour> neighbours(String node, SequencedMap<String, Integer> addresses) {
    SequencedMap<Integer, Neighbour> neighbours = new LinkedHashMap<>();
    for (TopologyLink link : links(node)) {
      Integer address = addresses.get(link.farEnd(node).node());
      if (address != null) {
        neighbours.merge(
            address,
            new Neighbour(address, link.end(node).mtuBytes(), 1),
            (first, more) -> new Neighbour(address, first.mtuBytes(), first.links() + 1));
      }
    }
    return List.copyOf(neighbours.values());
  }

  private List<TopologyLink> links(String node) {
    return linksByNode.getOrDefault(node, List.of());
  }

  /** Returns the graph that nodes know at the start; throws if two have the same address. */
  public NetworkGraph network() {
    return graph(ServiceChecks.addresses(topology));
  }

  /** Returns the path MTUs between all nodes. */
  public PathMtus pathMtus() {
    return new PathMtus(graph);
  }

  /** Returns a node's number in {@link #pathMtus}. */
  public int number(String node) {
    return numbers.getOrDefault(node, NetworkGraph.NOWHERE);
  }

  /**
   * Returns the number of the outgoing link for each destination that a node can reach, nearer
   * destinations first. The node itself is not included.
   */
  public SequencedMap<String, Integer> from(String start) {
    if (number(start) == NetworkGraph.NOWHERE) {
      return new LinkedHashMap<>();
    }
    ShortestPaths paths = graph.pathsFrom(number(start));
    SequencedMap<String, Integer> numberTo = new LinkedHashMap<>();
    int next = 0;
    for (TopologyLink link : links(start)) {
      numberTo.putIfAbsent(link.farEnd(start).node(), next++);
    }
    SequencedMap<String, Integer> linkTo = new LinkedHashMap<>();
    for (int node : paths.reached()) {
      String firstHop = graph.name(paths.firstHop(node));
      linkTo.put(graph.name(node), numberTo.getOrDefault(firstHop, 0));
    }
    return linkTo;
  }
}
