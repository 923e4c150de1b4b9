// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;

/** Addition or removal of a link or node in a running network. */
public sealed interface NetworkChange {
  Topology after();

  /** Addition of a link between existing nodes. */
  record AddLink(TopologyLink link, Topology after) implements NetworkChange {}

  /** Removal of a link. Packets take another path if there is one. */
  record RemoveLink(TopologyLink link, Topology after) implements NetworkChange {}

  /** Addition of a node with links to existing nodes, in the order of their numbers. */
  record AddNode(TopologyNode node, List<TopologyLink> links, Topology after)
      implements NetworkChange {}

  record RemoveNode(TopologyNode node, List<TopologyLink> links, Topology after)
      implements NetworkChange {}

  default List<TopologyLink> added() {
    return switch (this) {
      case AddLink add -> List.of(add.link());
      case AddNode add -> add.links();
      case RemoveLink _, RemoveNode _ -> List.of();
    };
  }

  default List<TopologyLink> removed() {
    return switch (this) {
      case RemoveLink remove -> List.of(remove.link());
      case RemoveNode remove -> remove.links();
      case AddLink _, AddNode _ -> List.of();
    };
  }

  static Topology with(Topology network, List<TopologyNode> nodes, List<TopologyLink> links) {
    List<TopologyNode> allNodes = new ArrayList<>(network.nodes());
    allNodes.addAll(nodes);
    List<TopologyLink> allLinks = new ArrayList<>(network.links());
    allLinks.addAll(links);
    return network.withNodes(allNodes).withLinks(allLinks);
  }
}
