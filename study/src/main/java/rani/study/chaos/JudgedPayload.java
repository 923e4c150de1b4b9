// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.util.zip.CRC32C;

/**
 * Payload of {@link JudgedTraffic}, which says where it belongs, so that the receiver can check it
 * alone.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                        conversation                           |
 * +---------------------------------------------------------------+
 * |              number of the message or datagram                |
 * +---------------+-----------------------------------------------+
 * |      way      |  filling ...                                  |
 * +---------------+-----------------------------------------------+
 * |                CRC-32C of all before (RFC 3720)               |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Numbers start at 0. The way is 0 from the caller and 1 back. A stream has no messages: each of
 * its bytes is a function of conversation, way and offset.
 */
final class JudgedPayload {
  static final int LENGTH_MIN = 13;

  private static final int NUMBER = 4;
  private static final int WAY = 8;
  private static final int HEAD = 9;
  private static final int CHECKSUM_BYTES = 4;

  /** Odd constants of SplitMix64 (Steele, Lea, Flood 2014), which decorrelate adjacent offsets. */
  private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;

  private static final long MIX_1 = 0xBF58_476D_1CE4_E5B9L;
  private static final long MIX_2 = 0x94D0_49BB_1331_11EBL;

  private JudgedPayload() {}

  /** Returns a message or datagram of {@code length} bytes, at least {@link #LENGTH_MIN}. */
  static ByteBuf write(
      ByteBufAllocator buffers, int conversation, boolean back, int number, int length) {
    byte[] bytes = new byte[length - CHECKSUM_BYTES];
    for (int at = HEAD; at < bytes.length; at++) {
      bytes[at] = streamByte(conversation, back, (long) number << Integer.SIZE | at);
    }
    ByteBuf message = buffers.buffer(length).writeBytes(bytes);
    message.setInt(0, conversation).setInt(NUMBER, number).setByte(WAY, back ? 1 : 0);
    return message.writeInt(checksum(message, 0, bytes.length));
  }

  /** Returns whether the checksum of what arrived is right. */
  static boolean isWhole(ByteBuf buffer, int at, int length) {
    int summed = length - CHECKSUM_BYTES;
    return length >= LENGTH_MIN && buffer.getInt(at + summed) == checksum(buffer, at, summed);
  }

  private static int checksum(ByteBuf buffer, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBufUtil.getBytes(buffer, at, length, false));
    return (int) crc.getValue();
  }

  static int conversation(ByteBuf buffer, int at) {
    return buffer.getInt(at);
  }

  static int number(ByteBuf buffer, int at) {
    return buffer.getInt(at + NUMBER);
  }

  static boolean isBack(ByteBuf buffer, int at) {
    return buffer.getByte(at + WAY) != 0;
  }

  /** Returns the byte that a stream has at an offset. */
  static byte streamByte(int conversation, boolean back, long offset) {
    long mixed = GAMMA * (offset + 1) + MIX_2 * conversation + (back ? MIX_1 : 0);
    mixed = (mixed ^ mixed >>> 30) * MIX_1;
    return (byte) (mixed >>> (Long.SIZE - Byte.SIZE));
  }
}
