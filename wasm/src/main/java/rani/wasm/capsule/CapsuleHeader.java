// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import rani.service.FrameView;
import rani.wasm.CodeHash;
import rani.wire.Ipv4Header;

/**
 * The header of a capsule, at the beginning of a UDP datagram's data.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |   version 1   |0 0 0 0 0 0 0 C|     length of arguments       |
 * +---------------+---------------+-------------------------------+
 * |                 SHA-256 of the code, 32 bytes                 |
 * +---------------------------------------------------------------+
 * |  arguments …  |  code, to the end of the datagram, if C is 1   |
 * </pre>
 */
public final class CapsuleHeader {
  /** Length without arguments. */
  public static final int LENGTH = 4 + CodeHash.BYTES;

  /** The longest arguments. */
  public static final int ARGUMENTS_MAX = 0xffff;

  private static final int VERSION = 1;
  private static final int FLAGS = 1;
  private static final int CARRIES_CODE = 1;
  private static final int ARGUMENTS = 2;
  private static final int HASH = 4;

  private CapsuleHeader() {}

  /**
   * Reports whether a packet is a datagram with such a header, whose lengths agree. The checksum is
   * not checked. Without code the arguments end with the datagram. Allocates nothing.
   */
  public static boolean isIn(FrameView packet) {
    return packet.protocol() == Ipv4Header.PROTOCOL_UDP
        && isAt(packet.frame(), packet.dataIndex(), packet.dataLength());
  }

  /** Reports whether such a header begins at an index, in data of that length. */
  public static boolean isAt(ByteBuf data, int at, int length) {
    if (length < LENGTH || data.getByte(at) != VERSION) {
      return false;
    }
    int rest = length - LENGTH - argumentsLength(data, at);
    return switch (data.getByte(at + FLAGS)) {
      case 0 -> rest == 0;
      case CARRIES_CODE -> rest > 0;
      default -> false;
    };
  }

  /** Returns the length of the arguments in bytes. */
  public static int argumentsLength(ByteBuf data, int at) {
    return data.getUnsignedShort(at + ARGUMENTS);
  }

  /** Returns the index of the arguments. */
  public static int argumentsIndex(int at) {
    return at + LENGTH;
  }

  /** Reports whether the capsule carries its code. */
  public static boolean carriesCode(ByteBuf data, int at) {
    return data.getByte(at + FLAGS) == CARRIES_CODE;
  }

  /** Returns the index of the carried code. */
  public static int codeIndex(ByteBuf data, int at) {
    return argumentsIndex(at) + argumentsLength(data, at);
  }

  /** Returns the hash of the code as 64 hexadecimal digits. */
  public static String hashHex(ByteBuf data, int at) {
    return hash(data, at).hex();
  }

  static CodeHash hash(ByteBuf data, int at) {
    return CodeHash.read(data, at + HASH);
  }

  /** Reports whether the capsule asks for that code. Allocates nothing. */
  static boolean asksFor(CodeHash code, ByteBuf data, int at) {
    return code.isAt(data, at + HASH);
  }

  /**
   * Writes a header; the arguments and the code follow.
   *
   * @param argumentsLength 0…{@link #ARGUMENTS_MAX}
   */
  static void write(ByteBuf data, boolean carriesCode, int argumentsLength, CodeHash hash) {
    data.writeByte(VERSION).writeByte(carriesCode ? CARRIES_CODE : 0).writeShort(argumentsLength);
    hash.write(data);
  }
}
