// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import io.netty.buffer.ByteBuf;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;

/**
 * Codec of the pieces into which {@link AbcdSplitter} splits a packet. Pieces are UDP datagrams
 * between two neighbours, with this payload:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                     number of the packet                      |
 * +-------------------------------+---------------+---------------+
 * |     length of the packet      |  this piece   |    pieces     |
 * +-------------------------------+---------------+---------------+
 * |  the piece's bytes of the packet, its IPv4 header included    |
 * </pre>
 *
 * <p>A packet of L bytes in n pieces has ⌈L/n⌉ bytes in each piece but the last, which has the
 * rest. A piece's number, counted from 0, therefore gives its offset, and pieces cannot overlap.
 */
final class Piece {
  /** UDP source and destination port of all pieces. */
  static final int PORT = 6253;

  static final int PIECES_MAX = 64;

  /** Bytes of headers in a piece. */
  static final int OVERHEAD_BYTES = Ipv4Header.LENGTH + UdpHeader.LENGTH + 8;

  private static final int PACKET = 0;
  private static final int LENGTH = PACKET + 4;
  private static final int NUMBER = LENGTH + 2;
  private static final int PIECES = NUMBER + 1;
  private static final int BYTES = PIECES + 1;

  private Piece() {}

  /**
   * Returns the number of pieces of at most {@code pieceBytes} each, but at most {@link
   * #PIECES_MAX}, whose pieces may then be larger.
   */
  static int pieces(int packetBytes, int pieceBytes) {
    int room = Math.max(pieceBytes - OVERHEAD_BYTES, Math.ceilDiv(packetBytes, PIECES_MAX));
    return Math.ceilDiv(packetBytes, room);
  }

  /** Returns the offset of a piece's bytes in its packet. */
  static int offset(int packetBytes, int pieces, int number) {
    return number * Math.ceilDiv(packetBytes, pieces);
  }

  /** Returns the number of bytes of the packet in a piece; 0 or less if there is no such piece. */
  private static int bytes(int packetBytes, int pieces, int number) {
    int usual = Math.ceilDiv(packetBytes, pieces);
    return Math.min(usual, packetBytes - number * usual);
  }

  /** Sends one piece with the code point, the ECN field and the lifetime of the packet. */
  static void send(
      long nowNanos, FrameView packet, int id, int number, int pieces, int to, ServiceContext by) {
    int offset = offset(packet.length(), pieces, number);
    int bytes = bytes(packet.length(), pieces, number);
    ByteBuf piece = by.payload(UdpHeader.LENGTH + BYTES + bytes);
    int udp = piece.writerIndex();
    int at = udp + UdpHeader.LENGTH;
    piece.writerIndex(at + BYTES + bytes);
    piece.setInt(at + PACKET, id);
    piece.setShort(at + LENGTH, packet.length());
    piece.setByte(at + NUMBER, number);
    piece.setByte(at + PIECES, pieces);
    int from = packet.payloadIndex() - Ipv4Header.LENGTH + offset;
    piece.setBytes(at + BYTES, packet.frame(), from, bytes);
    UdpHeader.write(
        piece, udp, new UdpFlow(to, PORT, PORT), BYTES + bytes, BYTES + bytes, by.address());
    by.send(
        nowNanos,
        to,
        Ipv4Header.PROTOCOL_UDP,
        packet.dscp(),
        packet.ecn(),
        packet.lifetimeMicros(),
        piece);
  }

  /** Returns true if a datagram is a complete piece with a valid checksum and consistent fields. */
  static boolean isWellFormed(FrameView datagram) {
    if (datagram.dataLength() < BYTES || !datagram.checksumHolds()) {
      return false;
    }
    int length = packetLength(datagram);
    int pieces = pieces(datagram);
    return length > Ipv4Header.LENGTH
        && pieces >= 2
        && pieces <= PIECES_MAX
        && number(datagram) < pieces
        && datagram.dataLength() - BYTES == bytes(length, pieces, number(datagram))
        && datagram.dataLength() > BYTES;
  }

  /** Returns the number that all pieces of one packet share. */
  static int packet(FrameView piece) {
    return piece.frame().getInt(piece.dataIndex() + PACKET);
  }

  /** Returns the length of the whole IPv4 packet. */
  static int packetLength(FrameView piece) {
    return piece.frame().getUnsignedShort(piece.dataIndex() + LENGTH);
  }

  static int number(FrameView piece) {
    return piece.frame().getUnsignedByte(piece.dataIndex() + NUMBER);
  }

  static int pieces(FrameView piece) {
    return piece.frame().getUnsignedByte(piece.dataIndex() + PIECES);
  }

  /** Copies the piece's bytes to their place in the packet that begins at index {@code at}. */
  static void copyTo(FrameView piece, ByteBuf packet, int at) {
    int offset = offset(packetLength(piece), pieces(piece), number(piece));
    packet.setBytes(
        at + offset, piece.frame(), piece.dataIndex() + BYTES, piece.dataLength() - BYTES);
  }
}
