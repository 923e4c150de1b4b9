// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import static rani.rdp.segment.RdpHeader.WORD;
import static rani.rdp.segment.Segment.ACK;
import static rani.rdp.segment.Segment.EACK;
import static rani.rdp.segment.Segment.NUL;
import static rani.rdp.segment.Segment.RST;
import static rani.rdp.segment.Segment.SYN;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import rani.wire.InternetChecksum;
import rani.wire.Ipv4Header;

/**
 * Segments as bytes, in the layout of {@link RdpHeader}: the payload of an IPv4 packet of protocol
 * 27. {@link #check} is the door; what it lets pass can be decoded.
 *
 * <p>These are malformed:
 *
 * <table>
 *   <caption>What contradicts what</caption>
 *   <tr><th>segment</th><th>must have</th><th>must not have</th></tr>
 *   <tr><td>any</td>
 *       <td>18 bytes, version 2, header words ≥ 9 and + 6 with router state, header length + data
 *       length = the IPv4 payload's, no header words but those that a flag explains</td>
 *       <td></td></tr>
 *   <tr><td>SYN</td><td>exactly 3 words of parameters</td><td>EACK, RST, NUL, data</td></tr>
 *   <tr><td>EACK</td><td>ACK, 2 words for each of at least one number</td><td>SYN, RST</td></tr>
 *   <tr><td>RST</td><td></td><td>SYN, EACK, NUL, data</td></tr>
 *   <tr><td>NUL</td><td></td><td>SYN, RST, data</td></tr>
 *   <tr><td>no flag</td><td>router state with SET: a window request</td><td>data</td></tr>
 *   <tr><td>any flag</td><td></td><td>router state with SET</td></tr>
 * </table>
 *
 * <p>NUL may carry EACKs, though RFC 908 does not say so: they take nothing from it. A router state
 * of another version is skipped, and a segment without a flag that carries one is malformed, since
 * nothing remains that could be understood.
 *
 * <p>The checksum is TCP's (RFC 1151 "Checksum", RFC 793 §3.1): the one's complement of the one's
 * complement sum of a pseudo-header (source, destination, zero, protocol 27, length of the segment)
 * and the segment with a checksum field of zero. A sum of 0 is sent as 0xFFFF, so that 0 is left
 * for "not computed" (ASP's RDP switched it off, papers' Active Congestion Control §4.2.1).
 */
public final class SegmentCodec {
  /** Length of the longest segment, the payload of the longest IPv4 packet. */
  public static final int LENGTH_MAX = Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH;

  private static final int SYN_WORDS = 3;
  private static final int EACK_WORDS = 2;
  private static final int NOT_COMPUTED = 0;

  private SegmentCodec() {}

  /** Returns the largest number of EACKs in a segment, with or without router state. */
  public static int eacksMax(boolean routerState) {
    return (RdpHeader.HEADER_WORDS_MAX - headerWords(0, 0, routerState)) / EACK_WORDS;
  }

  public static int length(Segment segment) {
    return headerLength(segment) + segment.data().readableBytes();
  }

