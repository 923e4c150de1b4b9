// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.math.BigDecimal;

/**
 * How fast a queue is drained: in bits or in packets per second, or without limit.
 *
 * @param unit what is counted
 * @param perSecond above 0; meaningless for {@link Unit#UNLIMITED}
 */
public record Rate(Unit unit, double perSecond) {
  /** No serialisation delay at all. */
  public static final Rate UNLIMITED = new Rate(Unit.UNLIMITED, Double.POSITIVE_INFINITY);

  private static final double NANOS_PER_SECOND = 1e9;

  /** What a rate counts. */
  public enum Unit {
    /** Bits of the IPv4 total length. */
    BITS,
    /** Packets, whatever their length. */
    PACKETS,
    /** Nothing: frames leave at once. */
    UNLIMITED
  }

  public Rate {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("a rate is above 0, not " + perSecond);
    }
  }

  /** A rate in bits of IPv4 total length per second. */
  public static Rate bitsPerSecond(double bits) {
    return new Rate(Unit.BITS, bits);
  }

  /** A rate in packets per second. */
  public static Rate packetsPerSecond(double packets) {
    return new Rate(Unit.PACKETS, packets);
  }

  /** Whether frames leave at once. */
  public boolean isUnlimited() {
    return unit == Unit.UNLIMITED;
  }

  /**
   * The serialisation time of a packet, truncated to whole nanoseconds; {@link ServiceTimes} is
   * exact over many packets.
   *
   * @param lengthBytes IPv4 total length
   */
  public long serviceNanos(int lengthBytes) {
    return (long) exactNanos(lengthBytes);
  }

  /** The same, uncut. */
  double exactNanos(int lengthBytes) {
    return switch (unit) {
      case BITS -> lengthBytes * 8 * NANOS_PER_SECOND / perSecond;
      case PACKETS -> NANOS_PER_SECOND / perSecond;
      case UNLIMITED -> 0;
    };
  }

  /**
   * Whether packets of some length take longer at this rate than at the other.
   *
   * @param shortestBytes the shortest packets that there are, IPv4 total length
   * @param longestBytes the longest
   */
  public boolean isSlowerThan(Rate other, int shortestBytes, int longestBytes) {
    return serviceNanos(shortestBytes) > other.serviceNanos(shortestBytes)
        || serviceNanos(longestBytes) > other.serviceNanos(longestBytes);
  }

  /** As traces write it: {@code 2000000bit/s}, {@code 40packet/s} or {@code unlimited}. */
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

  /** How many bits of packets of the given length pass in a second; infinite if unlimited. */
  public double bitsPerSecondOf(int lengthBytes) {
    return unit == Unit.PACKETS ? perSecond * 8 * lengthBytes : perSecond;
  }

  /** How many packets of the given length pass in a second: RED's {@code ptc}. */
  public double packetsPerSecondOf(int lengthBytes) {
    return unit == Unit.BITS ? perSecond / (8.0 * lengthBytes) : perSecond;
  }
}
