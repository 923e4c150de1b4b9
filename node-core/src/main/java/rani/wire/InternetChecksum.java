// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** The 16-bit one's complement sum of RFC 1071, and its incremental update of RFC 1624. */
public final class InternetChecksum {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle EIGHT_AS_THEY_LIE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int STRIDE_BYTES = 4 * Long.BYTES;

  /** The length from which adding in native byte order pays. */
  private static final int STRIDES_BYTES_MIN = 2 * STRIDE_BYTES;

  private static final VarHandle EIGHT_OF_BUFFER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The length from which a view without bounds checks pays. */
  private static final int VIEW_BYTES_MIN = 256;

  private InternetChecksum() {}

  /**
   * Adds bytes to a running sum; an odd last byte is padded with zero. {@link #fold} turns the sum
   * into a checksum. Adds eight bytes at a time, as two words of 32 bits, whose sum folds to the
   * same (RFC 1071 §2(B), (C)), because reading the buffer dominates the cost.
   */
  public static long sum(ByteBuf buf, int index, int length, long sum) {
    if (buf.hasArray()) {
      Objects.checkFromIndexSize(index, length, buf.capacity());
      return sum(buf.array(), buf.arrayOffset() + index, length, sum);
    }
    int end = index + length;
    int at = index;
    if (length >= VIEW_BYTES_MIN && buf.nioBufferCount() == 1) {
      int eights = length & -Long.BYTES;
      sum = sum(buf.internalNioBuffer(index, eights), eights, sum);
      at += eights;
    }
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long eight = buf.getLong(at);
      sum += (eight >>> Integer.SIZE) + (eight & 0xFFFF_FFFFL);
    }
    for (; at + Short.BYTES <= end; at += Short.BYTES) {
      sum += buf.getUnsignedShort(at);
    }
    return at == end ? sum : sum + (buf.getUnsignedByte(at) << 8);
  }

  private static long sum(ByteBuffer view, int eights, long sum) {
    int end = view.position() + eights;
    for (int at = view.position(); at < end; at += Long.BYTES) {
      long eight = (long) EIGHT_OF_BUFFER.get(view, at);
      sum += (eight >>> Integer.SIZE) + (eight & 0xFFFF_FFFFL);
    }
    return sum;
  }

  /** Adds bytes of an array, without a bounds check for each eight bytes. */
  private static long sum(byte[] bytes, int index, int length, long sum) {
    int end = index + length;
    int at = index;
    if (length >= STRIDES_BYTES_MIN) {
      int strides = length & -STRIDE_BYTES;
      sum += sumOfStrides(bytes, index, index + strides);
      at += strides;
    }
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long eight = (long) EIGHT.get(bytes, at);
      sum += (eight >>> Integer.SIZE) + (eight & 0xFFFF_FFFFL);
    }
    for (; at < end; at++) {
      sum += (bytes[at] & 0xFF) << ((at - index & 1) == 0 ? 8 : 0);
    }
    return sum;
  }

  /**
   * Adds 32 bytes per iteration in native byte order, and swaps only the sum (RFC 1071 §2(B)). Four
   * independent sums avoid a dependency between additions.
   */
  private static long sumOfStrides(byte[] bytes, int from, int end) {
    long first = 0;
    long second = 0;
    long third = 0;
    long fourth = 0;
    for (int at = from; at < end; at += STRIDE_BYTES) {
      long a = (long) EIGHT_AS_THEY_LIE.get(bytes, at);
      long b = (long) EIGHT_AS_THEY_LIE.get(bytes, at + Long.BYTES);
      long c = (long) EIGHT_AS_THEY_LIE.get(bytes, at + 2 * Long.BYTES);
      long d = (long) EIGHT_AS_THEY_LIE.get(bytes, at + 3 * Long.BYTES);
      first += (a & 0xFFFF_FFFFL) + (a >>> Integer.SIZE);
      second += (b & 0xFFFF_FFFFL) + (b >>> Integer.SIZE);
      third += (c & 0xFFFF_FFFFL) + (c >>> Integer.SIZE);
      fourth += (d & 0xFFFF_FFFFL) + (d >>> Integer.SIZE);
    }
    int lying = ~fold(first + second + third + fourth) & 0xFFFF;
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? lying
        : Short.toUnsignedInt(Short.reverseBytes((short) lying));
  }

  /**
   * Returns the complement of the folded sum, as checksum fields hold it. The number of steps is
   * constant, because mispredicted loop exits would cost more.
   */
  public static int fold(long sum) {
    long half = (sum & 0xFFFF_FFFFL) + (sum >>> Integer.SIZE); // at most 33 bits
    long carried = (half & 0xFFFF) + (half >>> Short.SIZE); // at most 18
    carried = (carried & 0xFFFF) + (carried >>> Short.SIZE); // at most 17, then the last carry
    return (int) ~((carried & 0xFFFF) + (carried >>> Short.SIZE)) & 0xFFFF;
  }

  /** Returns the checksum after one 16-bit field changed. RFC 1624 §3: "HC' = ~(~HC + ~m + m')". */
  public static int updated(int checksum, int before, int after) {
    return fold((~checksum & 0xFFFFL) + (~before & 0xFFFFL) + (after & 0xFFFFL));
  }
}
