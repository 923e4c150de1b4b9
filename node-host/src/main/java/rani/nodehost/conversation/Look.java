// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.node.NodeFacts;
import rani.world.Facts;

/**
 * What a window shows of a node, at one time and in one answer: status, counters, links, queues,
 * flows, filters, connections, what its sources sent and its sinks took.
 */
public record Look(
    NodeFacts.Status status,
    NodeFacts.Counters counters,
    NodeFacts.Links links,
    NodeFacts.Queues queues,
    NodeFacts.Flows flows,
    NodeFacts.Filters filters,
    ConnectionWindows.Open connections,
    TrafficFacts traffic)
    implements Facts {
  static Look at(NodeView node) throws LabFailure {
    return new Look(
        node.ask(Show.STATUS),
        node.ask(Show.COUNTERS),
        node.ask(Show.LINKS),
        node.ask(Show.QUEUES),
        node.ask(Show.FLOWS),
        node.ask(Show.FILTERS),
        node.connections().open(),
        TrafficFacts.of(node.ask(Show.SERVICES)));
  }
}
