// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;

/** A link or a node that is added to a running network, or removed. */
public sealed interface NetworkChange {

  /** The network after the change. */
  Topology after();

  /** A link between two nodes that are there. */
  record AddLink(TopologyLink link, Topology after) implements NetworkChange {}

  /** A link goes; what was to pass by it takes another way, if there is one. */
  record RemoveLink(TopologyLink link, Topology after) implements NetworkChange {}

  /**
   * A node comes.
   *
   * @param links to nodes that are there, in the order of their numbers at the new node
   */
  record AddNode(TopologyNode node, List<TopologyLink> links, Topology after)
      implements NetworkChange {
    public AddNode {
      links = List.copyOf(links);
    }
  }

  /**
   * A node stops and goes.
   *
   * @param links which go with it
   */
  record RemoveNode(TopologyNode node, List<TopologyLink> links, Topology after)
      implements NetworkChange {
    public RemoveNode {
      links = List.copyOf(links);
    }
  }

  /** The links that come. */
  default List<TopologyLink> added() {
    return switch (this) {
      case AddLink add -> List.of(add.link());
      case AddNode add -> add.links();
      case RemoveLink _, RemoveNode _ -> List.of();
    };
  }

  /** The links that go. */
  default List<TopologyLink> removed() {
    return switch (this) {
      case RemoveLink remove -> List.of(remove.link());
      case RemoveNode remove -> remove.links();
      case AddLink _, AddNode _ -> List.of();
    };
  }

  /** A network with more nodes and links. */
  static Topology with(Topology network, List<TopologyNode> nodes, List<TopologyLink> links) {
    List<TopologyNode> allNodes = new ArrayList<>(network.nodes());
    allNodes.addAll(nodes);
    List<TopologyLink> allLinks = new ArrayList<>(network.links());
    allLinks.addAll(links);
    return network.withNodes(allNodes).withLinks(allLinks);
  }
}
