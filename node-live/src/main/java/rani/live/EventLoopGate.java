// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import rani.node.Command;
import rani.world.Reply;

/**
 * The entry to a node for the sockets of a {@link LiveService}. The sockets are registered with the
 * node's own event loop. The gate passes their events to the service, and contains and counts
 * failures as for any other call of the service.
 */
public interface EventLoopGate {
  /** Returns the node's event loop, for the service's sockets. */
  EventLoop loop();

  /** Returns the kind of sockets that the event loop accepts. */
  Transport transport();

  /** Returns the gate of another service of the node, by its number. */
  EventLoopGate of(int serviceNumber);

  /**
   * Runs an action on the event loop as a call of the service, after the call to the node that is
   * under way. May be called from any thread; calls from one thread keep their order.
   *
   * @param action receives the time; may do anything that the service may
   * @param otherwise runs instead if the service is suspended or the node does not run
   */
  void enter(LongConsumer action, Runnable otherwise);

  /**
   * Has an action run at the end of every turn of the node, which writes what waits for the end;
   * once if it is given again. It may not fail, or call the node. Called on the event loop.
   */
  void atTurnEnd(Runnable flush);

  /**
   * Makes the node execute operations like those of its operator, in one turn, up to the first
   * refusal. May be called from any thread, also from the service's own calls.
   *
   * @param then receives the replies, on the node's event loop but outside a turn; none if the node
   *     is closed
   */
  void operate(List<Command.Operation> operations, Consumer<List<Reply>> then);
}
