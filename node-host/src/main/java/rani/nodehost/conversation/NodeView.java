// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import rani.ground.LabFailure;
import rani.model.topology.ScheduleEntry.Action;
import rani.node.Command;
import rani.nodehost.journey.Journeys;
import rani.world.Reply;

/** A node in this JVM as queries and operations see it: it answers them itself. */
public interface NodeView extends NodeHandle {
  /** Has it do what is asked, and waits for that. */
  Reply handle(Command command);

  /**
   * Has it do its part of what a schedule may say, by the names of its links, up to the first that
   * it refuses.
   */
  Reply act(List<Action> actions);

  /** Has traffic begin at a time, in nanoseconds of node time, and waits until it has. */
  default Reply goAt(long atNanos) {
    return Reply.refused("node " + name() + " goes when its lab goes");
  }

  /**
   * Its links, as they come and go.
   *
   * @throws LabFailure if no one has told it their names, or that is done otherwise
   */
  NodeLinks links() throws LabFailure;

  /** The windows of the RDP connections that its services have open. */
  ConnectionWindows connections();

  /**
   * What it keeps of packets that are watched.
   *
   * @throws LabFailure if it keeps none
   */
  Journeys journeys() throws LabFailure;

  /**
   * What its world knows of it: sockets, what they dropped, stalls.
   *
   * @throws LabFailure if that is virtual time
   */
  LiveWorldFacts live() throws LabFailure;

  /**
   * Its last events, if it has been followed.
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
