// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import rani.world.Facts;

/** Stacks of a JVM's platform threads, to find one that hangs; keys are {@code NAME #ID}. */
public record ThreadStacks(SequencedMap<String, Stack> threads) implements Facts {
  /** State of a thread, and its calls, the innermost first. */
  public record Stack(Thread.State state, List<String> calls) implements Facts {}

  static ThreadStacks now() {
    SequencedMap<String, Stack> threads = new TreeMap<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) ->
                threads.put(
                    thread.getName() + " #" + thread.threadId(),
                    new Stack(
                        thread.getState(),
                        Arrays.stream(stack).map(StackTraceElement::toString).toList())));
    return new ThreadStacks(threads);
  }
}
