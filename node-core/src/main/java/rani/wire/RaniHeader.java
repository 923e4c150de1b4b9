// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;

/**
 * The header that RANI adds to every frame "in addition to the IPv4 header" (papers' RANI §4.1).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+---------------+-------------------------------+
 * |version|A|K|E|0| header words  |        service number         |
 * +-------+-------+---------------+-------------------------------+
 * |                 lifetime left, microseconds                   |
 * +---------------------------------------------------------------+
 * |                 PrevNode: virtual IPv4 address                |
 * +-------------------------------+-------------------------------+
 * |     PrevNode: link number     |           reserved            |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * <p>A: the packet is active and names a service. K: a {@link KeyedTrailer} follows the packet. E:
 * the IP stack of an edge sent the packet, and expects ICMP errors about it (RFC 1122 §3.2.2). The
 * lifetime is unsigned. A header may be longer than {@link #LENGTH}; the bytes beyond are forwarded
 * unread.
 *
 * <p>Every method takes the frame and the index of its first byte; none of them moves an index.
 */
public final class RaniHeader {
  public static final int VERSION = 1;

  /** Bytes of the header that this version writes. */
  public static final int LENGTH = 16;

  /** The longest header accepted, in 32-bit words. */
  public static final int WORDS_MAX = 16;

  /** The longest lifetime that fits the field: about 71 minutes. */
  public static final long LIFETIME_MICROS_MAX = 0xFFFF_FFFFL;

  private static final int VERSION_FLAGS = 0;
  private static final int WORDS = VERSION_FLAGS + 1;
  private static final int SERVICE = WORDS + 1;
  private static final int LIFETIME = SERVICE + 2;
  private static final int PREV_NODE = LIFETIME + 4;
  private static final int PREV_LINK = PREV_NODE + 4;
  private static final int RESERVED = PREV_LINK + 2;
  private static final int ACT = 0x8;
  private static final int KEYED = 0x4;
  private static final int EDGE = 0x2;

  /** Bit positions of fields in the {@link #head}. */
  private static final int VERSION_SHIFT = 60;

  private static final int FLAGS_SHIFT = 56;
  private static final int WORDS_SHIFT = 48;

  private RaniHeader() {}

  /** Returns the first eight bytes, so that a caller of several fields reads memory once. */
  public static long head(ByteBuf frame, int at) {
    return frame.getLong(at);
  }

  public static int version(long head) {
    return (int) (head >>> VERSION_SHIFT);
  }

  public static int length(long head) {
    return (int) (head >>> WORDS_SHIFT & 0xFF) * 4;
  }

  public static boolean act(long head) {
    return (head >>> FLAGS_SHIFT & ACT) != 0;
  }

  public static boolean keyed(long head) {
    return (head >>> FLAGS_SHIFT & KEYED) != 0;
  }

  /** Reports whether an edge sent the packet (E). */
  public static boolean edge(long head) {
    return (head >>> FLAGS_SHIFT & EDGE) != 0;
  }

  /** Sets the E flag. */
  public static void edge(ByteBuf frame, int at) {
    frame.setByte(at + VERSION_FLAGS, frame.getByte(at + VERSION_FLAGS) | EDGE);
  }

  public static long lifetimeMicros(long head) {
    return head & LIFETIME_MICROS_MAX;
  }

  public static int version(ByteBuf frame, int at) {
    return frame.getUnsignedByte(at + VERSION_FLAGS) >>> 4;
  }

  public static int length(ByteBuf frame, int at) {
    return frame.getUnsignedByte(at + WORDS) * 4;
  }

  public static boolean act(ByteBuf frame, int at) {
    return (frame.getByte(at + VERSION_FLAGS) & ACT) != 0;
  }

  public static boolean keyed(ByteBuf frame, int at) {
    return (frame.getByte(at + VERSION_FLAGS) & KEYED) != 0;
  }

  public static void keyed(ByteBuf frame, int at, boolean keyed) {
    int flags = frame.getByte(at + VERSION_FLAGS);
    frame.setByte(at + VERSION_FLAGS, keyed ? flags | KEYED : flags & ~KEYED);
  }

  /** Returns the service that an active packet asks for; 0 in passive packets. */
  public static int service(ByteBuf frame, int at) {
    return frame.getUnsignedShort(at + SERVICE);
  }

  public static long lifetimeMicros(ByteBuf frame, int at) {
    return frame.getUnsignedInt(at + LIFETIME);
  }

  /** Writes the remaining lifetime, 0…{@link #LIFETIME_MICROS_MAX}. */
  public static void lifetimeMicros(ByteBuf frame, int at, long micros) {
    frame.setInt(at + LIFETIME, (int) micros);
  }

  public static int prevNode(ByteBuf frame, int at) {
    return frame.getInt(at + PREV_NODE);
  }

  /** Returns the link by which the last active node sent the packet; for display only. */
  public static int prevLink(ByteBuf frame, int at) {
    return frame.getUnsignedShort(at + PREV_LINK);
  }

  public static void prevNode(ByteBuf frame, int at, int address, int link) {
    frame.setInt(at + PREV_NODE, address);
    frame.setShort(at + PREV_LINK, link);
  }

  /** Rewrites the fields that change at departure: remaining lifetime and PrevNode. */
  public static void departure(ByteBuf frame, int at, long lifetimeMicros, int address, int link) {
    frame.setLong(at + LIFETIME, lifetimeMicros << Integer.SIZE | address & 0xFFFF_FFFFL);
    frame.setShort(at + PREV_LINK, link);
  }

  /** Writes a whole header of {@link #LENGTH} bytes, with link 0 as PrevNode's link. */
  public static void write(
      ByteBuf frame, int at, boolean act, int service, long lifetimeMicros, int prevNode) {
    frame.setByte(at + VERSION_FLAGS, VERSION << 4 | (act ? ACT : 0));
    frame.setByte(at + WORDS, LENGTH / 4);
    frame.setShort(at + SERVICE, service);
    lifetimeMicros(frame, at, lifetimeMicros);
    prevNode(frame, at, prevNode, 0);
    frame.setShort(at + RESERVED, 0);
  }
}
