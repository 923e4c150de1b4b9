// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.queue.Rate;

/** The network that packets crossed, running or recorded, as far as their paths need it. */
interface TracedNetwork {
  /** The name of the queue before all links of a node. */
  String NODE_QUEUE = "node";

  Topology topology();

  /** Returns the node at the other end of a link, by the link's number; empty if not known. */
  Optional<String> neighbour(String node, int link) throws LabFailure;

  /** Returns the rate at which a queue is drained; unlimited if not known. */
  Rate rate(String node, String queue) throws LabFailure;

  default boolean isForeign(String node) {
    return topology().foreign().contains(node);
  }

  /** Returns the nodes with a link to a node, by the topology. */
  default List<String> neighbours(String node) {
    return topology().linksByNode().getOrDefault(node, List.of()).stream()
        .map(link -> link.farEnd(node).node())
        .toList();
  }
}
