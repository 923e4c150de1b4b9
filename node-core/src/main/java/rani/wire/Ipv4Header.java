// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.world.DropReason;

/**
 * Genuine IPv4 header without options (RFC 791 §3.1, RFC 2474 and RFC 3168 for the second byte).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-----------+---+-------------------------------+
 * |   4   |   5   |   DSCP    |ECN|          total length         |
 * +-------+-------+-----------+---+-----+-------------------------+
 * |         identification        |flags|     fragment offset     |
 * +---------------+---------------+-----+-------------------------+
 * |      TTL      |    protocol   |        header checksum        |
 * +---------------+---------------+-------------------------------+
 * |                        source address                         |
 * +---------------------------------------------------------------+
 * |                      destination address                      |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Every method takes the buffer and the index of the header's first byte. Writers of single
 * fields keep the checksum right (RFC 1624).
 */
public final class Ipv4Header {
  public static final int LENGTH = 20;
  public static final int TOTAL_LENGTH_MAX = 0xFFFF;

  /** The TTL of new packets, as a loop guard. */
  public static final int TTL_INITIAL = 255;

  /** ICMP (RFC 792). */
  public static final int PROTOCOL_ICMP = 1;

  /** TCP (RFC 9293), which only edges speak. */
  public static final int PROTOCOL_TCP = 6;

  public static final int PROTOCOL_UDP = 17;

  /** IP protocol of the reliable transport (RFC 908). */
  public static final int PROTOCOL_RDP = 27;

  /** IP protocol of the services' own messages ("use for experimentation", RFC 3692). */
  public static final int PROTOCOL_SERVICE = 253;

  /** Class selector 6, network control (RFC 4594 §3.2); see {@link Frame#isControl}. */
  public static final int DSCP_CONTROL = 48;

  public static final int ECN_NOT_ECT = 0;
  public static final int ECN_ECT_0 = 2;
  public static final int ECN_CE = 3;

  private static final int VERSION_IHL = 0;
  private static final int TRAFFIC_CLASS = VERSION_IHL + 1;
  private static final int TOTAL_LENGTH = TRAFFIC_CLASS + 1;
  private static final int IDENTIFICATION = TOTAL_LENGTH + 2;
  private static final int FRAGMENT = IDENTIFICATION + 2;
  private static final int TTL = FRAGMENT + 2;
  private static final int PROTOCOL = TTL + 1;
  private static final int CHECKSUM = PROTOCOL + 1;
  private static final int SOURCE = CHECKSUM + 2;
  private static final int DESTINATION = SOURCE + 4;
  private static final int VERSION_4_IHL_5 = 0x45;
  private static final int DONT_FRAGMENT = 0x4000;
  private static final int MORE_FRAGMENTS = 0x2000;
  private static final int OFFSET = 0x1FFF;
  private static final int MORE_FRAGMENTS_AND_OFFSET = MORE_FRAGMENTS | OFFSET;
  private static final int OFFSET_UNIT_BYTES = 8;

  /** Bit positions of fields in the {@link #head}, and in the eight bytes from the TTL on. */
  private static final int VERSION_SHIFT = 60;

  private static final int WORDS_SHIFT = 56;
  private static final int DSCP_SHIFT = 50;
  private static final int ECN_SHIFT = 48;
  private static final int TOTAL_LENGTH_SHIFT = 32;
  private static final int PROTOCOL_SHIFT = 48;

  private Ipv4Header() {}

  /** Returns the first eight bytes, so that a caller of several fields reads memory once. */
  public static long head(ByteBuf buf, int at) {
    return buf.getLong(at);
  }

  public static int dscp(long head) {
    return (int) (head >>> DSCP_SHIFT) & 0x3F;
  }

  public static int ecn(long head) {
    return (int) (head >>> ECN_SHIFT) & 0x3;
  }

