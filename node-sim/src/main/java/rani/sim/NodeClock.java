// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import rani.world.Timers;

/**
 * The clock of a node's host, with an offset and a drift against the network's time. A node sees no
 * other clock.
 *
 * @param aheadNanos what it shows when the network's time is 0, at least 0
 * @param driftPpm by how many millionths it is fast, or slow if negative, at most {@link
 *     #DRIFT_PPM_MAX} either way
 */
public record NodeClock(long aheadNanos, int driftPpm) {
  /** A clock without offset and drift. */
  public static final NodeClock TRUE = new NodeClock(0, 0);

  /** The largest drift: 1 % fast or slow. */
  public static final int DRIFT_PPM_MAX = 10_000;

  /** The longest time: ten days. */
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

  /** The clock's time at a time of the network. */
  long shows(long nanos) {
    return driftPpm == 0 ? nanos + aheadNanos : nanos + aheadNanos + drift(nanos);
  }

  private long drift(long nanos) {
    return Math.floorDiv(Math.min(nanos, NANOS_MAX) * driftPpm, MILLION);
  }

  /**
   * The first time of the network at which the clock shows this time; {@link Timers#NEVER} stays
   * never.
   */
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
