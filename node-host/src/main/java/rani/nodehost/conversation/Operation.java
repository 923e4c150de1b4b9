// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Function;
import rani.ground.LabFailure;
import rani.nodehost.journey.WatchedFlow;
import rani.world.Reply;

/**
 * What a node can be told to do. One that is new is a record of its own, and a line in {@link
 * #routes()}; control planes and their clients know none by name.
 */
public sealed interface Operation permits Act, Tell, JourneyWatch, JourneyForget {
  /** How each is read that comes by a method and path. */
  static SequencedMap<String, Function<Sent, Operation>> routes() {
    SequencedMap<String, Function<Sent, Operation>> routes = new LinkedHashMap<>();
    routes.put(Act.ROUTE, sent -> Act.of(sent.body(Act.Sent.class)));
    routes.put(Tell.ROUTE, sent -> sent.body(Tell.class));
    routes.put(JourneyWatch.ROUTE, sent -> new JourneyWatch(sent.body(WatchedFlow.class)));
    routes.put(JourneyForget.ROUTE, sent -> new JourneyForget(sent.parameter("watch")));
    return routes;
  }

  /** An operation as it comes over the control plane. */
  interface Sent {
    /** Its body, read as JSON. */
    <T> T body(Class<T> kind);

    /** A parameter behind the path; empty if there is none. */
    String parameter(String name);
  }

  /** By which method and path it comes: {@code POST /tell}. */
  String route();

  /** What stands behind the path, such as {@code watch=a}; empty for nothing. */
  default String parameters() {
    return "";
  }

  /** What is sent as its body, in JSON. */
  default Object body() {
    return this;
  }

  /**
   * Has a node carry it out.
   *
   * @return what it answers, which may be a refusal
   * @throws LabFailure if it cannot
   */
  Reply carryOut(NodeView node) throws LabFailure;
}
