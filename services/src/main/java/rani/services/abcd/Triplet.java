// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

/**
 * Three consecutive packets of one flow. Their spacing yields the bandwidth that the flow gets
 * (papers' ABCD §4.1, Step 1). A gap of several usual spacings restarts the triplet, because the
 * packets were not sent back to back.
 */
final class Triplet {
  static final int PACKETS = 3;

  /** A gap of more than this many usual spacings restarts the triplet. */
  static final int GAP_SPACINGS_MAX = 4;

  private static final double NEW_SPACING_WEIGHT = 0.125;

  private int packets;
  private long firstNanos;
  private long lastNanos = Long.MIN_VALUE;
  private int bytesAfterFirst;
  private double usualSpacingNanos;
  private long resets;

  /**
   * Counts a packet of the flow by its IPv4 length. Returns true if the packet completes a triplet,
   * whose values can be read until the next packet.
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

  /** Returns the mean spacing of the triplet's packets, more than 0. */
  double spacingNanos() {
    return (lastNanos - firstNanos) / 2.0;
  }

  /** Returns the flow's rate: bytes of packets 2 and 3 over the time from packet 1 to packet 3. */
  double bitsPerSecond() {
    return bytesAfterFirst * 8e9 / (lastNanos - firstNanos);
  }

  /** Returns the number of triplets that a gap restarted. */
  long resets() {
    return resets;
  }
}
