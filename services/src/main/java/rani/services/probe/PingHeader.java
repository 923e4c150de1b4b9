// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import rani.service.FrameView;
import rani.wire.Ipv4Header;

/**
 * Header of {@link Ping} datagrams; the rest of the data is zeros.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+---------------+
 * |       0x5047: "PG"            |   version 1   |     kind      |
 * +-------------------------------+---------------+---------------+
 * |               number that its asker drew for the ping         |
 * +---------------------------------------------------------------+
 * |                  sequence within it, from 0                   |
 * +---------------------------------------------------------------+
 * |                 virtual address of the asker                  |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Kind 1 is a question, kind 2 an answer with the same fields. A question that an echo service
 * returns to its asker counts as an answer.
 */
final class PingHeader {
  static final int LENGTH = 16;

  static final int ASKS = 1;
  static final int ANSWERS = 2;

  private static final int MAGIC = 0x5047;
  private static final int VERSION = 1;

  private static final int KIND = 3;
  private static final int NUMBER = 4;
  private static final int SEQUENCE = 8;
  private static final int ASKER = 12;

  private final ByteBuf bytes = Unpooled.buffer(LENGTH, LENGTH);

  PingHeader() {}

  /** Returns true if a packet is a datagram with such a header and a valid checksum. */
  static boolean isIn(FrameView packet) {
    if (packet.protocol() != Ipv4Header.PROTOCOL_UDP || packet.dataLength() < LENGTH) {
      return false;
    }
    ByteBuf frame = packet.frame();
    int at = packet.dataIndex();
    int kind = frame.getByte(at + KIND);
    return frame.getUnsignedShort(at) == MAGIC
        && frame.getByte(at + 2) == VERSION
        && (kind == ASKS || kind == ANSWERS)
        && packet.checksumHolds();
  }

  static int kind(FrameView packet) {
    return packet.frame().getByte(packet.dataIndex() + KIND);
  }

  static int number(FrameView packet) {
    return packet.frame().getInt(packet.dataIndex() + NUMBER);
  }

  static int sequence(FrameView packet) {
    return packet.frame().getInt(packet.dataIndex() + SEQUENCE);
  }

  static int asker(FrameView packet) {
    return packet.frame().getInt(packet.dataIndex() + ASKER);
  }

  /** Writes a header into a buffer that is valid until the next call. */
  ByteBuf of(int kind, int number, int sequence, int asker) {
    return bytes
        .clear()
        .writeShort(MAGIC)
        .writeByte(VERSION)
        .writeByte(kind)
        .writeInt(number)
        .writeInt(sequence)
        .writeInt(asker);
  }
}