  /** Reports whether a header is of version 4 and without options. */
  public static boolean isPlain(long head) {
    return head >>> WORDS_SHIFT == VERSION_4_IHL_5;
  }

  /** Reports whether more fragments follow, or this one is not the first. */
  public static boolean isFragment(long head) {
    return (head & MORE_FRAGMENTS_AND_OFFSET) != 0;
  }

  public static int totalLength(long head) {
    return (int) (head >>> TOTAL_LENGTH_SHIFT) & 0xFFFF;
  }

  /**
   * Validates a header, reading each byte once. Returns the reason for a drop, or null. Header and
   * payload are expected to have {@code length} bytes.
   */
  static @Nullable DropReason check(ByteBuf buf, int at, int length) {
    long head = head(buf, at);
    if (head >>> VERSION_SHIFT != 4) {
      return DropReason.BAD_VERSION;
    }
    if ((head >>> WORDS_SHIFT & 0xF) != LENGTH / 4) {
      return DropReason.BAD_HEADER;
    }
    if (totalLength(head) != length) {
      return DropReason.BAD_LENGTH;
    }
    long middle = buf.getLong(at + TTL);
    long sum = halves(head) + halves(middle) + (buf.getInt(at + DESTINATION) & 0xFFFF_FFFFL);
    if (InternetChecksum.fold(sum) != 0) {
      return DropReason.BAD_CHECKSUM;
    }
    int protocol = (int) (middle >>> PROTOCOL_SHIFT) & 0xFF;
    int payload = length - LENGTH;
    if ((head & MORE_FRAGMENTS_AND_OFFSET) != 0) {
      return refusalOfFragment((int) head, protocol, payload);
    }
    boolean fits =
        protocol == PROTOCOL_UDP
            ? payload >= UdpHeader.LENGTH && UdpHeader.length(buf, at + LENGTH) == payload
            : payload >= Frame.bodyBytesMin(protocol);
    return fits ? null : DropReason.BAD_LENGTH;
  }

  /**
   * Returns why a fragment is refused, or null. Only edges send and accept fragments, so none is of
   * the protocols of nodes and services. All but the last hold whole units of eight bytes, and none
   * reaches beyond the largest packet (RFC 791 §3.2).
   */
  private static @Nullable DropReason refusalOfFragment(int head, int protocol, int payload) {
    if (protocol == PROTOCOL_RDP || protocol == PROTOCOL_SERVICE) {
      return DropReason.FRAGMENT;
    }
    boolean isBroken = (head & MORE_FRAGMENTS) != 0 && payload % OFFSET_UNIT_BYTES != 0;
    int end = LENGTH + (head & OFFSET) * OFFSET_UNIT_BYTES + payload;
    return payload == 0 || isBroken || end > TOTAL_LENGTH_MAX ? DropReason.BAD_LENGTH : null;
  }

  private static long halves(long eight) {
    return (eight >>> Integer.SIZE) + (eight & 0xFFFF_FFFFL);
  }

  public static int version(ByteBuf buf, int at) {
    return buf.getUnsignedByte(at + VERSION_IHL) >>> 4;
  }

  public static int headerWords(ByteBuf buf, int at) {
    return buf.getUnsignedByte(at + VERSION_IHL) & 0xF;
  }

  /** Returns the differentiated services code point, 0…63. */
  public static int dscp(ByteBuf buf, int at) {
    return buf.getUnsignedByte(at + TRAFFIC_CLASS) >>> 2;
  }

  /** Rewrites the code point, 0…63, and keeps the ECN field. */
  public static void dscp(ByteBuf buf, int at, int dscp) {
    int before = buf.getUnsignedShort(at + VERSION_IHL);
    rewrite(buf, at, VERSION_IHL, before, before & ~0xFC | dscp << 2);
  }

  public static int ecn(ByteBuf buf, int at) {
    return buf.getByte(at + TRAFFIC_CLASS) & 0x3;
  }

