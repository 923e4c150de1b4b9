// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.math.BigDecimal;

/**
 * Drain rate of a queue: {@code perSecond} bits or packets per second, above 0; or unlimited, where
 * {@code perSecond} is meaningless.
 */
public record Rate(Unit unit, double perSecond) {
  public static final Rate UNLIMITED = new Rate(Unit.UNLIMITED, Double.POSITIVE_INFINITY);

  private static final double NANOS_PER_SECOND = 1e9;

  public enum Unit {
    BITS,
    PACKETS,
    /** Nothing; frames leave at once, without serialization delay. */
    UNLIMITED
  }

  public Rate {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("a rate is above 0, not " + perSecond);
    }
  }

  public static Rate bitsPerSecond(double bits) {
    return new Rate(Unit.BITS, bits);
  }

  public static Rate packetsPerSecond(double packets) {
    return new Rate(Unit.PACKETS, packets);
  }

  public boolean isUnlimited() {
    return unit == Unit.UNLIMITED;
  }

  /**
   * Returns the serialization delay of a packet of a given IPv4 total length, truncated to whole
   * nanoseconds. {@link ServiceTimes} is exact over many packets.
   */
  public long serviceNanos(int lengthBytes) {
    return (long) exactNanos(lengthBytes);
  }

  /** Returns the serialization delay of a packet in fractional nanoseconds. */
  double exactNanos(int lengthBytes) {
    return switch (unit) {
      case BITS -> lengthBytes * 8 * NANOS_PER_SECOND / perSecond;
      case PACKETS -> NANOS_PER_SECOND / perSecond;
      case UNLIMITED -> 0;
    };
  }

  /**
   * Reports whether packets of some length take longer at this rate than at the other. Compares the
   * shortest and the longest packets of the network, given by their IPv4 total length.
   */
  public boolean isSlowerThan(Rate other, int shortestBytes, int longestBytes) {
    return serviceNanos(shortestBytes) > other.serviceNanos(shortestBytes)
        || serviceNanos(longestBytes) > other.serviceNanos(longestBytes);
  }

  /** Formats a rate: {@code 2000000bit/s}, {@code 40packet/s} or {@code unlimited}. */
  public String text() {
    return switch (unit) {
      case BITS -> number() + "bit/s";
      case PACKETS -> number() + "packet/s";
      case UNLIMITED -> "unlimited";
    };
  }

  private String number() {
    return BigDecimal.valueOf(perSecond).stripTrailingZeros().toPlainString();
  }

  /** Converts the rate to bits per second for packets of a length; infinite if unlimited. */
  public double bitsPerSecondOf(int lengthBytes) {
    return unit == Unit.PACKETS ? perSecond * 8 * lengthBytes : perSecond;
  }

  /** Converts the rate to packets per second for packets of the given length: RED's {@code ptc}. */
  public double packetsPerSecondOf(int lengthBytes) {
    return unit == Unit.BITS ? perSecond / (8.0 * lengthBytes) : perSecond;
  }
}
