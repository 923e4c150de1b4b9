// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.node.NodeFacts;
import rani.nodehost.edge.EdgeFacts;
import rani.nodehost.edge.ProgramFacts;
import rani.world.Facts;

/**
 * Everything that the window in a browser shows of a node, in one answer.
 *
 * @param edge null while the node has none
 */
public record NodeOverview(
    NodeFacts.Status status,
    NodeFacts.Counters counters,
    NodeFacts.Links links,
    NodeFacts.Queues queues,
    NodeFacts.Flows flows,
    NodeFacts.Filters filters,
    ConnectionWindows.Open connections,
    TrafficFacts traffic,
    @Nullable EdgeFacts edge,
    ProgramFacts.All programs,
    CodeFacts.All code)
    implements Facts {
  static NodeOverview at(NodeView node) throws LabFailure {
    NodeFacts.Services services = node.ask(StatusQuery.SERVICES);
    return new NodeOverview(
        node.ask(StatusQuery.STATUS),
        node.ask(StatusQuery.COUNTERS),
        node.ask(StatusQuery.LINKS),
        node.ask(StatusQuery.QUEUES),
        node.ask(StatusQuery.FLOWS),
        node.ask(StatusQuery.FILTERS),
        node.connections().open(),
        TrafficFacts.of(services),
        EdgeFacts.of(services),
        node.ask(StatusQuery.PROGRAMS),
        CodeFacts.of(services));
  }
}
