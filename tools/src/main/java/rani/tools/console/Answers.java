// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.tools.screen.ExitCodes;
import rani.world.Reply;

/**
 * What several nodes answered to one verb.
 *
 * @param facts of those that did what was asked, by name
 * @param failures why the others did not, by name
 */
record Answers(
    SequencedMap<String, SequencedMap<String, Object>> facts,
    SequencedMap<String, String> failures) {
  /** No one has answered yet. */
  Answers() {
    this(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** What each of them is asked. */
  @FunctionalInterface
  interface Question {
    SequencedMap<String, Object> ask(String node) throws LabFailure;
  }

  /** Adds one node's answer. */
  void add(String node, Reply reply) {
    if (reply.ok()) {
      facts.put(node, reply.facts());
    } else {
      failures.put(node, reply.message());
    }
  }

  /** Adds what others answered, after what is here. */
  void add(Answers others) {
    facts.putAll(others.facts);
    failures.putAll(others.failures);
  }

  /** Whether everybody did. */
  int exitCode() {
    return failures.isEmpty() ? ExitCodes.OK : ExitCodes.NOT_CARRIED_OUT;
  }

  /** For programs: the facts by node, and {@code error} for those that failed. */
  SequencedMap<String, Object> all() {
    SequencedMap<String, Object> all = new LinkedHashMap<>(facts);
    failures.forEach(
        (node, why) -> {
          SequencedMap<String, Object> error = new LinkedHashMap<>();
          error.put("error", why);
          all.put(node, error);
        });
    return all;
  }
}
