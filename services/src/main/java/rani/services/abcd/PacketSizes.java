// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

/**
 * How large packets may be by the bandwidth that is available (papers' ABCD §4.1, Step 2): full
 * size from a threshold on, a step less for each whole so much below it, and never less than the
 * least.
 *
 * @param full bytes of the IPv4 packet
 * @param least at most {@code full}
 * @param step bytes
 * @param thresholdBitsPerSecond where size begins to fall
 * @param perBitsPerSecond what takes a step
 * @param raiseAfter how many estimates in a row must allow more before size rises by a step
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

  /** The size for what is available. */
  int of(long bitsPerSecond) {
    long below = Math.max(0, thresholdBitsPerSecond - bitsPerSecond);
    return (int) Math.max(least, full - step * (below / perBitsPerSecond));
  }

  /** One flow's size, full at first. */
  Ladder ladder() {
    return new Ladder(this);
  }

  /** A size that falls at once and rises step by step, so that it does not flutter. */
  static final class Ladder {
    private final PacketSizes sizes;
    private int bytes;
    private int allowingMore;

    private Ladder(PacketSizes sizes) {
      this.sizes = sizes;
      this.bytes = sizes.full;
    }

    /** The size after one more estimate. */
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
