// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.RttEstimator;

/** When a {@link Sender} must act by itself: its retransmission timer, and its pace. */
final class SendTimes {
  private static final long NEVER = Long.MAX_VALUE;
  private static final double PACING_GAIN = 1.25; // RFC 9002 §7.7: a little more than the window

  private final RttEstimator rtt;
  private final boolean paces;

  private long rtoDeadlineNanos = NEVER;
  private long paceDeadlineNanos = NEVER;
  private long nextPacedNanos;
  private long lastSentNanos;

  /**
   * Nothing is due.
   *
   * @param paces whether segments are spread over the round trip
   */
  SendTimes(RttEstimator rtt, boolean paces) {
    this.rtt = rtt;
    this.paces = paces;
  }

  /** When the first of both comes. */
  long deadlineNanos() {
    return Math.min(rtoDeadlineNanos, paceDeadlineNanos);
  }

  /** Whether the retransmission timer has expired. */
  boolean isTimeoutDue(long nowNanos) {
    return rtoDeadlineNanos <= nowNanos;
  }

  /** Whether the pace's turn has come; that is said once. */
  boolean takePaceDue(long nowNanos) {
    boolean due = paceDeadlineNanos <= nowNanos;
    if (due) {
      paceDeadlineNanos = NEVER;
    }
    return due;
  }

  /** Whether the pace forbids to send now, so that its deadline stands instead. */
  boolean holdsBack(long nowNanos) {
    if (!paces || nextPacedNanos <= nowNanos) {
      return false;
    }
    paceDeadlineNanos = nextPacedNanos;
    return true;
  }

  /** A segment goes. */
  void sent(long nowNanos, double cwnd) {
    lastSentNanos = nowNanos;
    if (rtoDeadlineNanos == NEVER) {
      restart(nowNanos);
    }
    if (paces && rtt.srttNanos() > 0) {
      long gapNanos = (long) (rtt.srttNanos() / (PACING_GAIN * cwnd));
      nextPacedNanos = Math.max(nextPacedNanos, nowNanos) + gapNanos;
    }
  }

  /** Whether nothing was sent for longer than the retransmission timeout (RFC 5681 §4.1). */
  boolean isIdle(long nowNanos) {
    return nowNanos - lastSentNanos > rtt.rtoNanos();
  }

  /** The retransmission timer begins anew. */
  void restart(long nowNanos) {
    rtoDeadlineNanos = nowNanos + rtt.rtoNanos();
  }

  /** Everything is acknowledged. */
  void stopTimer() {
    rtoDeadlineNanos = NEVER;
  }

  /** Nothing is due any more. */
  void clear() {
    rtoDeadlineNanos = NEVER;
    paceDeadlineNanos = NEVER;
  }
}
