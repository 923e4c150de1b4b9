// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.node.Command;
import rani.world.Reply;

/** One answer for several operations of one node. */
final class Replies {
  private Replies() {}

  /** Has an operation carried out. */
  @FunctionalInterface
  interface Doer<E extends Exception> {
    Reply handle(Command.Operation operation) throws E;
  }

  /** Whether there is a reply that says that it was done. */
  static boolean isDone(@Nullable Reply reply) {
    return reply != null && reply.ok();
  }

  /** Carries out one after the other up to the first refusal; what the last one answers. */
  static <E extends Exception> Reply ofEach(List<Command.Operation> operations, Doer<E> doer)
      throws E {
    Reply reply = Reply.DONE;
    for (Command.Operation operation : operations) {
      reply = doer.handle(operation);
      if (!reply.ok()) {
        break;
      }
    }
    return reply;
  }
}
