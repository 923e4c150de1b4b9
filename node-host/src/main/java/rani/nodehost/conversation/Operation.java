// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.function.Function;
import rani.ground.LabFailure;
import rani.nodehost.journey.WatchedFlow;
import rani.world.Reply;

/**
 * What a node can be told to do. One that is new is a record of its own, and a line in {@link
 * #kinds()}; control planes and their clients know none by name.
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
  /** What there is. */
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
   * One kind of operations.
   *
   * @param route by which method and path they come
   * @param type what they are
   * @param reader makes one of what was sent
   */
  record Kind<O extends Operation>(String route, Class<O> type, Function<Sent, O> reader) {
    /** A kind whose values are its body. */
    static <O extends Operation> Kind<O> of(String route, Class<O> type) {
      return new Kind<>(route, type, sent -> sent.body(type));
    }
  }

  /** An operation as it comes over the control plane. */
  interface Sent {
    /** Its body, read as JSON. */
    <T> T body(Class<T> kind);

    /** A parameter behind the path; empty if there is none. */
    String parameter(String name);
  }

  /** By which method and path it comes: {@code POST /tell}. */
  default String route() {
    return kinds().stream()
        .filter(kind -> kind.type() == getClass())
        .findFirst()
        .orElseThrow()
        .route();
  }

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
  Reply execute(NodeView node) throws LabFailure;
}
