// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * What the threads of a node's JVM are doing, for anyone who looks for one that hangs: by name, its
 * state, and where it is, the innermost call first. Virtual threads are left out.
 */
public record ThreadStacks() implements Query<SequencedMap<String, Object>> {
  @Override
  public String path() {
    return "/threads";
  }

  @Override
  public SequencedMap<String, Object> answer(NodeView node) {
    SequencedMap<String, Object> threads = new TreeMap<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              List<String> calls = Arrays.stream(stack).map(StackTraceElement::toString).toList();
              SequencedMap<String, Object> one = new LinkedHashMap<>();
              one.put("state", thread.getState());
              one.put("calls", calls);
              threads.put(thread.getName() + " #" + thread.threadId(), one);
            });
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("threads", threads);
    return facts;
  }

  @Override
  public Class<SequencedMap<String, Object>> kind() {
    return Query.facts();
  }
}
