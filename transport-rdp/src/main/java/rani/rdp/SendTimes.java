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

  /** The rate that a router asks for; none if 0. */
  private double limitBitsPerSecond;

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
    if (nextPacedNanos <= nowNanos) {
      return false;
    }
    paceDeadlineNanos = nextPacedNanos;
    return true;
  }

  /**
   * A segment goes.
   *
   * @param dataBytes the data in it
   */
  void sent(long nowNanos, double cwnd, int dataBytes) {
    lastSentNanos = nowNanos;
    if (rtoDeadlineNanos == NEVER) {
      restart(nowNanos);
    }
    double gapNanos = 0;
    if (paces && rtt.srttNanos() > 0) {
      gapNanos = rtt.srttNanos() / (PACING_GAIN * cwnd);
    }
    if (limitBitsPerSecond > 0) {
      gapNanos = Math.max(gapNanos, dataBytes * 8e9 / limitBitsPerSecond);
    }
    if (gapNanos > 0) {
      nextPacedNanos = Math.max(nextPacedNanos, nowNanos) + (long) gapNanos;
    }
  }

  /**
   * Data goes no faster from now on.
   *
   * @param bitsPerSecond 0 for as fast as the window lets it
   */
  void limit(long nowNanos, double bitsPerSecond) {
    boolean wasLimited = limitBitsPerSecond > 0;
    limitBitsPerSecond = bitsPerSecond;
    if (wasLimited && bitsPerSecond == 0) {
      nextPacedNanos = nowNanos;
      if (paceDeadlineNanos != NEVER) {
        paceDeadlineNanos = nowNanos; // whoever was held back need not wait
      }
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
