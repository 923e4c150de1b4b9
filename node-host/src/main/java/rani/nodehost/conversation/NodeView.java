// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import rani.ground.LabFailure;
import rani.model.topology.ScheduleEntry.Action;
import rani.node.Command;
import rani.nodehost.journey.Journeys;
import rani.world.Reply;

/** The interface of a node in this JVM to queries and operations. */
public interface NodeView extends NodeHandle {
  /** Executes a command, and waits for the reply. */
  Reply handle(Command command);

  /**
   * Executes its part of actions that a schedule may contain, in which links are given by name, up
   * to the first that it refuses.
   */
  Reply act(List<Action> actions);

  /** Starts traffic at a time, in nanoseconds of node time, and waits until it has started. */
  default Reply goAt(long atNanos) {
    return Reply.refused("node " + name() + " goes when its lab goes");
  }

  /**
   * Its links, which can be added and removed.
   *
   * @throws LabFailure if their names are not known here, or links are changed otherwise
   */
  NodeLinks links() throws LabFailure;

  /** The congestion windows of the open RDP connections of its services. */
  ConnectionWindows connections();

  /**
   * Its recorded events of watched packets.
   *
   * @throws LabFailure if it records none
   */
  Journeys journeys() throws LabFailure;

  /**
   * Facts of its world: sockets, their drops, stalls.
   *
   * @throws LabFailure in virtual time
   */
  LiveWorldFacts live() throws LabFailure;

  /**
   * Its last events, if it had a subscriber.
   *
   * @throws LabFailure in virtual time
   */
  NodeEvent.Last lastEvents() throws LabFailure;

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
