// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

/**
 * Three packets of one flow that come in a row, and what their spacing tells of the bandwidth that
 * the flow has (papers' ABCD §4.1, Step 1). Packets behind a gap of several usual spacings begin
 * again: they were not sent in a row.
 */
final class Triplet {
  /** Packets in it. */
  static final int PACKETS = 3;

  /** A gap of more than so many usual spacings ends a triplet before its time. */
  static final int GAP_SPACINGS_MAX = 4;

  private static final double NEW_SPACING_WEIGHT = 0.125;

  private int packets;
  private long firstNanos;
  private long lastNanos = Long.MIN_VALUE;
  private int bytesAfterFirst;
  private double usualSpacingNanos;
  private long resets;

  /**
   * The next packet of the flow has come.
   *
   * @param bytes of its IPv4 packet
   * @return whether it is the third one, so that the triplet may be asked until the next comes
   */
  boolean take(long nowNanos, int bytes) {
    if (packets == PACKETS) {
      packets = 0;
    }
    if (lastNanos != Long.MIN_VALUE) {
      long spacingNanos = nowNanos - lastNanos;
      if (usualSpacingNanos == 0) {
        usualSpacingNanos = spacingNanos;
      } else {
        if (packets > 0 && spacingNanos > GAP_SPACINGS_MAX * usualSpacingNanos) {
          packets = 0;
          resets++;
        }
        usualSpacingNanos += NEW_SPACING_WEIGHT * (spacingNanos - usualSpacingNanos);
      }
    }
    lastNanos = nowNanos;
    if (packets == 0) {
      firstNanos = nowNanos;
      bytesAfterFirst = 0;
    } else {
      bytesAfterFirst += bytes;
    }
    packets++;
    return packets == PACKETS && lastNanos > firstNanos;
  }

  /** The mean spacing of the three, more than 0. */
  double spacingNanos() {
    return (lastNanos - firstNanos) / 2.0;
  }

  /** The bytes of the second and the third by the time from the first to the third. */
  double bitsPerSecond() {
    return bytesAfterFirst * 8e9 / (lastNanos - firstNanos);
  }

  /** How often a gap made it begin again. */
  long resets() {
    return resets;
  }
}
