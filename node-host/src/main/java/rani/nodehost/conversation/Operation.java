// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.function.Function;
import rani.ground.LabFailure;
import rani.nodehost.journey.WatchedFlow;
import rani.world.Reply;

/**
 * An operation on a node. A new operation is a record of its own and a line in {@link #kinds()};
 * control planes and their clients name no operation.
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
        UseKey,
        OpenEdge,
        StartProgram {
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
        Kind.of("POST /keys/use", UseKey.class),
        new Kind<>("POST /edge", OpenEdge.class, _ -> new OpenEdge()),
        Kind.of("POST /programs", StartProgram.class));
  }

  /**
   * Method and path of an operation, such as {@code POST /tell}, and the reader of its requests.
   */
  record Kind<O extends Operation>(String route, Class<O> type, Function<Sent, O> reader) {
    /** Returns a kind whose request body is the record as JSON. */
    static <O extends Operation> Kind<O> of(String route, Class<O> type) {
      return new Kind<>(route, type, sent -> sent.body(type));
    }
  }

  /** The request of an operation over the control plane. */
  interface Sent {
    /** Reads the body as JSON. */
    <T> T body(Class<T> kind);

    /** Returns a parameter of the query string; empty if absent. */
    String parameter(String name);
  }

  default String route() {
    return kinds().stream()
        .filter(kind -> kind.type() == getClass())
        .findFirst()
        .orElseThrow()
        .route();
  }

  /** Returns the query string of the request, such as {@code watch=a}; may be empty. */
  default String parameters() {
    return "";
  }

  /** Returns the value that is sent as JSON in the request's body. */
  default Object body() {
    return this;
  }

  /** Executes the operation at a node, and returns the reply, which may be a refusal. */
  Reply execute(NodeView node) throws LabFailure;
}
