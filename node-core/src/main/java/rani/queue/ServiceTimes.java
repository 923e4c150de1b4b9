// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/**
 * Serialisation times of successive packets, in whole nanoseconds. The fraction of a short time is
 * carried over to the next packet, so that the mean rate is exact: 64 bytes at 100 Gbit/s take 5.12
 * ns, most of them 5 ns. Longer times are truncated ({@link Rate#serviceNanos}), by less than a
 * thousandth.
 */
public final class ServiceTimes {
  /** Times of at least this are truncated without carry. */
  public static final long CUT_NANOS_MIN = 1000;

  /** The carried fraction, 0…1. */
  private double restNanos;

  /**
   * The next packet is served.
   *
   * @param lengthBytes IPv4 total length
   */
  public long nextNanos(Rate rate, int lengthBytes) {
    double exactNanos = rate.exactNanos(lengthBytes);
    long wholeNanos = (long) exactNanos;
    if (wholeNanos >= CUT_NANOS_MIN) {
      return wholeNanos;
    }
    restNanos += exactNanos - wholeNanos;
    if (restNanos < 1) {
      return wholeNanos;
    }
    restNanos -= 1;
    return wholeNanos + 1;
  }
}
