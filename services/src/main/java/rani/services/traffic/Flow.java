// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import org.jspecify.annotations.Nullable;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Streams;

/** One flow of a {@link Source}: when it sends what is up to its kind. */
abstract sealed class Flow permits DatagramFlow, ConnectionFlow {
  private final Place place;
  private @Nullable ServiceContext context;
  private boolean stopped;

  /**
   * What every kind of flow has.
   *
   * @param number of the flow in its source, from 0; of its timer, too
   * @param destination the virtual address that it sends to
   * @param port the port there
   * @param startNanos start offset from the experiment's time zero
   * @param startSpreadNanos and later by a time drawn uniformly from as much
   * @param dscp the code point of its packets
   */
  record Place(
      int number, int destination, int port, long startNanos, long startSpreadNanos, int dscp) {}

  Flow(Place place) {
    this.place = place;
  }

  void join(ServiceContext joined) {
    context = joined;
  }

  final void begin(long nowNanos) {
    long startNanos = nowNanos + place.startNanos();
    long spread = place.startSpreadNanos();
    wakeAt(spread == 0 ? startNanos : startNanos + Streams.below(context().random(), spread));
  }

  final Place place() {
    return place;
  }

  final ServiceContext context() {
    if (context == null) {
      throw new IllegalStateException("the flow has not been started");
    }
    return context;
  }

  final void wakeAt(long deadlineNanos) {
    context().setTimer(place.number(), deadlineNanos);
  }

  final void wakeNoMore() {
    context().cancelTimer(place.number());
  }

  /** Ends it before it is done. */
  void stop(long nowNanos) {
    stopped = true;
    wakeNoMore();
  }

  final boolean isStopped() {
    return stopped;
  }

  /** Whether it sends no more. */
  final boolean isOver() {
    return stopped || isDone();
  }

  /** It is time to begin, or what the flow set its timer for. */
  abstract void wake(long nowNanos);

  abstract boolean isDone();

  /** Distinct packets to be sent; of a flow without end, those there have been. */
  abstract long offered();

  abstract Counts counts(long nowNanos);

  /** What is shown of it. */
  public record Shown(
      int id,
      String to,
      long offered,
      @Inline Counts counts,
      boolean done,
      @Inline ConnectionFlow.@Nullable Connected connection)
      implements Facts {}

  /** For who asks for this one. */
  final Shown facts(long nowNanos) {
    return new Shown(
        place.number(),
        Address.text(place.destination()),
        offered(),
        counts(nowNanos),
        isOver(),
        connected(nowNanos));
  }

  /** What is shown of its connection; null if it has none. */
  ConnectionFlow.@Nullable Connected connected(long nowNanos) {
    return null;
  }

  /**
   * What a flow has sent, and what it knows of that.
   *
   * @param sent packets, repetitions included
   * @param retransmitted repetitions
   * @param acknowledged distinct packets that are known to have arrived
   * @param timeouts times that the retransmission timer fired
   * @param fastRetransmits times that acknowledgements told of a loss
   */
  public record Counts(
      long sent, long retransmitted, long acknowledged, long timeouts, long fastRetransmits)
      implements Facts {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    Counts plus(Counts other) {
      return new Counts(
          sent + other.sent,
          retransmitted + other.retransmitted,
          acknowledged + other.acknowledged,
          timeouts + other.timeouts,
          fastRetransmits + other.fastRetransmits);
    }
  }
}
