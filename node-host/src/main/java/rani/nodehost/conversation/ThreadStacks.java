// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import rani.world.Facts;

/** What the threads of a node's JVM are doing, for anyone who looks for one that hangs. */
public record ThreadStacks() implements Query<ThreadStacks.Stacks> {
  /**
   * The threads but for virtual ones.
   *
   * @param threads by name
   */
  public record Stacks(SequencedMap<String, Stack> threads) implements Facts {}

  /**
   * A thread.
   *
   * @param state in which it is
   * @param calls where it is, the innermost call first
   */
  public record Stack(Thread.State state, List<String> calls) implements Facts {}

  @Override
  public String path() {
    return "/threads";
  }

  @Override
  public Stacks answer(NodeView node) {
    SequencedMap<String, Stack> threads = new TreeMap<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) ->
                threads.put(
                    thread.getName() + " #" + thread.threadId(),
                    new Stack(
                        thread.getState(),
                        Arrays.stream(stack).map(StackTraceElement::toString).toList())));
    return new Stacks(threads);
  }

  @Override
  public Class<Stacks> kind() {
    return Stacks.class;
  }
}
