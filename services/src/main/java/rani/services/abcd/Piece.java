// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import io.netty.buffer.ByteBuf;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;
import rani.wire.UdpHeader;

/**
 * The form of what {@link AbcdSplitter} makes of a packet: UDP datagrams from node to node, whose
 * data is
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
 * <p>A packet of L bytes in n pieces has ⌈L/n⌉ bytes in each but the last, which has the others; so
 * a piece says where it belongs by its number, counted from 0, and none can overlap another.
 */
final class Piece {
  /** To and from this port of UDP. */
  static final int PORT = 6253;

  /** Into how many pieces a packet is split at most. */
  static final int PIECES_MAX = 64;

  /** What a piece is longer than its part of the packet. */
  static final int OVERHEAD_BYTES = Ipv4Header.LENGTH + UdpHeader.LENGTH + 8;

  private static final int PACKET = 0;
  private static final int LENGTH = PACKET + 4;
  private static final int NUMBER = LENGTH + 2;
  private static final int PIECES = NUMBER + 1;
  private static final int BYTES = PIECES + 1;

  private Piece() {}

  /** Into how many pieces of at most so many bytes a packet goes, but {@link #PIECES_MAX}. */
  static int pieces(int packetBytes, int pieceBytes) {
    int room = Math.max(pieceBytes - OVERHEAD_BYTES, Math.ceilDiv(packetBytes, PIECES_MAX));
    return Math.ceilDiv(packetBytes, room);
  }

  /** Where a piece's bytes begin in its packet. */
  static int offset(int packetBytes, int pieces, int number) {
    return number * Math.ceilDiv(packetBytes, pieces);
  }

  /** How many bytes of its packet a piece has; none or fewer if there can be no such piece. */
  private static int bytes(int packetBytes, int pieces, int number) {
    int usual = Math.ceilDiv(packetBytes, pieces);
    return Math.min(usual, packetBytes - number * usual);
  }

  /** Sends one piece of a packet, marked as the packet is. */
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
    UdpHeader.write(piece, udp, PORT, PORT, BYTES + bytes, by.address(), to);
    by.send(
        nowNanos,
        to,
        Ipv4Header.PROTOCOL_UDP,
        packet.dscp(),
        packet.ecn(),
        packet.lifetimeMicros(),
        piece);
  }

  /** Whether a datagram is a whole piece of a packet that there can be. */
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

  /** The packet's number, by which its pieces belong together. */
  static int packet(FrameView piece) {
    return piece.frame().getInt(piece.dataIndex() + PACKET);
  }

  /** The IPv4 length of the packet. */
  static int packetLength(FrameView piece) {
    return piece.frame().getUnsignedShort(piece.dataIndex() + LENGTH);
  }

  /** Which piece it is, from 0. */
  static int number(FrameView piece) {
    return piece.frame().getUnsignedByte(piece.dataIndex() + NUMBER);
  }

  /** How many there are. */
  static int pieces(FrameView piece) {
    return piece.frame().getUnsignedByte(piece.dataIndex() + PIECES);
  }

  /** Puts the piece's bytes where they belong in a packet that begins there. */
  static void copyTo(FrameView piece, ByteBuf packet, int at) {
    int offset = offset(packetLength(piece), pieces(piece), number(piece));
    packet.setBytes(
        at + offset, piece.frame(), piece.dataIndex() + BYTES, piece.dataLength() - BYTES);
  }
}
