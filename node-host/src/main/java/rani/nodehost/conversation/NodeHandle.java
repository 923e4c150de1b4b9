// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.json.Json;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/**
 * One node of a running network, in this JVM (live or in virtual time) or behind its control plane.
 * A handle keeps the address that the node had when the handle was made. Methods throw {@link
 * LabFailure} if the node does not answer.
 */
public interface NodeHandle {
  String name();

  /** Sends a query; a refusal is a {@link LabFailure}. */
  <A> A ask(Query<A> query) throws LabFailure;

  /** Sends an operation and returns the reply, which may be a refusal. */
  Reply tell(Operation operation) throws LabFailure;

  /** Sends an operation, and a query without parameters that follows it, in one request. */
  <A> CommandReply<A> tell(Operation operation, Query<A> then) throws LabFailure;

  /** Sends an operation that must succeed; a refusal is a {@link LabFailure}. */
  default Reply require(Operation operation) throws LabFailure {
    Reply reply = tell(operation);
    if (!reply.ok()) {
      throw new LabFailure("node " + name() + " refuses: " + reply.message());
    }
    return reply;
  }

  /** Sends an operation that must succeed, and converts the reply to a type of facts. */
  default <T> T require(Operation operation, Class<T> kind) throws LabFailure {
    return answered(name(), require(operation), kind);
  }

  /** Converts a reply to a type of facts, or throws if another version of rani has answered. */
  static <T> T answered(String node, Reply reply, Class<T> kind) throws LabFailure {
    try {
      return Json.as(reply.facts(), kind);
    } catch (JacksonException e) {
      throw new LabFailure(
          "node " + node + " answers in words that are not understood: " + e.getOriginalMessage(),
          e);
    }
  }
}
