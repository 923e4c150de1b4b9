// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.RttEstimator;

/** Deadlines of a {@link Sender}: retransmission timer and pacing. */
final class SenderTimers {
  private static final long NEVER = Long.MAX_VALUE;
  private static final double NANOS_PER_SECOND = 1e9;

  /** RFC 9002 §7.7: slightly faster than one window per round trip. */
  private static final double PACING_GAIN = 1.25;

  private final RttEstimator rtt;
  private final boolean paces;

  private long rtoDeadlineNanos = NEVER;
  private long paceDeadlineNanos = NEVER;
  private long nextPacedNanos;
  private long lastSentNanos;

  /** Rate limit that a router has requested; 0 for none. */
  private double limitBitsPerSecond;

  /** Bits sent beyond the rate limit by the time {@link #owedNanos}. */
  private double owedBits;

  private long owedNanos;

  /** Creates timers without a deadline; {@code paces} spreads segments over the round trip. */
  SenderTimers(RttEstimator rtt, boolean paces) {
    this.rtt = rtt;
    this.paces = paces;
  }

  /** Returns the earlier deadline. */
  long deadlineNanos() {
    return Math.min(rtoDeadlineNanos, paceDeadlineNanos);
  }

  boolean isTimeoutDue(long nowNanos) {
    return rtoDeadlineNanos <= nowNanos;
  }

  /** Returns true if the pacing timer has fired, and clears it. */
  boolean takePaceDue(long nowNanos) {
    boolean due = paceDeadlineNanos <= nowNanos;
    if (due) {
      paceDeadlineNanos = NEVER;
    }
    return due;
  }

  /** Returns true if pacing defers the next segment; then arms the pacing timer. */
  boolean holdsBack(long nowNanos) {
    long nextNanos = Math.max(nextPacedNanos, nextLimitedNanos());
    if (nextNanos <= nowNanos) {
      return false;
    }
    paceDeadlineNanos = nextNanos;
    return true;
  }

  /** Returns the time at which the rate limit allows the next segment. */
  private long nextLimitedNanos() {
    return limitBitsPerSecond > 0
        ? owedNanos + (long) (owedBits / limitBitsPerSecond * NANOS_PER_SECOND)
        : Long.MIN_VALUE;
  }

  /** Records that a segment with {@code dataBytes} of data is sent. */
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

  /** Reduces the excess by what the rate limit has allowed since. */
  private void pay(long nowNanos) {
    double paidBits = limitBitsPerSecond * (nowNanos - owedNanos) / NANOS_PER_SECOND;
    owedBits = Math.max(0, owedBits - paidBits);
    owedNanos = nowNanos;
  }

  /**
   * Limits the data rate from now on; 0 for no limit. The excess of earlier data drains at the new
   * rate as well, so that a raised limit takes effect at once.
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

  /** Returns true if nothing was sent for longer than the timeout (RFC 5681 §4.1). */
  boolean isIdle(long nowNanos) {
    return nowNanos - lastSentNanos > rtt.rtoNanos();
  }

  void restart(long nowNanos) {
    rtoDeadlineNanos = nowNanos + rtt.rtoNanos();
  }

  /** Stops the retransmission timer, because everything is acknowledged. */
  void stopTimer() {
    rtoDeadlineNanos = NEVER;
  }
}
