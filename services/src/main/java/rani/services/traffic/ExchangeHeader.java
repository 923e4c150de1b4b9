// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import rani.rdp.RdpConnection;

/**
 * Head of the messages of a request-response exchange: requests of a {@link RequestResponseFlow}
 * and the sink's responses; and of the first message of each transfer of a {@link TransfersFlow}.
 * The rest of a message is zeros.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |             kind              |    bytes in all ...           |
 * +-------------------------------+-------------------------------+
 * |    ... in all                 |
 * +-------------------------------+
 * </pre>
 *
 * <p>Kind 0x5251 ("RQ") is a request, and its last message: messages without a head before it
 * belong to the same request. Kind 0x5250 ("RP") is a response, made of one or more such messages.
 * Their lengths, heads included, add up to the bytes in all. Kind 0x5452 ("TR") tells how many
 * bytes the messages of a connection come to in all, heads included.
 */
final class ExchangeHeader {
  static final int LENGTH = 6;

  static final int REQUEST = 0x5251;
  static final int RESPONSE = 0x5250;
  static final int TRANSFER = 0x5452;

  /** Kind of a message without such a head. */
  static final int NONE = 0;

  /** Largest size of a request or a response. */
  static final int BYTES_MAX = 1 << 24;

  /** Largest size of a transfer. */
  static final int TRANSFER_BYTES_MAX = 1 << 30;

  private static final int BYTES_IN_ALL = 2;

  private ExchangeHeader() {}

  /** Returns the kind of a message; {@link #NONE} if it has no head. */
  static int kind(ByteBuf message) {
    if (message.readableBytes() < LENGTH) {
      return NONE;
    }
    int kind = message.getUnsignedShort(message.readerIndex());
    return kind == REQUEST || kind == RESPONSE || kind == TRANSFER ? kind : NONE;
  }

  /** Returns the bytes in all of a message with a head; any int, because it is not validated. */
  static int bytesInAll(ByteBuf message) {
    return message.getInt(message.readerIndex() + BYTES_IN_ALL);
  }

  /** Creates a message with such a head. */
  static ByteBuf message(ByteBufAllocator buffers, int kind, int bytesInAll, int length) {
    return buffers.buffer(length).writeShort(kind).writeInt(bytesInAll).writeZero(length - LENGTH);
  }

  /** Returns true if messages are large enough to be split so that each has a head. */
  static boolean fits(RdpConnection connection) {
    return connection.maxMessageBytes() >= 2 * LENGTH;
  }

  /** Returns the size of the next message, which leaves enough bytes for a head in the last one. */
  static int next(int leftBytes, int maxMessageBytes) {
    return leftBytes <= maxMessageBytes ? leftBytes : Math.min(maxMessageBytes, leftBytes - LENGTH);
  }
}
