// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

/**
 * Packet size as a function of the available bandwidth (papers' ABCD §4.1, Step 2). From the
 * threshold on packets have full size. Each whole {@code perBitsPerSecond} below the threshold
 * takes one step off, down to {@code least}.
 *
 * @param full bytes of the IPv4 packet
 * @param least bytes, at most {@code full}
 * @param step bytes
 * @param thresholdBitsPerSecond available bandwidth below which the size falls
 * @param perBitsPerSecond bandwidth per step
 * @param raiseAfter number of estimates in a row that must allow more before the size rises by a
 *     step
 */
record PacketSizes(
    int full,
    int least,
    int step,
    long thresholdBitsPerSecond,
    long perBitsPerSecond,
    int raiseAfter) {
  PacketSizes {
    if (least > full) {
      throw new IllegalArgumentException("packet-min " + least + "B is more than packet " + full);
    }
  }

  /** Returns the packet size for an available bandwidth. */
  int of(long bitsPerSecond) {
    long below = Math.max(0, thresholdBitsPerSecond - bitsPerSecond);
    return (int) Math.max(least, full - step * (below / perBitsPerSecond));
  }

  /** Returns the size of a new flow, which begins at full size. */
  Ladder ladder() {
    return new Ladder(this);
  }

  /** Packet size of one flow; falls at once but rises step by step to prevent oscillation. */
  static final class Ladder {
    private final PacketSizes sizes;
    private int bytes;
    private int allowingMore;

    private Ladder(PacketSizes sizes) {
      this.sizes = sizes;
      this.bytes = sizes.full;
    }

    /** Returns the size after one more estimate of the available bandwidth. */
    int next(long bitsPerSecond) {
      int allowed = sizes.of(bitsPerSecond);
      if (allowed <= bytes) {
        bytes = allowed;
        allowingMore = 0;
      } else if (++allowingMore >= sizes.raiseAfter) {
        bytes = Math.min(allowed, bytes + sizes.step);
        allowingMore = 0;
      }
      return bytes;
    }
  }
}
