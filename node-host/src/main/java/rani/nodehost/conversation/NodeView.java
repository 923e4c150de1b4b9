// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import rani.ground.LabFailure;
import rani.model.topology.ScheduleEntry.Action;
import rani.node.Command;
import rani.nodehost.edge.EdgeHost;
import rani.nodehost.journey.Journeys;
import rani.world.Reply;

/** A node in this JVM: the methods by which queries and operations reach it. */
public interface NodeView extends NodeHandle {
  /** Executes a command and waits for the reply. */
  Reply handle(Command command);

  /** Executes the node's part of a schedule's actions, up to the first that it refuses. */
  Reply act(List<Action> actions);

  /** Starts traffic at a node time, and waits until the traffic has started. */
  default Reply goAt(long atNanos) {
    return Reply.refused("node " + name() + " goes when its lab goes");
  }

  /** Throws in virtual time, where links are changed in the simulation. */
  NodeLinks links() throws LabFailure;

  ConnectionWindows connections();

  Journeys journeys() throws LabFailure;

  /** Throws in virtual time, which has neither sockets nor stalls. */
  LiveWorldFacts live() throws LabFailure;

  /** Returns the last events, if the node had a subscriber. Throws in virtual time. */
  NodeEvent.Last lastEvents() throws LabFailure;

  /**
   * Returns the node's edge, which may still be closed.
   *
   * @throws LabFailure in virtual time
   */
  EdgeHost edge() throws LabFailure;

  @Override
  default <A> A ask(Query<A> query) throws LabFailure {
    return query.answer(this);
  }

  @Override
  default <A> CommandReply<A> tell(Operation operation, Query<A> then) throws LabFailure {
    Reply reply = tell(operation);
    return new CommandReply<>(reply, reply.ok() ? ask(then) : null);
  }

  @Override
  default Reply tell(Operation operation) throws LabFailure {
    return operation.execute(this);
  }
}
