// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import rani.wire.InternetChecksum;

/**
 * The RDP header, version 2 (RFC 908 §4.2 with the changes of RFC 1151), as routers read it where
 * it stands: {@code at} is the index of the IPv4 payload. Bits count from the left.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+---+---------------+-------------------------------+
 * |S|A|E|R|N|T| 2 |    H words    |          source port          |
 * +-+-+-+-+-+-+---+---------------+-------------------------------+
 * |       destination port        |      D bytes of data          |
 * +-------------------------------+-------------------------------+
 * |                        sequence number                        |
 * +---------------------------------------------------------------+
 * |                    acknowledgement number                     |
 * +-------------------------------+-------------------------------+
 * |           checksum            | 3 words of SYN parameters, or 2
 * +-------------------------------+ for each EACK, or nothing
 *                                 | 6 words of router state with T|
 *                                 +-------------------------------+ and D bytes of data
 *
 * S SYN, A ACK, E EACK, R RST, N NUL, T router state; a word has 16 bits
 *
 * SYN parameters: most outstanding segments (2), largest segment (2), options (2)
 *
 * router state:
 * +-------+-------+---------------+-------------------------------+
 * |   1   | flags |     phase     |             epoch             |
 * +-------+-------+---------------+-------------------------------+
 * |             cwnd              |           ssthresh            |
 * +-------------------------------+-------------------------------+
 * |           srtt, ms            |             lost              |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * <p>Behind {@link #isReadable} the accessors of the fixed header cannot fail; those of the router
 * state cannot behind {@link #hasRouterState}. Neither looks at the checksum, nor asks whether the
 * flags make sense: that is the endpoints' business, {@link SegmentCodec#check}.
 */
public final class RdpHeader {
  /** Bytes of the fixed header. */
  public static final int LENGTH = 18;

  public static final int VERSION = 2;

  /** Flag in the first octet: six words of router state end the header. */
  public static final int ROUTER_STATE = 0x04;

  /** Bits of the first octet that are flags of a {@link Segment}. */
  static final int FLAGS = Segment.SYN | Segment.ACK | Segment.EACK | Segment.RST | Segment.NUL;

  static final int WORD = Short.BYTES;
  static final int FIXED_WORDS = LENGTH / WORD;
  static final int HEADER_WORDS_MAX = 0xFF;

  static final int FIRST_OCTET = 0;
  static final int HEADER_WORDS = FIRST_OCTET + 1;
  static final int SOURCE_PORT = HEADER_WORDS + 1;
  static final int DESTINATION_PORT = SOURCE_PORT + 2;
  static final int DATA_LENGTH = DESTINATION_PORT + 2;
  static final int SEQUENCE = DATA_LENGTH + 2;
  static final int ACKNOWLEDGEMENT = SEQUENCE + 4;
  static final int CHECKSUM = ACKNOWLEDGEMENT + 4;

  /** Offsets within the router state. */
  static final int STATE_VERSION_FLAGS = 0;

  static final int STATE_PHASE = STATE_VERSION_FLAGS + 1;
  static final int STATE_EPOCH = STATE_PHASE + 1;
  static final int STATE_CWND = STATE_EPOCH + 2;
  static final int STATE_SSTHRESH = STATE_CWND + 2;
  static final int STATE_SRTT = STATE_SSTHRESH + 2;
  static final int STATE_LOST = STATE_SRTT + 2;

  private static final int VERSION_BITS = 0x03;

  private RdpHeader() {}

  /**
   * Returns true if a complete header of this version begins at {@code at}, and its lengths match
   * an IPv4 payload of {@code length}, all of which is within the buffer.
   */
  public static boolean isReadable(ByteBuf buf, int at, int length) {
    if (length < LENGTH || (buf.getByte(at) & VERSION_BITS) != VERSION) {
      return false;
    }
    int header = headerLength(buf, at);
    int state = saysRouterState(buf, at) ? RouterState.WORDS * WORD : 0;
    return header >= LENGTH + state && header + dataLength(buf, at) == length;
  }

  /** Returns the sum of {@link Segment#SYN}, {@link Segment#ACK}, and so on. */
  public static int flags(ByteBuf buf, int at) {
    return buf.getByte(at + FIRST_OCTET) & FLAGS;
  }

  /** Returns the length of the whole header in bytes. */
  public static int headerLength(ByteBuf buf, int at) {
    return WORD * buf.getUnsignedByte(at + HEADER_WORDS);
  }

