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
 * The replies of several nodes to one verb.
 *
 * @param facts of nodes that succeeded, by name
 * @param failures reasons of the others, by name
 */
public record NodeReplies(
    SequencedMap<String, JsonObject> facts, SequencedMap<String, String> failures) {
  /** No replies yet. */
  public NodeReplies() {
    this(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** A query or operation at one node. */
  @FunctionalInterface
  public interface Question {
    /** A node's reply. */
    JsonObject ask(String node) throws LabFailure;
  }

  /**
   * Receives the answers of nodes.
   *
   * @param <A> the type of an answer
   */
  @FunctionalInterface
  public interface Taker<A> {
    /** Receives a node's answer. */
    void take(String node, A shown) throws LabFailure;
  }

  /** Adds a node's reply. */
  public void add(String node, Reply reply) {
    if (reply.ok()) {
      facts.put(node, JsonObject.of(reply.facts()));
    } else {
      failures.put(node, reply.message());
    }
  }

  /** Appends the replies of other nodes. */
  public void add(NodeReplies others) {
    facts.putAll(others.facts);
    failures.putAll(others.failures);
  }

  /** Whether all nodes succeeded. */
  public int exitCode() {
    return failures.isEmpty() ? ExitCodes.OK : ExitCodes.NOT_CARRIED_OUT;
  }

  /** The result for programs: the facts by node, and {@code error} for those that failed. */
  public JsonObject all() {
    SequencedMap<String, JsonObject> all = new LinkedHashMap<>(facts);
    failures.forEach((node, why) -> all.put(node, JsonObject.of(Map.of("error", why))));
    return JsonObject.of(all);
  }
}
