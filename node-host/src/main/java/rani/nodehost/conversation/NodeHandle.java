// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.json.Json;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/**
 * One node of a running network, which answers queries and executes operations, wherever it runs:
 * in this JVM, live or in virtual time, or behind its control plane. A handle is for one
 * conversation: it keeps the address that the node had when the handle was made.
 */
public interface NodeHandle {
  /** The node's name in the topology. */
  String name();

  /**
   * Sends a query.
   *
   * @throws LabFailure if it does not answer, or refuses
   */
  <A> A ask(Query<A> query) throws LabFailure;

  /**
   * Sends an operation.
   *
   * @return the reply, which may be a refusal
   * @throws LabFailure if it does not answer
   */
  Reply tell(Operation operation) throws LabFailure;

  /**
   * Sends an operation and a query that follows it, in one request.
   *
   * @param then a query without parameters
   * @throws LabFailure if it does not answer
   */
  <A> CommandReply<A> tell(Operation operation, Query<A> then) throws LabFailure;

  /**
   * Sends an operation that must succeed.
   *
   * @throws LabFailure if it does not answer, or refuses
   */
  default Reply require(Operation operation) throws LabFailure {
    Reply reply = tell(operation);
    if (!reply.ok()) {
      throw new LabFailure("node " + name() + " refuses: " + reply.message());
    }
    return reply;
  }

  /**
   * The same.
   *
   * @return the reply, as facts of a kind
   * @throws LabFailure if it does not answer, or refuses, or answers something else
   */
  default <T> T require(Operation operation, Class<T> kind) throws LabFailure {
    return answered(name(), require(operation), kind);
  }

  /**
   * Reads a reply as facts of a kind.
   *
   * @throws LabFailure if it has another form: the answer of another version, or of no node
   */
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
