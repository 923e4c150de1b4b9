// SPDX-License-Identifier: Apache-2.0
package rani.study.capturefile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.wire.RaniHeader;

/**
 * An IP packet of a capture.
 *
 * @param nanos time since the epoch of the capture's clock
 * @param lengthBytes IPv4 total length; of IPv6 the payload length and 40 (RFC 8200, section 3)
 * @param protocol of the IPv4 header, of IPv6 the next header
 * @param source address, 4 or 16 bytes
 * @param destination address, 4 or 16 bytes
 * @param sourcePort of UDP, TCP, SCTP, DCCP or RDP; -1 if it is not known, as of fragments
 */
record CapturedPacket(
    long nanos,
    int lengthBytes,
    int protocol,
    byte[] source,
    byte[] destination,
    int sourcePort,
    int destinationPort) {
  private static final int NULL = 0;
  private static final int ETHERNET = 1;
  private static final int RAW_BSD = 12;
  private static final int RAW_OPENBSD = 14;
  private static final int RAW = 101;
  private static final int LOOP = 108;
  private static final int LINUX_SLL = 113;
  private static final int RANI = 147;
  private static final int IPV4 = 228;
  private static final int IPV6 = 229;
  private static final int LINUX_SLL2 = 276;

  private static final int ETHERNET_BYTES = 14;
  private static final int SLL_BYTES = 16;
  private static final int SLL2_BYTES = 20;
  private static final int FAMILY_BYTES = 4;
  private static final int TAG_BYTES = 4;

  /** Largest number of VLAN tags of a frame that are looked behind. */
  private static final int TAGS_MAX = 4;

  private static final int TYPE_IPV4 = 0x0800;
  private static final int TYPE_IPV6 = 0x86DD;
  private static final int IPV4_BYTES = 20;
  private static final int IPV6_BYTES = 40;
  private static final int NONE = -1;
  private static final int UNKNOWN_PORT = -1;

  /**
   * Reads a frame of a link type; null if it holds no IP packet, or not enough of one.
   *
   * @param captured the bytes that were captured; more may have been on the wire
   */
  static @Nullable CapturedPacket of(int linkType, long nanos, ByteBuffer captured) {
    ByteBuffer frame = captured.slice().order(ByteOrder.BIG_ENDIAN);
    int at = ip(linkType, frame);
    if (at == NONE || at >= frame.limit()) {
      return null;
    }
    return switch (frame.get(at) >>> 4 & 0xF) {
      case 4 -> ipv4(nanos, frame, at);
      case 6 -> ipv6(nanos, frame, at);
      default -> null;
    };
  }

  /** Returns the index of the IP header, or {@link #NONE}. */
  private static int ip(int linkType, ByteBuffer frame) {
    return switch (linkType) {
      case RAW, RAW_BSD, RAW_OPENBSD, IPV4, IPV6 -> 0;
      case NULL, LOOP -> FAMILY_BYTES;
      case ETHERNET -> behindType(frame, ETHERNET_BYTES - 2, ETHERNET_BYTES);
      case LINUX_SLL -> behindType(frame, SLL_BYTES - 2, SLL_BYTES);
      case LINUX_SLL2 -> behindType(frame, 0, SLL2_BYTES);
      case RANI -> RaniHeader.LENGTH;
      default -> NONE;
    };
  }

  /** Returns the index of the IP header behind an EtherType and VLAN tags (IEEE 802.1Q). */
  private static int behindType(ByteBuffer frame, int typeAt, int headerBytes) {
    int type = typeAt;
    int at = headerBytes;
    for (int tags = 0; tags <= TAGS_MAX && type + 2 <= frame.limit(); tags++) {
      switch (frame.getShort(type) & 0xFFFF) {
        case TYPE_IPV4, TYPE_IPV6 -> {
          return at;
        }
        case 0x8100, 0x88A8, 0x9100 -> {
          type = at + 2;
          at += TAG_BYTES;
        }
        default -> {
          return NONE;
        }
      }
    }
    return NONE;
  }

  private static @Nullable CapturedPacket ipv4(long nanos, ByteBuffer frame, int at) {
    if (at + IPV4_BYTES > frame.limit()) {
      return null;
    }
    int headerBytes = 4 * (frame.get(at) & 0xF);
    int length = frame.getShort(at + 2) & 0xFFFF;
    if (headerBytes < IPV4_BYTES || length < headerBytes) {
      return null;
    }
    boolean isFirst = (frame.getShort(at + 6) & 0x1FFF) == 0; // fragment offset (RFC 791, 3.1)
    int protocol = frame.get(at + 9) & 0xFF;
    return packet(
        nanos,
        length,
        protocol,
        bytes(frame, at + 12, 4),
        bytes(frame, at + 16, 4),
        isFirst ? ports(protocol, frame, at + headerBytes) : NONE);
  }

  private static @Nullable CapturedPacket ipv6(long nanos, ByteBuffer frame, int at) {
    if (at + IPV6_BYTES > frame.limit()) {
      return null;
    }
    int protocol = frame.get(at + 6) & 0xFF; // ports behind extension headers stay unknown
    return packet(
        nanos,
        IPV6_BYTES + (frame.getShort(at + 4) & 0xFFFF),
        protocol,
        bytes(frame, at + 8, 16),
        bytes(frame, at + 24, 16),
        ports(protocol, frame, at + IPV6_BYTES));
  }

  private static CapturedPacket packet(
      long nanos, int length, int protocol, byte[] source, byte[] destination, long ports) {
    return new CapturedPacket(
        nanos,
        length,
        protocol,
        source,
        destination,
        ports == NONE ? UNKNOWN_PORT : (int) (ports >>> 16),
        ports == NONE ? UNKNOWN_PORT : (int) (ports & 0xFFFF));
  }

  /** Returns both ports, the source's in the upper half; {@link #NONE} if they are not known. */
  private static long ports(int protocol, ByteBuffer frame, int at) {
    return switch (protocol) {
      case 6, 17, 33, 132 -> // TCP, UDP, DCCP, SCTP
          at + 4 <= frame.limit() ? frame.getInt(at) & 0xFFFFFFFFL : NONE;
      case 27 -> // RDP has them behind flags and length (RFC 908, 1151)
          at + 6 <= frame.limit() ? frame.getInt(at + 2) & 0xFFFFFFFFL : NONE;
      default -> NONE;
    };
  }

  private static byte[] bytes(ByteBuffer frame, int at, int count) {
    byte[] bytes = new byte[count];
    frame.get(at, bytes);
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other
            instanceof
            CapturedPacket(
                long at,
                int length,
                int of,
                byte[] from,
                byte[] to,
                int fromPort,
                int toPort)
        && nanos == at
        && lengthBytes == length
        && protocol == of
        && Arrays.equals(source, from)
        && Arrays.equals(destination, to)
        && sourcePort == fromPort
        && destinationPort == toPort;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(nanos) + 31 * lengthBytes;
  }
}
