// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Congestion control of a sender: receives its events, and answers with a window. All windows are
 * counted in packets; a sender uses {@code floor(cwnd)} of it, since "either RDP can send a full
 * sized packet, or it cannot send any" (papers' Active Congestion Control §4.2.1).
 *
 * <p>What a control does not heed it leaves out: then the event changes nothing, and recovery is by
 * the scoreboard, during which the pipe shrinks and the window stays.
 *
 * <p>What was lost, and what is sent again when, is the sender's to find out; it asks {@link
 * #recoversByScoreboard} by which of two methods.
 */
public interface CongestionControl {
  /** The congestion window, in packets, at least 1. */
  double cwnd();

  /** The slow-start threshold, in packets. */
  double ssthresh();

  /**
   * Whether recovery fills the holes that EACKs show, counting what is in the pipe (RFC 6675); else
   * it goes by duplicate acknowledgements, which inflate the window (RFC 5681 §3.2, RFC 6582).
   */
  default boolean recoversByScoreboard() {
    return true;
  }

  /**
   * New data was acknowledged outside of fast recovery, and the window had been in full use.
   *
   * @param segments how many were newly acknowledged, at least 1
   * @param srttNanos the smoothed round trip; 0 before the first sample
   */
  default void acknowledged(long nowNanos, int segments, long srttNanos) {}

  /**
   * A loss was detected and fast recovery begins.
   *
   * @param flight segments outstanding, without those that limited transmit sent
   */
  default void lossDetected(long nowNanos, int flight) {}

  /** In fast recovery, one more duplicate acknowledgement came. */
  default void duplicate() {}

  /**
   * In fast recovery, an acknowledgement covered a part of what was outstanding at its beginning.
   *
   * @param segments how many were newly acknowledged
   * @return whether recovery goes on; Reno leaves it here
   */
  default boolean partiallyAcknowledged(int segments) {
    return true;
  }

  /**
   * Fast recovery ends: all that was outstanding at its beginning is acknowledged.
   *
   * @param flight segments outstanding now
   */
  default void recovered(long nowNanos, int flight) {}

  /**
   * The retransmission timer expired.
   *
   * @param flight segments outstanding then
   * @param again whether it is the same segment's not for the first time: ssthresh is held (RFC
   *     5681 §3.1)
   */
  default void timedOut(long nowNanos, int flight, boolean again) {}

  /** The last timeout turns out to have been none: the window is as it was before (RFC 5682). */
  default void undoTimeout() {}

  /**
   * A mark was echoed, for the first time in this window (RFC 3168 §6.1.2).
   *
   * @param flight segments outstanding
   */
  default void marked(long nowNanos, int flight) {}

  /**
   * A router has set the window, as one congestion event (papers' Active Congestion Control
   * §4.2.4).
   */
  default void set(long nowNanos, double cwnd, double ssthresh) {}

  /** Nothing was sent for longer than the retransmission timer (RFC 5681 §4.1). */
  default void restartedAfterIdle(long nowNanos) {}
}
