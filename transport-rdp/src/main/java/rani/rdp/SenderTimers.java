// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.RttEstimator;

/** The deadlines of a {@link Sender}: retransmission timer and pacing. */
final class SenderTimers {
  private static final long NEVER = Long.MAX_VALUE;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PACING_GAIN = 1.25; // RFC 9002 §7.7: a little more than the window

  private final RttEstimator rtt;
  private final boolean paces;

  private long rtoDeadlineNanos = NEVER;
  private long paceDeadlineNanos = NEVER;
  private long nextPacedNanos;
  private long lastSentNanos;

  /** The rate that a router asks for; none if 0. */
  private double limitBitsPerSecond;

  /** What had been sent beyond that rate as the time was {@link #owedNanos}. */
  private double owedBits;

  private long owedNanos;

  /**
   * Nothing is due.
   *
   * @param paces whether segments are spread over the round trip
   */
  SenderTimers(RttEstimator rtt, boolean paces) {
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

  /** Whether the pacing timer has fired; cleared by the call. */
  boolean takePaceDue(long nowNanos) {
    boolean due = paceDeadlineNanos <= nowNanos;
    if (due) {
      paceDeadlineNanos = NEVER;
    }
    return due;
  }

  /** Whether pacing defers sending to its deadline. */
  boolean holdsBack(long nowNanos) {
    long nextNanos = Math.max(nextPacedNanos, nextLimitedNanos());
    if (nextNanos <= nowNanos) {
      return false;
    }
    paceDeadlineNanos = nextNanos;
    return true;
  }

  /** When nothing is owed any more at the present rate. */
  private long nextLimitedNanos() {
    return limitBitsPerSecond > 0
        ? owedNanos + (long) (owedBits / limitBitsPerSecond * NANOS_PER_SECOND)
        : Long.MIN_VALUE;
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
    if (paces && rtt.srttNanos() > 0) {
      double gapNanos = rtt.srttNanos() / (PACING_GAIN * cwnd);
      nextPacedNanos = Math.max(nextPacedNanos, nowNanos) + (long) gapNanos;
    }
    if (limitBitsPerSecond > 0) {
      pay(nowNanos);
      owedBits += 8.0 * dataBytes;
    }
  }

  /** Takes off what the rate has let go since. */
  private void pay(long nowNanos) {
    double paidBits = limitBitsPerSecond * (nowNanos - owedNanos) / NANOS_PER_SECOND;
    owedBits = Math.max(0, owedBits - paidBits);
    owedNanos = nowNanos;
  }

  /**
   * Limits the data rate from now on. The backlog of earlier data drains at the new rate as well,
   * so that a raised limit takes effect at once.
   *
   * @param bitsPerSecond 0 for as fast as the window lets it
   */
  void limit(long nowNanos, double bitsPerSecond) {
    pay(nowNanos);
    limitBitsPerSecond = bitsPerSecond;
    if (bitsPerSecond == 0) {
      owedBits = 0;
    }
    if (paceDeadlineNanos != NEVER) {
      paceDeadlineNanos = Math.max(nowNanos, Math.max(nextPacedNanos, nextLimitedNanos()));
    }
  }

  /** Whether nothing was sent for longer than the retransmission timeout (RFC 5681 §4.1). */
  boolean isIdle(long nowNanos) {
    return nowNanos - lastSentNanos > rtt.rtoNanos();
  }

  /** The retransmission timer begins again. */
  void restart(long nowNanos) {
    rtoDeadlineNanos = nowNanos + rtt.rtoNanos();
  }

  /** Everything is acknowledged. */
  void stopTimer() {
    rtoDeadlineNanos = NEVER;
  }
}
