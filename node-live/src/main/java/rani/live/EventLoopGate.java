// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import rani.node.Command;
import rani.world.Reply;

/**
 * The entry to a node for the sockets of a {@link LiveService}. They are registered with the node's
 * own event loop; their events enter the node here, and are contained and counted like every other
 * call of the service.
 */
public interface EventLoopGate {
  /** The node's event loop, for the service's sockets. */
  EventLoop loop();

  /** The kind of sockets that the loop accepts. */
  Transport transport();

  /**
   * Calls the service in a turn of its own, after the turn that is under way, if any. Callable from
   * any thread; calls from one thread keep their order.
   *
   * @param action receives the time; may use everything that the service may
   * @param otherwise called instead if the service is suspended or the node does not run
   */
  void enter(LongConsumer action, Runnable otherwise);

  /**
   * Has the node execute operations as if its operator had asked for them, in one turn, up to the
   * first that is refused. Callable from any thread, the service's own calls included.
   *
   * @param then receives the replies, on the node's event loop but outside a turn; none if the node
   *     is closed
   */
  void operate(List<Command.Operation> operations, Consumer<List<Reply>> then);
}
