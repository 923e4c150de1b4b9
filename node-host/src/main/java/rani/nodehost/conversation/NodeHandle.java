// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.json.Json;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/**
 * One node of a running network, to be asked and told, wherever it runs: in this JVM, live or in
 * virtual time, or behind its control plane. A handle is for one conversation: it knows where the
 * node was when the handle was made.
 */
public interface NodeHandle {
  /** The node's name in the topology. */
  String name();

  /**
   * Asks it.
   *
   * @throws LabFailure if it does not answer, or refuses
   */
  <A> A ask(Query<A> query) throws LabFailure;

  /**
   * Tells it to do something.
   *
   * @return what it answers, which may be a refusal
   * @throws LabFailure if it does not answer
   */
  Reply tell(Operation operation) throws LabFailure;

  /**
   * The same, and asks it when it has done so, in one request.
   *
   * @param then a question without parameters
   * @throws LabFailure if it does not answer
   */
  <A> CommandReply<A> tell(Operation operation, Query<A> then) throws LabFailure;

  /**
   * Tells it to do something that has to be done.
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
   * @return what it answers, as facts of a kind
   * @throws LabFailure if it does not answer, or refuses, or answers something else
   */
  default <T> T require(Operation operation, Class<T> kind) throws LabFailure {
    return answered(name(), require(operation), kind);
  }

  /**
   * What it answered, as facts of a kind.
   *
   * @throws LabFailure if it is something else: another version answers so, or no node
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
