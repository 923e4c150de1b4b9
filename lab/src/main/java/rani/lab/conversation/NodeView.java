// SPDX-License-Identifier: Apache-2.0
package rani.lab.conversation;

import java.util.SequencedMap;
import rani.lab.LabFailure;
import rani.lab.journey.Journeys;
import rani.lab.metrics.ConnectionWindows;
import rani.node.Command;
import rani.world.Reply;

/** A node in this JVM as queries and operations see it: it answers them itself. */
public interface NodeView extends NodeHandle {
  /** Has it do what is asked, and waits for that. */
  Reply handle(Command command);

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
  SequencedMap<String, Object> live() throws LabFailure;

  /**
   * Its last events, if it has been followed.
   *
   * @throws LabFailure in virtual time
   */
  SequencedMap<String, Object> lastEvents() throws LabFailure;

  @Override
  default <A> A ask(Query<A> query) throws LabFailure {
    return query.answer(this);
  }

  @Override
  default Reply tell(Operation operation) throws LabFailure {
    return operation.carryOut(this);
  }
}