  /**
   * Encodes a segment at {@code at}, where {@link #length} bytes must be free, for an IPv4 packet
   * between two addresses. Indices of the buffer stay. Throws IllegalArgumentException if there are
   * too many EACKs or too much data for a segment.
   */
  public static void encode(
      Segment segment,
      ByteBuf out,
      int at,
      int sourceAddress,
      int destinationAddress,
      boolean checksum) {
    int header = headerLength(segment);
    ByteBuf data = segment.data();
    int length = header + data.readableBytes();
    if (header > RdpHeader.HEADER_WORDS_MAX * WORD || length > LENGTH_MAX) {
      throw new IllegalArgumentException(
          segment.eacks().length + " EACKs and " + data.readableBytes() + " bytes of data");
    }
    RouterState state = segment.routerState();
    int stateBit = state == null ? 0 : RdpHeader.ROUTER_STATE;
    out.setByte(
        at + RdpHeader.FIRST_OCTET,
        (segment.flags() & RdpHeader.FLAGS) | stateBit | RdpHeader.VERSION);
    out.setByte(at + RdpHeader.HEADER_WORDS, header / WORD);
    out.setShort(at + RdpHeader.SOURCE_PORT, segment.sourcePort());
    out.setShort(at + RdpHeader.DESTINATION_PORT, segment.destinationPort());
    out.setShort(at + RdpHeader.DATA_LENGTH, data.readableBytes());
    out.setInt(at + RdpHeader.SEQUENCE, segment.sequence());
    out.setInt(at + RdpHeader.ACKNOWLEDGEMENT, segment.acknowledgement());
    out.setShort(at + RdpHeader.CHECKSUM, NOT_COMPUTED);
    int next = encodeSyn(segment.syn(), out, at + RdpHeader.LENGTH);
    for (int eack : segment.eacks()) {
      out.setInt(next, eack);
      next += EACK_WORDS * WORD;
    }
    if (state != null) {
      encodeRouterState(state, out, next);
    }
    out.setBytes(at + header, data, data.readerIndex(), data.readableBytes());
    if (checksum) {
      int sum = checksum(out, at, length, sourceAddress, destinationAddress);
      out.setShort(at + RdpHeader.CHECKSUM, sum == NOT_COMPUTED ? 0xFFFF : sum);
    }
  }

  /**
   * Validates {@code length} bytes, the payload of an IPv4 packet between two addresses, all within
   * the buffer; accepts any bytes. Returns null if {@link #decode} may be called; else {@link
   * RefusalReason#MALFORMED}, or {@link RefusalReason#BAD_CHECKSUM} for a checksum that is wrong,
   * or missing although required.
   */
  public static @Nullable RefusalReason check(
      ByteBuf buf,
      int at,
      int length,
      int sourceAddress,
      int destinationAddress,
      boolean checksumRequired) {
    if (!RdpHeader.isReadable(buf, at, length)) {
      return RefusalReason.MALFORMED;
    }
    // The checksum is verified before the flags, so that damaged segments count as damaged and not
    // as malformed.
    boolean holds =
        buf.getUnsignedShort(at + RdpHeader.CHECKSUM) == NOT_COMPUTED
            ? !checksumRequired
            : checksum(buf, at, length, sourceAddress, destinationAddress) == 0;
    if (!holds) {
      return RefusalReason.BAD_CHECKSUM;
    }
    return contradictsItself(buf, at) ? RefusalReason.MALFORMED : null;
  }

  /** Decodes a segment that {@link #check} has accepted. The data is a slice of the buffer. */
  public static Segment decode(ByteBuf buf, int at, int length) {
    int header = RdpHeader.headerLength(buf, at);
    int flags = RdpHeader.flags(buf, at);
    int variable = at + RdpHeader.LENGTH;
    int[] eacks = Segment.NO_EACKS;
    if ((flags & EACK) != 0) {
      eacks = new int[variableWords(buf, at) / EACK_WORDS];
      for (int i = 0; i < eacks.length; i++) {
        eacks[i] = buf.getInt(variable + i * EACK_WORDS * WORD);
      }
    }
    return new Segment(
        flags,
        RdpHeader.sourcePort(buf, at),
        RdpHeader.destinationPort(buf, at),
        RdpHeader.sequence(buf, at),
        RdpHeader.acknowledgement(buf, at),
        (flags & SYN) == 0 ? null : decodeSyn(buf, variable),
        eacks,
        RdpHeader.hasRouterState(buf, at) ? decodeRouterState(buf, at) : null,
        length == header ? Unpooled.EMPTY_BUFFER : buf.slice(at + header, length - header));
  }

