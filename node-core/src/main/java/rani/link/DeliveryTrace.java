// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Times at which a link delivers packets, as Mahimahi records them (Netravali et al., "Mahimahi:
 * Accurate Record-and-Replay for HTTP", USENIX ATC 2015). Each is an opportunity for {@link
 * #OPPORTUNITY_BYTES} bytes; equal times are several opportunities.
 */
public final class DeliveryTrace implements LinkTrace {
  /** Bytes that one opportunity delivers, of one packet or several. */
  public static final int OPPORTUNITY_BYTES = 1504;

  /** Bytes that a packet takes besides its own: mm-link counts the header of its TUN device. */
  public static final int HEADER_BYTES = 4;

  /** The largest number of opportunities. */
  public static final int OPPORTUNITIES_MAX = 2_000_000;

  private static final long WINDOW_NANOS = 500_000_000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int BITS = (OPPORTUNITY_BYTES - HEADER_BYTES) * Byte.SIZE;

  private final int[] times;
  private final long unitNanos;

  /**
   * Makes a trace.
   *
   * @param times of the opportunities, in units of {@code unitNanos}, ascending or equal; at least
   *     one, and the last above 0
   * @throws IllegalArgumentException if they are not so, or there are too many
   */
  public DeliveryTrace(int[] times, long unitNanos) {
    this.times = times.clone();
    this.unitNanos = unitNanos;
    if (times.length == 0 || times.length > OPPORTUNITIES_MAX) {
      throw new IllegalArgumentException(
          "a trace has 1…" + OPPORTUNITIES_MAX + " opportunities, not " + times.length);
    }
    if (unitNanos < 1 || times[0] < 0) {
      throw new IllegalArgumentException("times are at least 0");
    }
    for (int i = 1; i < times.length; i++) {
      if (times[i] < times[i - 1]) {
        throw new IllegalArgumentException(
            "times ascend, and " + times[i] + " stands behind " + times[i - 1]);
      }
    }
    int last = times[times.length - 1];
    if (last == 0 || last > NANOS_MAX / unitNanos) {
      throw new IllegalArgumentException("the last time is above 0 and at most a day");
    }
  }

  /** Returns the number of opportunities. */
  public int opportunities() {
    return times.length;
  }

  /** Returns the time of an opportunity, in units. */
  public int time(int opportunity) {
    return times[opportunity];
  }

  public long unitNanos() {
    return unitNanos;
  }

  long nanos(int opportunity) {
    return times[opportunity] * unitNanos;
  }

  /** Returns the first opportunity from {@code from} on that is later than a time. */
  int firstAfter(int from, long traceNanos) {
    int low = from;
    int high = times.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (nanos(middle) > traceNanos) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public long lastNanos() {
    return nanos(times.length - 1);
  }

  @Override
  public long usualPeriodNanos() {
    return lastNanos();
  }

  @Override
  public boolean hasRate() {
    return true;
  }

  /** {@inheritDoc} An opportunity counts as a packet of 1500 bytes. */
  @Override
  public double meanBitsPerSecond(long periodNanos) {
    long nanos = periodNanos == 0 ? lastNanos() : periodNanos;
    return times.length * (BITS * NANOS_PER_SECOND) / nanos;
  }

  /** {@inheritDoc} Counts the opportunities of the half second before. */
  @Override
  public double bitsPerSecondAt(long traceNanos) {
    int before = firstAfter(0, traceNanos - WINDOW_NANOS);
    int until = firstAfter(before, traceNanos);
    return (until - before) * (BITS * NANOS_PER_SECOND) / WINDOW_NANOS;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeliveryTrace trace
        && unitNanos == trace.unitNanos
        && Arrays.equals(times, trace.times);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(times) + Long.hashCode(unitNanos);
  }

  @Override
  public String toString() {
    return times.length + " opportunities";
  }
}
