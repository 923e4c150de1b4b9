// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import org.jspecify.annotations.Nullable;
import rani.rdp.RdpStatistics;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Streams;

/** One flow of a {@link Source}; subclasses decide when it sends. */
abstract sealed class Flow permits DatagramFlow, ConnectionFlow, TransfersFlow {
  private final Place place;
  private @Nullable ServiceContext context;
  private boolean stopped;

  /**
   * Properties that all kinds of flow share.
   *
   * @param number of the flow in its source, from 0; also of its timer
   * @param destination virtual address of the receiver
   * @param port of the receiver
   * @param startNanos start offset from the experiment's time zero
   * @param startSpreadNanos bound of a uniformly drawn extra start offset
   * @param dscp code point of the packets
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

  /** Ends the flow early. */
  void stop(long nowNanos) {
    stopped = true;
    wakeNoMore();
  }

  final boolean isStopped() {
    return stopped;
  }

  /** Returns true if the flow sends no more. */
  final boolean isOver() {
    return stopped || isDone();
  }

  /** Handles the start of the flow and, afterwards, the flow's timer. */
  abstract void wake(long nowNanos);

  abstract boolean isDone();

  /** Returns the number of distinct packets to be sent; without a limit, of those sent so far. */
  abstract long offered();

  abstract Counts counts(long nowNanos);

  public record Shown(
      int id,
      String to,
      long offered,
      @Inline Counts counts,
      boolean done,
      @Inline ConnectionFlow.@Nullable Connected connection)
      implements Facts {}

  final Shown facts(long nowNanos) {
    return new Shown(
        place.number(),
        Address.text(place.destination()),
        offered(),
        counts(nowNanos),
        isOver(),
        connected(nowNanos));
  }

  /** Returns the facts of the flow's connection; null if it has none. */
  ConnectionFlow.@Nullable Connected connected(long nowNanos) {
    return null;
  }

  /**
   * Counts of a flow's packets.
   *
   * @param sent packets, retransmissions included
   * @param retransmitted retransmissions
   * @param acknowledged distinct packets known to have arrived
   * @param timeouts expirations of the retransmission timer
   * @param fastRetransmits losses that acknowledgements revealed
   */
  public record Counts(
      long sent, long retransmitted, long acknowledged, long timeouts, long fastRetransmits)
      implements Facts {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    /** Returns the counts of a connection's packets. */
    static Counts of(RdpStatistics counted) {
      return new Counts(
          counted.segmentsSent(),
          counted.retransmissions(),
          counted.messagesAcknowledged(),
          counted.timeouts(),
          counted.fastRetransmits());
    }

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