  private static boolean contradictsItself(ByteBuf buf, int at) {
    int flags = RdpHeader.flags(buf, at);
    int variableWords = variableWords(buf, at);
    boolean data = RdpHeader.dataLength(buf, at) > 0;
    boolean set =
        RdpHeader.hasRouterState(buf, at) && (RdpHeader.stateFlags(buf, at) & RouterState.SET) != 0;
    boolean syn = (flags & SYN) != 0;
    boolean eack = (flags & EACK) != 0;
    boolean rst = (flags & RST) != 0;
    boolean nul = (flags & NUL) != 0;
    if (syn) {
      return eack || rst || nul || data || set || variableWords != SYN_WORDS;
    }
    if (eack) {
      boolean whole = variableWords > 0 && variableWords % EACK_WORDS == 0;
      return (flags & ACK) == 0 || rst || (nul && data) || set || !whole;
    }
    if (variableWords != 0) {
      return true;
    }
    if (rst || nul) {
      return (rst && nul) || data || set;
    }
    boolean ack = (flags & ACK) != 0;
    return ack ? set : !set || data;
  }

  /** Returns the header words beyond the fixed header and the router state. */
  private static int variableWords(ByteBuf buf, int at) {
    return RdpHeader.headerLength(buf, at) / WORD
        - headerWords(0, 0, RdpHeader.saysRouterState(buf, at));
  }

  private static int headerLength(Segment segment) {
    int synWords = segment.syn() == null ? 0 : SYN_WORDS;
    return WORD * headerWords(synWords, segment.eacks().length, segment.routerState() != null);
  }

  private static int headerWords(int synWords, int eacks, boolean routerState) {
    return RdpHeader.FIXED_WORDS
        + synWords
        + EACK_WORDS * eacks
        + (routerState ? RouterState.WORDS : 0);
  }

  private static int encodeSyn(@Nullable SynParameters syn, ByteBuf out, int at) {
    if (syn == null) {
      return at;
    }
    out.setShort(at, syn.maxOutstanding());
    out.setShort(at + WORD, syn.maxSegmentBytes());
    out.setShort(at + 2 * WORD, syn.options());
    return at + SYN_WORDS * WORD;
  }

  private static SynParameters decodeSyn(ByteBuf buf, int at) {
    return new SynParameters(
        buf.getUnsignedShort(at),
        buf.getUnsignedShort(at + WORD),
        buf.getUnsignedShort(at + 2 * WORD));
  }

  private static void encodeRouterState(RouterState state, ByteBuf out, int at) {
    out.setByte(
        at + RdpHeader.STATE_VERSION_FLAGS,
        RouterState.VERSION << 4 | RouterState.meant(state.flags()));
    out.setByte(at + RdpHeader.STATE_PHASE, state.phase());
    out.setShort(at + RdpHeader.STATE_EPOCH, state.epoch());
    out.setShort(at + RdpHeader.STATE_CWND, state.cwnd());
    out.setShort(at + RdpHeader.STATE_SSTHRESH, state.ssthresh());
    out.setShort(at + RdpHeader.STATE_SRTT, state.srttMillis());
    out.setShort(at + RdpHeader.STATE_LOST, state.lost());
  }

  private static RouterState decodeRouterState(ByteBuf buf, int at) {
    return new RouterState(
        RdpHeader.stateFlags(buf, at),
        RdpHeader.phase(buf, at),
        RdpHeader.epoch(buf, at),
        RdpHeader.cwnd(buf, at),
        RdpHeader.ssthresh(buf, at),
        RdpHeader.srttMillis(buf, at),
        buf.getUnsignedShort(RdpHeader.state(buf, at) + RdpHeader.STATE_LOST));
  }

  private static int checksum(
      ByteBuf buf, int at, int length, int sourceAddress, int destinationAddress) {
    long pseudoHeader =
        (sourceAddress >>> 16)
            + (sourceAddress & 0xFFFFL)
            + (destinationAddress >>> 16)
            + (destinationAddress & 0xFFFFL)
            + Ipv4Header.PROTOCOL_RDP
            + length;
    return InternetChecksum.fold(InternetChecksum.sum(buf, at, length, pseudoHeader));
  }
}
