// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;

/** The 16-bit one's complement sum of RFC 1071, and its incremental update of RFC 1624. */
public final class InternetChecksum {
  private InternetChecksum() {}

  /**
   * Adds bytes to a running sum; an odd last byte is padded with zero. Eight bytes are added at a
   * time, as two words of 32 bits, whose sum folds to the same (RFC 1071 §2(B), (C)): reading a
   * buffer is what costs, above all before the code is compiled.
   *
   * @return a sum that {@link #fold} turns into a checksum
   */
  public static long sum(ByteBuf buf, int index, int length, long sum) {
    int end = index + length;
    int at = index;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long eight = buf.getLong(at);
      sum += (eight >>> Integer.SIZE) + (eight & 0xFFFF_FFFFL);
    }
    for (; at + Short.BYTES <= end; at += Short.BYTES) {
      sum += buf.getUnsignedShort(at);
    }
    return at == end ? sum : sum + (buf.getUnsignedByte(at) << 8);
  }

  /** The complement of the folded sum: what is written into a checksum field. */
  public static int fold(long sum) {
    while (sum >>> 16 != 0) {
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    return (int) ~sum & 0xFFFF;
  }

  /**
   * The checksum after one 16-bit field changed. RFC 1624 §3: "HC' = ~(~HC + ~m + m')".
   *
   * @param checksum the old checksum
   * @param before the field's old 16 bits
   * @param after its new ones
   */
  public static int updated(int checksum, int before, int after) {
    return fold((~checksum & 0xFFFFL) + (~before & 0xFFFFL) + (after & 0xFFFFL));
  }
}
