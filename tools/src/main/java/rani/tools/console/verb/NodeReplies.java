// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.world.Reply;

/**
 * What several nodes answered to one verb.
 *
 * @param facts of those that did what was asked, by name
 * @param failures why the others did not, by name
 */
public record NodeReplies(
    SequencedMap<String, JsonObject> facts, SequencedMap<String, String> failures) {
  /** No one has answered yet. */
  public NodeReplies() {
    this(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** What each of them is asked. */
  @FunctionalInterface
  public interface Question {
    /** One node's answer. */
    JsonObject ask(String node) throws LabFailure;
  }

  /**
   * Has what nodes show.
   *
   * @param <A> what that is
   */
  @FunctionalInterface
  public interface Taker<A> {
    /** Takes what one shows. */
    void take(String node, A shown) throws LabFailure;
  }

  /** Adds one node's answer. */
  public void add(String node, Reply reply) {
    if (reply.ok()) {
      facts.put(node, JsonObject.of(reply.facts()));
    } else {
      failures.put(node, reply.message());
    }
  }

  /** Adds what others answered, after what is here. */
  public void add(NodeReplies others) {
    facts.putAll(others.facts);
    failures.putAll(others.failures);
  }

  /** Whether everybody did. */
  public int exitCode() {
    return failures.isEmpty() ? ExitCodes.OK : ExitCodes.NOT_CARRIED_OUT;
  }

  /** For programs: the facts by node, and {@code error} for those that failed. */
  public JsonObject all() {
    SequencedMap<String, JsonObject> all = new LinkedHashMap<>(facts);
    failures.forEach((node, why) -> all.put(node, JsonObject.of(Map.of("error", why))));
    return JsonObject.of(all);
  }
}
