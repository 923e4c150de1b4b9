// SPDX-License-Identifier: Apache-2.0
package rani.sim;

/**
 * The clock of a node's host, which has an offset and a drift against the network's time. A node
 * sees no other clock.
 *
 * @param aheadNanos the clock's time when the network's time is 0, at least 0
 * @param driftPpm drift in parts per million, at most {@link #DRIFT_PPM_MAX}; negative if the clock
 *     is slow
 */
public record NodeClock(long aheadNanos, int driftPpm) {
  public static final NodeClock TRUE = new NodeClock(0, 0);

  /** The largest drift, in parts per million. */
  public static final int DRIFT_PPM_MAX = 10_000;

  /** The largest offset: ten days. */
  private static final long NANOS_MAX = 864_000_000_000_000L;

  private static final long MILLION = 1_000_000;

  public NodeClock {
    if (aheadNanos < 0 || aheadNanos > NANOS_MAX) {
      throw new IllegalArgumentException("a clock is ahead by 0…10 days, not " + aheadNanos);
    }
    if (Math.abs(driftPpm) > DRIFT_PPM_MAX) {
      throw new IllegalArgumentException(
          "a clock is at most " + DRIFT_PPM_MAX + " ppm fast or slow, not " + driftPpm);
    }
  }

  /** Converts a time of the network to the clock's time. */
  long shows(long nanos) {
    return driftPpm == 0 ? nanos + aheadNanos : nanos + aheadNanos + drift(nanos);
  }

  private long drift(long nanos) {
    return Math.floorDiv(Math.min(nanos, NANOS_MAX) * driftPpm, MILLION);
  }

  /** Returns the first time of the network at which the clock shows a time, or NEVER. */
  long reaches(long shown) {
    if (driftPpm == 0 || shown > NANOS_MAX) {
      return shown > NANOS_MAX ? shown : shown - aheadNanos;
    }
    long since = shown - aheadNanos;
    long nanos = since - Math.floorDiv(since * driftPpm, MILLION + driftPpm);
    while (shows(nanos) < shown) {
      nanos++;
    }
    while (shows(nanos - 1) >= shown) {
      nanos--;
    }
    return nanos;
  }
}
