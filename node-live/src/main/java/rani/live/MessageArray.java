// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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

  private final MemorySegment messages;
  private final MemorySegment parts;
  private final MemorySegment controls;

  /**
   * Room for messages.
   *
   * @param count of the messages
   * @param partCount of the parts of all together
   */
  MessageArray(int count, int partCount) {
    Arena arena = Arena.ofAuto();
    messages = arena.allocate((long) count * MESSAGE_BYTES, Long.BYTES);
    parts = arena.allocate((long) partCount * IOVEC_BYTES, Long.BYTES);
    controls = arena.allocate((long) count * CMSG_BYTES, Long.BYTES);
    for (int i = 0; i < count; i++) {
      long control = (long) i * CMSG_BYTES;
      messages.set(JAVA_LONG, (long) i * MESSAGE_BYTES + CONTROL_AT, controls.address() + control);
      controls.set(JAVA_LONG, control, CMSG_DATA_AT + Short.BYTES);
      controls.set(JAVA_INT, control + CMSG_LEVEL_AT, DatagramCalls.SOL_UDP);
      controls.set(JAVA_INT, control + CMSG_TYPE_AT, UDP_SEGMENT);
    }
  }

  /** The array as system calls take it. */
  MemorySegment segment() {
    return messages;
  }

  /** Says where the bytes of a part are, or go. */
  void part(int part, long address, long bytes) {
    long at = (long) part * IOVEC_BYTES;
    parts.set(JAVA_LONG, at, address);
    parts.set(JAVA_LONG, at + LEN_AT, bytes);
  }

  /** Says which parts make a message. */
  void parts(int message, int first, int count) {
    long at = (long) message * MESSAGE_BYTES;
    messages.set(JAVA_LONG, at + IOV_AT, parts.address() + (long) first * IOVEC_BYTES);
    messages.set(JAVA_LONG, at + IOVLEN_AT, count);
  }

  /** Says that a message is one datagram. */
  void whole(int message) {
    messages.set(JAVA_LONG, (long) message * MESSAGE_BYTES + CONTROLLEN_AT, 0);
  }

  /** Says that a message is to be cut into datagrams of so many bytes; the last may be shorter. */
  void cut(int message, int datagramBytes) {
    messages.set(JAVA_LONG, (long) message * MESSAGE_BYTES + CONTROLLEN_AT, CMSG_BYTES);
    controls.set(JAVA_SHORT, (long) message * CMSG_BYTES + CMSG_DATA_AT, (short) datagramBytes);
  }

  /** Says before a message is received that its datagrams may have been put together. */
  void mayBeTrain(int message) {
    messages.set(JAVA_LONG, (long) message * MESSAGE_BYTES + CONTROLLEN_AT, CMSG_BYTES);
  }

  /** How long the datagrams are that a received message was put together from; 0 if it is one. */
  int together(int message) {
    long control = (long) message * CMSG_BYTES;
    boolean told =
        messages.get(JAVA_LONG, (long) message * MESSAGE_BYTES + CONTROLLEN_AT) >= UDP_GRO_BYTES
            && controls.get(JAVA_LONG, control) >= UDP_GRO_BYTES
            && controls.get(JAVA_INT, control + CMSG_LEVEL_AT) == DatagramCalls.SOL_UDP
            && controls.get(JAVA_INT, control + CMSG_TYPE_AT) == DatagramCalls.UDP_GRO;
    return told ? Math.max(0, controls.get(JAVA_INT, control + CMSG_DATA_AT)) : 0;
  }

  /** How many bytes of a message were received. */
  int received(int message) {
    return messages.get(JAVA_INT, (long) message * MESSAGE_BYTES + DONE_AT);
  }
}
