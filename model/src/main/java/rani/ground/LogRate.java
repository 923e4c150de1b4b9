// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/**
 * Limits the lines that strangers cause in a log, so that they cannot fill it: a burst of {@link
 * #BURST_LINES}, and a line a second after that.
 */
public final class LogRate {
  public static final int BURST_LINES = 20;

  private static final long SECOND_NANOS = 1_000_000_000L;

  private long loggedNanos = System.nanoTime() - BURST_LINES * SECOND_NANOS;

  /** Reports whether a line may be logged now, and counts it if so. */
  public synchronized boolean mayLog() {
    long nowNanos = System.nanoTime();
    long earliestNanos = nowNanos - BURST_LINES * SECOND_NANOS;
    long dueNanos = (loggedNanos - earliestNanos > 0 ? loggedNanos : earliestNanos) + SECOND_NANOS;
    if (dueNanos - nowNanos > 0) {
      return false;
    }
    loggedNanos = dueNanos;
    return true;
  }
}
