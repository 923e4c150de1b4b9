// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import rani.world.Facts;

/**
 * The stacks of the platform threads of a node's JVM, to find one that hangs.
 *
 * @param threads by name
 */
public record ThreadStacks(SequencedMap<String, Stack> threads) implements Facts {
  /**
   * A thread.
   *
   * @param state in which it is
   * @param calls its stack, the innermost call first
   */
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
