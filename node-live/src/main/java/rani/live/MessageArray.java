// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The arguments and results of recvmmsg and sendmmsg in Linux's layout on 64-bit machines: an array
 * of {@code struct mmsghdr}, each with its own {@code struct cmsghdr}, and a scatter-gather array
 * of {@code struct iovec}, of which each message uses a contiguous part.
 *
 * <pre>
 * mmsghdr  0 name (8)   8 namelen (4)  16 iov (8)  24 iovlen (8)  32 control (8)
 *         40 controllen (8)  48 flags (4)  56 bytes received or sent (4)  … 64
 * iovec    0 base (8)   8 len (8)
 * cmsghdr  0 len (8)    8 level (4)    12 type (4)  16 data  … 24
 * </pre>
 */
final class MessageArray {
  private static final int MESSAGE_BYTES = 64;
  private static final int IOV_AT = 16;
  private static final int IOVLEN_AT = 24;
  private static final int CONTROL_AT = 32;
  private static final int CONTROLLEN_AT = 40;
  private static final int DONE_AT = 56;

  private static final int IOVEC_BYTES = 16;
  private static final int LEN_AT = 8;

  private static final int CMSG_BYTES = 24;
  private static final int CMSG_LEVEL_AT = 8;
  private static final int CMSG_TYPE_AT = 12;
  private static final int CMSG_DATA_AT = 16;

  /**
   * {@code linux/udp.h}, {@code UDP_SEGMENT}: control message with the length of the datagrams into
   * which the kernel cuts a message.
   */
  private static final int UDP_SEGMENT = 103;

  private static final int UDP_GRO_BYTES = CMSG_DATA_AT + Integer.BYTES;

  // Byte buffers, because the first access to a MemorySegment makes the JVM generate classes.
  private final ByteBuffer messages;
  private final ByteBuffer parts;
  private final ByteBuffer controls;
  private final MemorySegment segment;
  private final long partsAddress;

  /** Allocates room for messages, which together have some parts. */
  MessageArray(int count, int partCount) {
    messages = zeros(count * MESSAGE_BYTES);
    parts = zeros(partCount * IOVEC_BYTES);
    controls = zeros(count * CMSG_BYTES);
    segment = MemorySegment.ofBuffer(messages);
    partsAddress = MemorySegment.ofBuffer(parts).address();
    long controlsAddress = MemorySegment.ofBuffer(controls).address();
    for (int i = 0; i < count; i++) {
      int control = i * CMSG_BYTES;
      messages.putLong(i * MESSAGE_BYTES + CONTROL_AT, controlsAddress + control);
      controls.putLong(control, CMSG_DATA_AT + Short.BYTES);
      controls.putInt(control + CMSG_LEVEL_AT, DatagramCalls.SOL_UDP);
      controls.putInt(control + CMSG_TYPE_AT, UDP_SEGMENT);
    }
  }

  private static ByteBuffer zeros(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  MemorySegment segment() {
    return segment;
  }

  /** Sets the address and length of a part. */
  void part(int part, long address, long bytes) {
    int at = part * IOVEC_BYTES;
    parts.putLong(at, address);
    parts.putLong(at + LEN_AT, bytes);
  }

  /** Assigns a contiguous range of parts to a message. */
  void parts(int message, int first, int count) {
    int at = message * MESSAGE_BYTES;
    messages.putLong(at + IOV_AT, partsAddress + (long) first * IOVEC_BYTES);
    messages.putLong(at + IOVLEN_AT, count);
  }

  /** Marks a message as one datagram. */
  void whole(int message) {
    messages.putLong(message * MESSAGE_BYTES + CONTROLLEN_AT, 0);
  }

  /** Makes the kernel cut a message into datagrams of this length; the last may be shorter. */
  void cut(int message, int datagramBytes) {
    messages.putLong(message * MESSAGE_BYTES + CONTROLLEN_AT, CMSG_BYTES);
    controls.putShort(message * CMSG_BYTES + CMSG_DATA_AT, (short) datagramBytes);
  }

  /** Allows the kernel to deliver several datagrams as this message. */
  void mayBeTrain(int message) {
    messages.putLong(message * MESSAGE_BYTES + CONTROLLEN_AT, CMSG_BYTES);
  }

  /** Returns the length of the datagrams joined to this message; 0 for a single datagram. */
  int together(int message) {
    int control = message * CMSG_BYTES;
    boolean told =
        messages.getLong(message * MESSAGE_BYTES + CONTROLLEN_AT) >= UDP_GRO_BYTES
            && controls.getLong(control) >= UDP_GRO_BYTES
            && controls.getInt(control + CMSG_LEVEL_AT) == DatagramCalls.SOL_UDP
            && controls.getInt(control + CMSG_TYPE_AT) == DatagramCalls.UDP_GRO;
    return told ? Math.max(0, controls.getInt(control + CMSG_DATA_AT)) : 0;
  }

  long address(int part) {
    return parts.getLong(part * IOVEC_BYTES);
  }

  int bytes(int part) {
    return (int) parts.getLong(part * IOVEC_BYTES + LEN_AT);
  }

  void received(int message, int bytes) {
    messages.putInt(message * MESSAGE_BYTES + DONE_AT, bytes);
  }

  int received(int message) {
    return messages.getInt(message * MESSAGE_BYTES + DONE_AT);
  }
}
