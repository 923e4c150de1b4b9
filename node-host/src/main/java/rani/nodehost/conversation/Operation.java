// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.function.Function;
import rani.ground.LabFailure;
import rani.nodehost.journey.WatchedFlow;
import rani.world.Reply;

/**
 * An operation on a node. A new one is a record of its own and a line in {@link #kinds()}; control
 * planes and their clients know none by name.
 */
public sealed interface Operation
    permits ApplyActions,
        VerbCall,
        JourneyWatch,
        JourneyForget,
        StartServices,
        StartTraffic,
        LinkPrepare,
        LinkJoin,
        LinkLeave,
        UpdateNetwork,
        MakeOriginKey,
        OfferKey,
        UseKey {
  /** All kinds of operations. */
  static List<Kind<?>> kinds() {
    return List.of(
        new Kind<>(
            "POST /act",
            ApplyActions.class,
            sent -> ApplyActions.of(sent.body(ApplyActions.Sent.class))),
        Kind.of("POST /tell", VerbCall.class),
        new Kind<>(
            "POST /journey",
            JourneyWatch.class,
            sent -> new JourneyWatch(sent.body(WatchedFlow.class))),
        new Kind<>(
            "DELETE /journey",
            JourneyForget.class,
            sent -> new JourneyForget(sent.parameter("watch"))),
        new Kind<>("POST /start", StartServices.class, _ -> new StartServices()),
        Kind.of("POST /go", StartTraffic.class),
        Kind.of("POST /links/prepare", LinkPrepare.class),
        Kind.of("POST /links/join", LinkJoin.class),
        Kind.of("POST /links/leave", LinkLeave.class),
        Kind.of("POST /network", UpdateNetwork.class),
        new Kind<>("POST /origin-key", MakeOriginKey.class, _ -> new MakeOriginKey()),
        Kind.of("POST /keys/offer", OfferKey.class),
        Kind.of("POST /keys/use", UseKey.class));
  }

  /**
   * A kind of operation.
   *
   * @param route method and path at the control plane
   * @param type the class of its values
   * @param reader reads a request
   */
  record Kind<O extends Operation>(String route, Class<O> type, Function<Sent, O> reader) {
    /** A kind whose body is the record as JSON. */
    static <O extends Operation> Kind<O> of(String route, Class<O> type) {
      return new Kind<>(route, type, sent -> sent.body(type));
    }
  }

  /** The request of an operation over the control plane. */
  interface Sent {
    /** Its body, read as JSON. */
    <T> T body(Class<T> kind);

    /** A parameter of the query string; empty if absent. */
    String parameter(String name);
  }

  /** Its method and path: {@code POST /tell}. */
  default String route() {
    return kinds().stream()
        .filter(kind -> kind.type() == getClass())
        .findFirst()
        .orElseThrow()
        .route();
  }

  /** Its query string, such as {@code watch=a}; may be empty. */
  default String parameters() {
    return "";
  }

  /** Its body, as JSON. */
  default Object body() {
    return this;
  }

  /**
   * Executes it at a node.
   *
   * @return the reply, which may be a refusal
   * @throws LabFailure if it cannot be executed
   */
  Reply execute(NodeView node) throws LabFailure;
}
