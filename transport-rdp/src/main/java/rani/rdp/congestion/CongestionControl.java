// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Congestion control of one sender: receives the sender's events and provides a window. All windows
 * are in packets. A sender uses {@code floor(cwnd)}, since "either RDP can send a full sized
 * packet, or it cannot send any" (papers' Active Congestion Control §4.2.1).
 *
 * <p>The default methods ignore their event. A control without overrides keeps its window constant,
 * and recovers by the scoreboard.
 *
 * <p>The sender itself detects losses and schedules retransmissions; {@link #recoversByScoreboard}
 * selects one of two methods.
 */
public interface CongestionControl {
  /** Returns the congestion window, in packets, at least 1. */
  double cwnd();

  /** Returns the slow-start threshold, in packets. */
  double ssthresh();

  /**
   * Selects the recovery method. True: the sender fills the holes that EACKs show and counts the
   * segments in the pipe (RFC 6675). False: the sender follows duplicate acknowledgements, which
   * inflate the window (RFC 5681 §3.2, RFC 6582).
   */
  default boolean recoversByScoreboard() {
    return true;
  }

  /**
   * Handles an acknowledgement of at least one new segment outside of fast recovery, when the
   * window was fully used. The smoothed round-trip time is 0 before the first sample.
   */
  default void acknowledged(long nowNanos, int segments, long srttNanos) {}

  /**
   * Handles a detected loss, with which fast recovery begins. {@code flight} is the number of
   * segments outstanding, without those that limited transmit sent.
   */
  default void lossDetected(long nowNanos, int flight) {}

  /** Handles one more duplicate acknowledgement in fast recovery. */
  default void duplicate() {}

  /**
   * Handles a partial acknowledgement in fast recovery: it covers some of the segments that were
   * outstanding at its beginning. Returns true if recovery continues; Reno ends it.
   */
  default boolean partiallyAcknowledged(int segments) {
    return true;
  }

  /**
   * Handles the end of fast recovery, when all segments that were outstanding at its beginning are
   * acknowledged. {@code flight} is the number outstanding now.
   */
  default void recovered(long nowNanos, int flight) {}

  /**
   * Handles the expiration of the retransmission timer with {@code flight} segments outstanding. If
   * {@code again}, the same segment has timed out before, and ssthresh is held (RFC 5681 §3.1).
   */
  default void timedOut(long nowNanos, int flight, boolean again) {}

  /** Restores the window before the last timeout, which was spurious (RFC 5682). */
  default void undoTimeout() {}

  /**
   * Handles an echoed congestion mark, once per window (RFC 3168 §6.1.2), with {@code flight}
   * segments outstanding.
   */
  default void marked(long nowNanos, int flight) {}

  /**
   * Sets the window that a router requests, as one congestion event (papers' Active Congestion
   * Control §4.2.4).
   */
  default void set(long nowNanos, double cwnd, double ssthresh) {}

  /** Handles the first transmission after an idle time above the RTO (RFC 5681 §4.1). */
  default void restartedAfterIdle(long nowNanos) {}
}
