// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import io.netty.buffer.ByteBuf;
import rani.wire.InternetChecksum;
import rani.world.DropReason;

/**
 * Packets of an edge that no node forwards. IPv6 is answered by ICMPv6 (RFC 4443), so that programs
 * fail at once; the answer comes from where the packet was to go, as nodes have no IPv6 address.
 */
final class Refusals {
  /** Messages within a second; more packets are refused in silence (RFC 4443 §2.4 f). */
  static final int ANSWERS_PER_SECOND_MAX = 1000;

  private static final int VERSION_IN_BYTE = 4;
  private static final int IPV6 = 6;
  private static final int HEADER_WORDS = 0xF;
  private static final int HEADER_WORDS_WITHOUT_OPTIONS = 5;

  /** Where fields of the IPv6 header are (RFC 8200). */
  private static final int NEXT_HEADER = 6;

  private static final int SOURCE = 8;
  private static final int DESTINATION = 24;
  private static final int ADDRESS_BYTES = 16;
  private static final int HEADER_BYTES = 40;

  private static final int ICMPV6 = 58;
  private static final int MULTICAST = 0xFF;

  /** The header of an ICMPv6 error: type 1, unreachable, with code 0, no route. */
  private static final long NO_ROUTE = 1L << 56;

  private static final int ICMPV6_HEADER_BYTES = 8;
  private static final int ICMPV6_CHECKSUM = 2;
  private static final int FIRST_INFORMATIONAL_TYPE = 128;
  private static final int HOPS = 64;

  /** What every IPv6 link carries (RFC 8200 §5), so that no error is larger (RFC 4443 §3.1). */
  static final int BYTES_MAX = 1280;

  private long ipv6;
  private long options;
  private long foreignSource;
  private long malformed;
  private long secondBeginsNanos;
  private int answersInSecond;

  static boolean isIpv6(ByteBuf packet) {
    return packet.isReadable()
        && (packet.getByte(packet.readerIndex()) & 0xFF) >>> VERSION_IN_BYTE == IPV6;
  }

  /**
   * Counts a packet of IPv6, and writes the answer into an empty buffer of {@link #BYTES_MAX};
   * false if there is none.
   */
  boolean answer(long nowNanos, ByteBuf packet, ByteBuf answer) {
    ipv6++;
    if (nowNanos - secondBeginsNanos >= 1_000_000_000L) {
      secondBeginsNanos = nowNanos;
      answersInSecond = 0;
    }
    int at = packet.readerIndex();
    int quoted = Math.min(packet.readableBytes(), BYTES_MAX - HEADER_BYTES - ICMPV6_HEADER_BYTES);
    if (answersInSecond == ANSWERS_PER_SECOND_MAX || !mayAnswer(packet, at)) {
      return false;
    }
    answersInSecond++;
    int to = answer.writerIndex();
    answer.writeInt(IPV6 << 28).writeShort(ICMPV6_HEADER_BYTES + quoted);
    answer.writeByte(ICMPV6).writeByte(HOPS);
    answer.writeBytes(packet, at + DESTINATION, ADDRESS_BYTES);
    answer.writeBytes(packet, at + SOURCE, ADDRESS_BYTES);
    int body = answer.writerIndex();
    answer.writeLong(NO_ROUTE).writeBytes(packet, at, quoted);
    int length = ICMPV6_HEADER_BYTES + quoted;
    long pseudoHeader =
        InternetChecksum.sum(answer, to + SOURCE, 2 * ADDRESS_BYTES, length + ICMPV6);
    answer.setShort(
        body + ICMPV6_CHECKSUM,
        InternetChecksum.fold(InternetChecksum.sum(answer, body, length, pseudoHeader)));
    return true;
  }

  /** None is about an error, nor to or about many; the unspecified address is not a node's. */
  private static boolean mayAnswer(ByteBuf packet, int at) {
    int bytes = packet.readableBytes();
    boolean isError =
        bytes > HEADER_BYTES
            && packet.getUnsignedByte(at + NEXT_HEADER) == ICMPV6
            && packet.getUnsignedByte(at + HEADER_BYTES) < FIRST_INFORMATIONAL_TYPE;
    return bytes >= HEADER_BYTES
        && !isError
        && packet.getUnsignedByte(at + DESTINATION) != MULTICAST
        && packet.getUnsignedByte(at + SOURCE) != MULTICAST
        && (packet.getLong(at + SOURCE) | packet.getLong(at + SOURCE + Long.BYTES)) != 0;
  }

  /**
   * Counts another packet.
   *
   * @param reason of the node
   * @param firstByte of the packet, which has the length of its header
   */
  void count(DropReason reason, int firstByte) {
    if (reason != DropReason.BAD_HEADER) {
      malformed++;
    } else if ((firstByte & HEADER_WORDS) == HEADER_WORDS_WITHOUT_OPTIONS) {
      foreignSource++;
    } else {
      options++;
    }
  }

  EdgeFacts.Refused counts() {
    return new EdgeFacts.Refused(ipv6, options, foreignSource, malformed);
  }
}
