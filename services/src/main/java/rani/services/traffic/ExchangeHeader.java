// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import rani.rdp.RdpConnection;

/**
 * The head of a message by which a {@link RequestResponseFlow} asks, and of those by which a sink
 * answers; the rest is zeros.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |             kind              |    bytes of the response ...  |
 * +-------------------------------+-------------------------------+
 * |    ... in all                 |
 * +-------------------------------+
 * </pre>
 *
 * <p>Kind 0x5251 ("RQ") asks, and ends the request: messages before it that carry no such head
 * belong to the request and ask for nothing. Kind 0x5250 ("RP") answers: a response is as many such
 * messages as it takes, their lengths, heads included, make up the bytes in all.
 */
final class ExchangeHeader {
  static final int LENGTH = 6;

  static final int REQUEST = 0x5251;
  static final int RESPONSE = 0x5250;

  /** No kind: the message has no such head. */
  static final int NONE = 0;

  /** The largest request, and the largest response. */
  static final int BYTES_MAX = 1 << 24;

  private static final int RESPONSE_BYTES = 2;

  private ExchangeHeader() {}

  /** What a message is: {@link #REQUEST}, {@link #RESPONSE}, or {@link #NONE} of these. */
  static int kind(ByteBuf message) {
    if (message.readableBytes() < LENGTH) {
      return NONE;
    }
    int kind = message.getUnsignedShort(message.readerIndex());
    return kind == REQUEST || kind == RESPONSE ? kind : NONE;
  }

  /** How long the response is to be, as a request has it: −2³¹…2³¹ − 1. */
  static int responseBytes(ByteBuf message) {
    return message.getInt(message.readerIndex() + RESPONSE_BYTES);
  }

  /** A message with such a head. */
  static ByteBuf message(ByteBufAllocator buffers, int kind, int responseBytes, int length) {
    return buffers
        .buffer(length)
        .writeShort(kind)
        .writeInt(responseBytes)
        .writeZero(length - LENGTH);
  }

  /** Whether a connection takes messages that can be split so that each has a head. */
  static boolean fits(RdpConnection connection) {
    return connection.maxMessageBytes() >= 2 * LENGTH;
  }

  /** How many of the bytes that are left go into the next message, so that the last has a head. */
  static int next(int leftBytes, int maxMessageBytes) {
    return leftBytes <= maxMessageBytes ? leftBytes : Math.min(maxMessageBytes, leftBytes - LENGTH);
  }
}
