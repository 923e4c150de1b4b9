// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What recvmmsg and sendmmsg are told and tell, as Linux lays it out on 64-bit machines: an array
 * of {@code struct mmsghdr}, each with a {@code struct cmsghdr} of its own, and an array of {@code
 * struct iovec}, of which each message has some in a row.
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

  /** {@code linux/udp.h}: how long the datagrams are that a message is to be cut into. */
  private static final int UDP_SEGMENT = 103;

  private static final int UDP_GRO_BYTES = CMSG_DATA_AT + Integer.BYTES;

  // The JVM has to make classes before it reads a memory segment for the first time, and none for
  // these.
  private final ByteBuffer messages;
  private final ByteBuffer parts;
  private final ByteBuffer controls;
  private final MemorySegment segment;
  private final long partsAddress;

  /**
   * Room for messages.
   *
   * @param count of the messages
   * @param partCount of the parts of all together
   */
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

  /** The array as system calls take it. */
  MemorySegment segment() {
    return segment;
  }

  /** Says where the bytes of a part are, or go. */
  void part(int part, long address, long bytes) {
    int at = part * IOVEC_BYTES;
    parts.putLong(at, address);
    parts.putLong(at + LEN_AT, bytes);
  }

  /** Says which parts make a message. */
  void parts(int message, int first, int count) {
    int at = message * MESSAGE_BYTES;
    messages.putLong(at + IOV_AT, partsAddress + (long) first * IOVEC_BYTES);
    messages.putLong(at + IOVLEN_AT, count);
  }

  /** Says that a message is one datagram. */
  void whole(int message) {
    messages.putLong(message * MESSAGE_BYTES + CONTROLLEN_AT, 0);
  }

  /** Says that a message is to be cut into datagrams of so many bytes; the last may be shorter. */
  void cut(int message, int datagramBytes) {
    messages.putLong(message * MESSAGE_BYTES + CONTROLLEN_AT, CMSG_BYTES);
    controls.putShort(message * CMSG_BYTES + CMSG_DATA_AT, (short) datagramBytes);
  }

  /** Says before a message is received that its datagrams may have been put together. */
  void mayBeTrain(int message) {
    messages.putLong(message * MESSAGE_BYTES + CONTROLLEN_AT, CMSG_BYTES);
  }

  /** How long the datagrams are that a received message was put together from; 0 if it is one. */
  int together(int message) {
    int control = message * CMSG_BYTES;
    boolean told =
        messages.getLong(message * MESSAGE_BYTES + CONTROLLEN_AT) >= UDP_GRO_BYTES
            && controls.getLong(control) >= UDP_GRO_BYTES
            && controls.getInt(control + CMSG_LEVEL_AT) == DatagramCalls.SOL_UDP
            && controls.getInt(control + CMSG_TYPE_AT) == DatagramCalls.UDP_GRO;
    return told ? Math.max(0, controls.getInt(control + CMSG_DATA_AT)) : 0;
  }

  /** Where the bytes of a part are, or go. */
  long address(int part) {
    return parts.getLong(part * IOVEC_BYTES);
  }

  /** How many there are, or is room for. */
  int bytes(int part) {
    return (int) parts.getLong(part * IOVEC_BYTES + LEN_AT);
  }

  /** Says how many bytes of a message were received. */
  void received(int message, int bytes) {
    messages.putInt(message * MESSAGE_BYTES + DONE_AT, bytes);
  }

  /** How many bytes of a message were received. */
  int received(int message) {
    return messages.getInt(message * MESSAGE_BYTES + DONE_AT);
  }
}
