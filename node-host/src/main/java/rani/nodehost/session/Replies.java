// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.node.Command;
import rani.world.Reply;

/** One answer for several commands to one node. */
public final class Replies {
  private Replies() {}

  /** Has a command carried out. */
  @FunctionalInterface
  public interface Doer<C extends Command, E extends Exception> {
    Reply handle(C command) throws E;
  }

  /** Whether there is a reply that says that it was done. */
  public static boolean isDone(@Nullable Reply reply) {
    return reply != null && reply.ok();
  }

  /** Carries out one after the other up to the first refusal; what the last one answers. */
  public static <C extends Command, E extends Exception> Reply ofEach(
      List<C> commands, Doer<C, E> doer) throws E {
    Reply reply = Reply.DONE;
    for (C command : commands) {
      reply = doer.handle(command);
      if (!reply.ok()) {
        break;
      }
    }
    return reply;
  }
}
