// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * How far behind their due times packets left: a port's departures, which a live run's trust rests
 * on, or what a service held by timers. Kept in powers of two of nanoseconds, so that a count costs
 * a few instructions.
 */
public final class Lateness {
  /** A departure later than this and than a tenth of its service time counts as late. */
  public static final long LATE_NANOS = 1_000_000;

  private static final int SERVICE_TIME_PARTS = 10;

  private final long[] byMagnitude = new long[Long.SIZE + 1];
  private long departures;
  private long late;
  private long maxNanos;

  /**
   * Counts a departure.
   *
   * @param lateNanos how far behind its due time, at least 0
   * @param serviceNanos how long it was in service; 0 for what only waited
   */
  public void record(long lateNanos, long serviceNanos) {
    departures++;
    byMagnitude[Long.SIZE - Long.numberOfLeadingZeros(lateNanos)]++;
    maxNanos = Math.max(maxNanos, lateNanos);
    if (lateNanos > Math.max(LATE_NANOS, serviceNanos / SERVICE_TIME_PARTS)) {
      late++;
    }
  }

  /** Departures that had a due time. */
  public long departures() {
    return departures;
  }

  /** Those later than max(1 ms, a tenth of their service time). */
  public long late() {
    return late;
  }

  /** The latest of all. */
  public long maxNanos() {
    return maxNanos;
  }

  /**
   * An upper bound of the quantile, good to a factor of two.
   *
   * @param fraction 0…1
   */
  public long quantileNanos(double fraction) {
    long wanted = (long) StrictMath.ceil(fraction * departures);
    long seen = 0;
    for (int magnitude = 0; magnitude < byMagnitude.length; magnitude++) {
      seen += byMagnitude[magnitude];
      if (seen >= wanted) {
        return Math.min(maxNanos, magnitude >= Long.SIZE - 1 ? maxNanos : 1L << magnitude);
      }
    }
    return maxNanos;
  }
}
