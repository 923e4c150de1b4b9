// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Converts node time, which all nodes of a run share, to wall-clock time. */
public final class WallClock {
  private WallClock() {}

  /**
   * Returns the wall-clock time at node time 0, in nanoseconds since 1970, by the current clock;
   * {@code timeBaseNanos} is {@link System#nanoTime} at node time 0. Callers compute it once per
   * run, so that a clock adjustment does not shift one node's times against another's.
   */
  public static long baseNanos(long timeBaseNanos) {
    Instant now = Instant.now();
    long wallNanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    return wallNanos - (System.nanoTime() - timeBaseNanos);
  }
}
