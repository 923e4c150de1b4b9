// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;

/**
 * The UDP header inside the virtual IPv4 packet (RFC 768).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |          source port          |        destination port       |
 * +-------------------------------+-------------------------------+
 * |             length            |            checksum           |
 * +-------------------------------+-------------------------------+
 * </pre>
 */
public final class UdpHeader {
  public static final int LENGTH = 8;

  private static final int SOURCE_PORT = 0;
  private static final int DESTINATION_PORT = SOURCE_PORT + 2;
  private static final int DATAGRAM_LENGTH = DESTINATION_PORT + 2;
  private static final int CHECKSUM = DATAGRAM_LENGTH + 2;

  private UdpHeader() {}

  public static int sourcePort(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + SOURCE_PORT);
  }

  public static int destinationPort(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + DESTINATION_PORT);
  }

  public static int length(ByteBuf buf, int at) {
    return buf.getUnsignedShort(at + DATAGRAM_LENGTH);
  }

  /** Reports whether the checksum is right, or 0, which means not computed (RFC 768). */
  public static boolean checksumHolds(ByteBuf buf, int at, int source, int destination) {
    if (buf.getUnsignedShort(at + CHECKSUM) == 0) {
      return true;
    }
    int length = length(buf, at);
    long sum = pseudoHeader(source, destination, length);
    return InternetChecksum.fold(InternetChecksum.sum(buf, at, length, sum)) == 0;
  }

  /**
   * Writes the header and its checksum in front of {@code headLength} bytes of data and zeros,
   * which do not change the checksum.
   */
  public static void write(
      ByteBuf buf, int at, UdpFlow flow, int headLength, int dataLength, int source) {
    int length = LENGTH + dataLength;
    buf.setShort(at + SOURCE_PORT, flow.sourcePort());
    buf.setShort(at + DESTINATION_PORT, flow.destinationPort());
    buf.setShort(at + DATAGRAM_LENGTH, length);
    buf.setShort(at + CHECKSUM, 0);
    long sum = pseudoHeader(source, flow.destination(), length);
    int checksum = InternetChecksum.fold(InternetChecksum.sum(buf, at, LENGTH + headLength, sum));
    // "If the computed checksum is zero, it is transmitted as all ones." (RFC 768)
    buf.setShort(at + CHECKSUM, checksum == 0 ? 0xFFFF : checksum);
  }

  /**
   * Overwrites data, an even number of bytes at an even offset, and updates the checksum (RFC
   * 1624). A checksum of 0 means that none was computed, and stays 0.
   */
  public static void rewrite(ByteBuf buf, int at, int offset, ByteBuf bytes) {
    int checksum = buf.getUnsignedShort(at + CHECKSUM);
    int to = at + LENGTH + offset;
    int length = bytes.readableBytes();
    if (checksum != 0) {
      for (int i = 0; i < length; i += 2) {
        int after = bytes.getUnsignedShort(bytes.readerIndex() + i);
        checksum = InternetChecksum.updated(checksum, buf.getUnsignedShort(to + i), after);
      }
      buf.setShort(at + CHECKSUM, checksum == 0 ? 0xFFFF : checksum);
    }
    buf.setBytes(to, bytes, bytes.readerIndex(), length);
  }

  private static long pseudoHeader(int source, int destination, int length) {
    return (source >>> 16)
        + (source & 0xFFFFL)
        + (destination >>> 16)
        + (destination & 0xFFFFL)
        + Ipv4Header.PROTOCOL_UDP
        + length;
  }
}
