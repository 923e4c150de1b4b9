// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.node.NodeFacts;
import rani.world.Facts;

/**
 * The state of a node that a window shows, of one instant and in one answer: status, counters,
 * links, queues, flows, filters, connections, packets that its sources sent and its sinks received.
 */
public record NodeOverview(
    NodeFacts.Status status,
    NodeFacts.Counters counters,
    NodeFacts.Links links,
    NodeFacts.Queues queues,
    NodeFacts.Flows flows,
    NodeFacts.Filters filters,
    ConnectionWindows.Open connections,
    TrafficFacts traffic)
    implements Facts {
  static NodeOverview at(NodeView node) throws LabFailure {
    return new NodeOverview(
        node.ask(StatusQuery.STATUS),
        node.ask(StatusQuery.COUNTERS),
        node.ask(StatusQuery.LINKS),
        node.ask(StatusQuery.QUEUES),
        node.ask(StatusQuery.FLOWS),
        node.ask(StatusQuery.FILTERS),
        node.connections().open(),
        TrafficFacts.of(node.ask(StatusQuery.SERVICES)));
  }
}
