// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/**
 * Serialization delays of successive packets, in whole nanoseconds. A short delay's fraction is
 * carried over to the next packet, so that the mean rate is exact: 64 bytes at 100 Gbit/s take 5.12
 * ns, most of them 5 ns. Delays of {@link #CUT_NANOS_MIN} or more are truncated, which changes them
 * by less than a thousandth.
 */
public final class ServiceTimes {
  public static final long CUT_NANOS_MIN = 1000;

  /** Fraction of a nanosecond carried over to the next packet, 0…1. */
  private double restNanos;

  /** Returns the serialization delay of the next packet. */
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