  /** Returns the source port, 0…65,535. */
  public static int sourcePort(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + SOURCE_PORT);
  }

  /** Returns the destination port, 0…65,535. */
  public static int destinationPort(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + DESTINATION_PORT);
  }

  /** Returns the number of bytes of data behind the header. */
  public static int dataLength(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + DATA_LENGTH);
  }

  public static int sequence(ByteBuf buf, int at) {
    return buf.getInt(at + SEQUENCE);
  }

  /** Returns the last sequence number received in sequence; invalid without {@link Segment#ACK}. */
  public static int acknowledgement(ByteBuf buf, int at) {
    return buf.getInt(at + ACKNOWLEDGEMENT);
  }

  /** Returns true if there is a checksum; 0 stands for none. */
  public static boolean hasChecksum(ByteBuf buf, int at) {
    return buf.getShort(at + CHECKSUM) != 0;
  }

  /** Returns true if there is router state of a known version. */
  public static boolean hasRouterState(ByteBuf buf, int at) {
    return saysRouterState(buf, at)
        && buf.getUnsignedByte(state(buf, at)) >>> 4 == RouterState.VERSION;
  }

  /** Returns true for a segment with data that routers may shorten. */
  public static boolean isMedia(ByteBuf buf, int at) {
    return hasRouterState(buf, at)
        && (stateFlags(buf, at) & (RouterState.SET | RouterState.MEDIA)) == RouterState.MEDIA
        && dataLength(buf, at) > 0;
  }

  /**
   * Removes the end of the data of a segment that {@link #isMedia}, and counts the removed bytes in
   * its router state. The checksum is updated incrementally (RFC 1624), so that earlier damage
   * still shows; 0, "not computed", stays. The packet around the segment becomes shorter by the
   * same amount.
   *
   * @param dataLength bytes of data left, even, above 0 and less than before
   */
  public static void shorten(ByteBuf buf, int at, int dataLength) {
    int before = dataLength(buf, at);
    if (dataLength % 2 != 0 || dataLength <= 0 || dataLength >= before) {
      throw new IllegalArgumentException(before + " B of data do not become " + dataLength);
    }
    int header = headerLength(buf, at);
    int lostAt = state(buf, at) + STATE_LOST;
    int lost = buf.getUnsignedShort(lostAt);
    int off = before - dataLength;
    buf.setShort(at + DATA_LENGTH, dataLength);
    buf.setShort(lostAt, lost + off);
    int checksum = buf.getUnsignedShort(at + CHECKSUM);
    if (checksum != 0) {
      long taken = InternetChecksum.sum(buf, at + header + dataLength, off, 0);
      int folded = ~InternetChecksum.fold(taken) & 0xFFFF;
      checksum = InternetChecksum.updated(checksum, folded, 0);
      checksum = InternetChecksum.updated(checksum, before, dataLength);
      checksum = InternetChecksum.updated(checksum, lost, lost + off);
      checksum = InternetChecksum.updated(checksum, header + before, header + dataLength);
      buf.setShort(at + CHECKSUM, checksum == 0 ? 0xFFFF : checksum);
    }
  }

  public static int stateFlags(ByteBuf buf, int at) {
    return RouterState.meant(buf.getByte(state(buf, at) + STATE_VERSION_FLAGS));
  }

  /** Returns the sender's phase: 0 Idle, 1 SS, 2 CA, 3 OOS, 4 FR, 5 PR, 6 RTO. */
  public static int phase(ByteBuf buf, int at) {
    return buf.getUnsignedByte(state(buf, at) + STATE_PHASE);
  }

  /** Returns the number of window reductions, modulo 65,536. */
  public static int epoch(ByteBuf buf, int at) {
    return buf.getUnsignedShort(state(buf, at) + STATE_EPOCH);
  }

  /** Returns the sender's congestion window in whole packets, saturated at 65,535. */
  public static int cwnd(ByteBuf buf, int at) {
    return buf.getUnsignedShort(state(buf, at) + STATE_CWND);
  }

  /** Returns the sender's slow-start threshold in whole packets, saturated at 65,535. */
  public static int ssthresh(ByteBuf buf, int at) {
    return buf.getUnsignedShort(state(buf, at) + STATE_SSTHRESH);
  }

  /** Returns the smoothed round-trip time, at most 65,535; 0 before the first sample. */
  public static int srttMillis(ByteBuf buf, int at) {
    return buf.getUnsignedShort(state(buf, at) + STATE_SRTT);
  }

  /**
   * Creates a router's request to set a window (papers' Active Congestion Control §4.2.4), for the
   * source of a segment with router state. {@code cwnd} is 1…65,535 and {@code ssthresh} 2…65,535
   * packets; {@code lost} counts discarded segments, this one first.
   */
  public static Segment windowRequest(
      ByteBuf buf, int at, int destination, int cwnd, int ssthresh, int lost) {
    return request(
        buf,
        at,
        destination,
        new RouterState(RouterState.SET, phase(buf, at), epoch(buf, at), cwnd, ssthresh, 0, lost));
  }

  /**
   * Creates a router's request, such as {@link RouterState#pace}, that quotes a segment of an IPv4
   * packet for {@code destination}.
   */
  public static Segment request(ByteBuf buf, int at, int destination, RouterState asked) {
    return new Segment(
        0,
        destinationPort(buf, at),
        sourcePort(buf, at),
        sequence(buf, at),
        destination,
        null,
        Segment.NO_EACKS,
        asked,
        Unpooled.EMPTY_BUFFER);
  }

  /** Returns true if the header's flag announces router state, of whatever version. */
  static boolean saysRouterState(ByteBuf buf, int at) {
    return (buf.getByte(at + FIRST_OCTET) & ROUTER_STATE) != 0;
  }

  static int state(ByteBuf buf, int at) {
    return at + headerLength(buf, at) - RouterState.WORDS * WORD;
  }
}
