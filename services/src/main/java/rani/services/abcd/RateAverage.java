// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

/**
 * A rate of what comes in pieces, averaged with weights that fall off exponentially with time
 * (papers' ABCD equation 4.2, which is CSFQ's estimator): r = (1 − e^(−T/K))·S/T + e^(−T/K)·r. What
 * comes at one instant counts as one piece.
 */
final class RateAverage {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double kNanos;
  private double bitsPerSecond;
  private boolean begun;
  private long lastNanos;
  private long waitingBits;

  /**
   * Nothing has come.
   *
   * @param kNanos K: how long what has come is remembered, more than 0
   */
  RateAverage(long kNanos) {
    this.kNanos = kNanos;
  }

  /** A piece comes now. */
  void take(long nowNanos, int bytes) {
    waitingBits += 8L * bytes;
    if (!begun) {
      begun = true;
      lastNanos = nowNanos;
      waitingBits = 0; // how long it took to come is not known
    } else if (nowNanos > lastNanos) {
      add(nowNanos - lastNanos, waitingBits);
      lastNanos = nowNanos;
      waitingBits = 0;
    }
  }

  /**
   * So many bits came in so long.
   *
   * @param nanos T, more than 0
   * @param bits S
   */
  void add(double nanos, double bits) {
    double old = StrictMath.exp(-nanos / kNanos);
    bitsPerSecond = (1 - old) * bits / nanos * NANOS_PER_SECOND + old * bitsPerSecond;
  }

  /** As {@link #add}, but the first one is taken as it is. */
  void addOrBegin(double nanos, double bits) {
    if (begun) {
      add(nanos, bits);
    } else {
      begun = true;
      bitsPerSecond = bits / nanos * NANOS_PER_SECOND;
    }
  }

  /** r. */
  double bitsPerSecond() {
    return bitsPerSecond;
  }
}
