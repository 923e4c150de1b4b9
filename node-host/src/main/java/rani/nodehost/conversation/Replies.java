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

/** What nodes answer: in time, and to several commands at once. */
public final class Replies {
  /** How long a question waits for the node: one that hangs must not take the room of others. */
  public static final Duration ANSWER_MAX = Duration.ofSeconds(8);

  private Replies() {}

  /** Whether there is a reply that says that it was done. */
  public static boolean isDone(@Nullable Reply reply) {
    return reply != null && reply.ok();
  }

  /** Carries out one after the other up to the first refusal; what the last one answers. */
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

  /**
   * What a node answers.
   *
   * @throws CompletionException if it has ended, or keeps the one who asks waiting for too long, or
   *     that one is interrupted
   */
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