  public static void ecn(ByteBuf buf, int at, int ecn) {
    int before = buf.getUnsignedShort(at + VERSION_IHL);
    rewrite(buf, at, VERSION_IHL, before, (before & ~0x3) | ecn);
  }

  /** Returns the bytes of header and payload, which count as the packet's length. */
  public static int totalLength(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + TOTAL_LENGTH);
  }

  public static void totalLength(ByteBuf buf, int at, int length) {
    rewrite(buf, at, TOTAL_LENGTH, totalLength(buf, at), length);
  }

  /** Returns the originator's packet number, modulo 65,536. */
  public static int identification(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + IDENTIFICATION);
  }

  /** Reports whether more fragments follow, or this one is not the first. */
  public static boolean isFragment(ByteBuf buf, int at) {
    return (buf.getUnsignedShort(at + FRAGMENT) & MORE_FRAGMENTS_AND_OFFSET) != 0;
  }

  /** Makes a packet the second fragment of a datagram. */
  static void laterFragment(ByteBuf buf, int at) {
    rewrite(buf, at, FRAGMENT, buf.getUnsignedShort(at + FRAGMENT), 1);
  }

  /** Reports whether the packet is no fragment, or the first one. */
  public static boolean isFirst(ByteBuf buf, int at) {
    return (buf.getUnsignedShort(at + FRAGMENT) & OFFSET) == 0;
  }

  public static int ttl(ByteBuf buf, int at) {
    return buf.getUnsignedByte(at + TTL);
  }

  public static void ttl(ByteBuf buf, int at, int ttl) {
    int before = buf.getUnsignedShort(at + TTL);
    rewrite(buf, at, TTL, before, ttl << 8 | before & 0xFF);
  }

  public static void decrementTtl(ByteBuf buf, int at) {
    int before = buf.getUnsignedShort(at + TTL);
    rewrite(buf, at, TTL, before, before - 0x100);
  }

  public static int protocol(ByteBuf buf, int at) {
    return buf.getUnsignedByte(at + PROTOCOL);
  }

  public static int source(ByteBuf buf, int at) {
    return buf.getInt(at + SOURCE);
  }

  /** Returns both addresses, the source's in the upper half. */
  public static long addresses(ByteBuf buf, int at) {
    return buf.getLong(at + SOURCE);
  }

  public static int destination(ByteBuf buf, int at) {
    return buf.getInt(at + DESTINATION);
  }

  public static boolean checksumHolds(ByteBuf buf, int at) {
    return InternetChecksum.fold(InternetChecksum.sum(buf, at, LENGTH, 0)) == 0;
  }

  /** Writes a whole header, checksum included, with "don't fragment", best effort and Not-ECT. */
  public static void write(
      ByteBuf buf,
      int at,
      int totalLength,
      int identification,
      int protocol,
      int source,
      int destination) {
    buf.setByte(at + VERSION_IHL, VERSION_4_IHL_5);
    buf.setByte(at + TRAFFIC_CLASS, 0);
    buf.setShort(at + TOTAL_LENGTH, totalLength);
    buf.setShort(at + IDENTIFICATION, identification);
    buf.setShort(at + FRAGMENT, DONT_FRAGMENT);
    buf.setByte(at + TTL, TTL_INITIAL);
    buf.setByte(at + PROTOCOL, protocol);
    buf.setShort(at + CHECKSUM, 0);
    buf.setInt(at + SOURCE, source);
    buf.setInt(at + DESTINATION, destination);
    int checksum = InternetChecksum.fold(InternetChecksum.sum(buf, at, LENGTH, 0));
    buf.setShort(at + CHECKSUM, checksum);
  }

  private static void rewrite(ByteBuf buf, int at, int field, int before, int after) {
    buf.setShort(at + field, after);
    int checksum = buf.getUnsignedShort(at + CHECKSUM);
    buf.setShort(at + CHECKSUM, InternetChecksum.updated(checksum, before, after & 0xFFFF));
  }
}
