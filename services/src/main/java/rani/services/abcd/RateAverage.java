// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

/**
 * Exponentially weighted average of a packet flow's rate (papers' ABCD equation 4.2, the estimator
 * of CSFQ): r = (1 − e^(−T/K))·S/T + e^(−T/K)·r. Packets that arrive at the same instant count as
 * one.
 */
final class RateAverage {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double kNanos;
  private double bitsPerSecond;
  private boolean begun;
  private long lastNanos;
  private long waitingBits;

  /** Creates an average of 0 with the time constant K, more than 0. */
  RateAverage(long kNanos) {
    this.kNanos = kNanos;
  }

  void take(long nowNanos, int bytes) {
    waitingBits += 8L * bytes;
    if (!begun) {
      begun = true;
      lastNanos = nowNanos;
      waitingBits = 0; // the time these bytes took to arrive is not known
    } else if (nowNanos > lastNanos) {
      add(nowNanos - lastNanos, waitingBits);
      lastNanos = nowNanos;
      waitingBits = 0;
    }
  }

  /** Adds a measurement to the average: amount S in duration T, which is more than 0. */
  void add(double nanos, double bits) {
    double old = StrictMath.exp(-nanos / kNanos);
    bitsPerSecond = (1 - old) * bits / nanos * NANOS_PER_SECOND + old * bitsPerSecond;
  }

  /** Adds a measurement like {@link #add}; the first measurement becomes the average itself. */
  void addOrBegin(double nanos, double bits) {
    if (begun) {
      add(nanos, bits);
    } else {
      begun = true;
      bitsPerSecond = bits / nanos * NANOS_PER_SECOND;
    }
  }

  double bitsPerSecond() {
    return bitsPerSecond;
  }
}
