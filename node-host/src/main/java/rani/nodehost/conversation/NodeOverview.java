// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.node.NodeFacts;
import rani.world.Facts;

/** Everything that the window in a browser shows of a node, in one answer. */
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
