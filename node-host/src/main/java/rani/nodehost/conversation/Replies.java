// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.node.Command;
import rani.world.Reply;

/** Waits for nodes' replies to one command or several. */
public final class Replies {
  /** Time limit for a reply, so that a node that hangs does not block requests to other nodes. */
  public static final Duration ANSWER_MAX = Duration.ofSeconds(8);

  private Replies() {}

  /** Reports whether there is a reply, and it is no refusal. */
  public static boolean isDone(@Nullable Reply reply) {
    return reply != null && reply.ok();
  }

  /** Executes commands in order up to the first refusal, and returns the last reply. */
  public static <C extends Command> Reply ofEach(List<C> commands, Function<C, Reply> node) {
    Reply reply = Reply.DONE;
    for (C command : commands) {
      reply = node.apply(command);
      if (!reply.ok()) {
        break;
      }
    }
    return reply;
  }

  /** Waits for a reply; throws if the node has ended, or on timeout or interruption. */
  public static Reply answered(CompletableFuture<Reply> reply) {
    return answered(reply, ANSWER_MAX);
  }

  public static Reply answered(CompletableFuture<Reply> reply, Duration max) {
    try {
      return reply.get(max.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (TimeoutException e) {
      throw new CompletionException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }
}
