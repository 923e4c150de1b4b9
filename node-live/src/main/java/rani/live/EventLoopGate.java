// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.EventLoop;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import rani.node.Command;
import rani.world.Reply;

/**
 * How the sockets of a {@link LiveService} reach its node. They live on the node's own event loop;
 * whatever comes by them enters the node here, and is contained and counted as every other call to
 * the service is.
 */
public interface EventLoopGate {
  /** The node's event loop, for the service's sockets. */
  EventLoop loop();

  /** Which kind of sockets that loop takes. */
  Transport transport();

  /**
   * Calls the service, in a turn of its own; while another turn is under way, after that. Callable
   * from any thread; calls from one thread keep their order.
   *
   * @param action told the time; may use everything that the service may
   * @param otherwise called instead if the service is suspended or the node does not run
   */
  void enter(LongConsumer action, Runnable otherwise);

  /**
   * Has the node do what its operator would ask, all in one turn of its own, up to the first that
   * is refused. Callable from any thread, the service's own calls included.
   *
   * @param then told the answers, on the node's event loop but in no turn; none if the node is
   *     closed
   */
  void operate(List<Command.Operation> operations, Consumer<List<Reply>> then);
}
