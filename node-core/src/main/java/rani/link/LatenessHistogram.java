// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * Histogram of packets' lateness behind their due times. The packets are departures of a port,
 * which decide a live run's trust verdict, or packets that a service held by timers. Bins are
 * quarters of powers of two of nanoseconds, so that counting costs a few instructions.
 */
public final class LatenessHistogram {
  /** A departure is late if it is later than this and than a tenth of its service time. */
  public static final long LATE_NANOS = 1_000_000;

  private static final int SERVICE_TIME_PARTS = 10;

  /** Number of significant binary digits after the leading one. */
  private static final int DIGITS = 2;

  private static final int PLACES = place(Long.MAX_VALUE) + 1;

  /** Departures by bin; empty before the first departure after its due time. */
  private long[] bySize = {};

  private long punctual;
  private long departures;
  private long late;
  private long maxNanos;
  private long sumNanos;

  /**
   * Counts a departure {@code lateNanos}, at least 0, behind its due time. The service time is 0
   * for packets that only waited.
   */
  public void record(long lateNanos, long serviceNanos) {
    departures++;
    if (lateNanos == 0) { // as all are in virtual time
      punctual++;
      return;
    }
    if (bySize.length == 0) {
      bySize = new long[PLACES];
    }
    bySize[place(lateNanos)]++;
    maxNanos = Math.max(maxNanos, lateNanos);
    sumNanos += lateNanos;
    if (lateNanos > Math.max(LATE_NANOS, serviceNanos / SERVICE_TIME_PARTS)) {
      late++;
    }
  }

  private static int place(long nanos) {
    if (nanos < 1 << DIGITS) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - DIGITS - Long.numberOfLeadingZeros(nanos);
    return (shift << DIGITS) + (int) (nanos >>> shift);
  }

  /** Returns the upper edge of a bin. */
  private static long most(int place) {
    int shift = Math.max(0, (place >>> DIGITS) - 1);
    return ((place - (shift << DIGITS) + 1L) << shift) - 1;
  }

  public long departures() {
    return departures;
  }

  /** Returns the number of late departures; see {@link #LATE_NANOS}. */
  public long late() {
    return late;
  }

  public long maxNanos() {
    return maxNanos;
  }

  /** Returns the sum of all departures' lateness. */
  public long sumNanos() {
    return sumNanos;
  }

  /** Returns the number of departures that were less than 2^{@code exponent} ns late. */
  public long below(int exponent) {
    long below = punctual;
    int end = Math.min(bySize.length, place(1L << exponent));
    for (int i = 0; i < end; i++) {
      below += bySize[i];
    }
    return below;
  }

  /** Returns an upper bound of the quantile {@code fraction}, 0…1, exact to a quarter. */
  public long quantileNanos(double fraction) {
    long wanted = (long) StrictMath.ceil(fraction * departures);
    long seen = punctual;
    int places = 0;
    while (seen < wanted) {
      seen += bySize[places++];
    }
    return places == 0 ? 0 : Math.min(maxNanos, most(places - 1));
  }
}
