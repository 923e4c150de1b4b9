// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.world.Reply;

/** Replies of several nodes to one verb, by name: facts, or else the node's error message. */
public record NodeReplies(
    SequencedMap<String, JsonObject> facts, SequencedMap<String, String> failures) {
  public NodeReplies() {
    this(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** Query or operation at one node. */
  @FunctionalInterface
  public interface Question {
    JsonObject ask(String node) throws LabFailure;
  }

  /** Receives typed answers of nodes. */
  @FunctionalInterface
  public interface Taker<A> {
    void take(String node, A shown) throws LabFailure;
  }

  public void add(String node, Reply reply) {
    if (reply.ok()) {
      facts.put(node, JsonObject.of(reply.facts()));
    } else {
      failures.put(node, reply.message());
    }
  }

  public void add(NodeReplies others) {
    facts.putAll(others.facts);
    failures.putAll(others.failures);
  }

  /** Returns the names of the nodes that succeeded, with commas between them. */
  public String names() {
    return String.join(", ", facts.sequencedKeySet());
  }

  /** Returns exit code 0 if all nodes succeeded, else 3. */
  public int exitCode() {
    return failures.isEmpty() ? ExitCodes.OK : ExitCodes.NOT_CARRIED_OUT;
  }

  /** Returns the JSON result: facts by node, and {@code error} for nodes that failed. */
  public JsonObject all() {
    SequencedMap<String, JsonObject> all = new LinkedHashMap<>(facts);
    failures.forEach((node, why) -> all.put(node, JsonObject.of(Map.of("error", why))));
    return JsonObject.of(all);
  }
}
