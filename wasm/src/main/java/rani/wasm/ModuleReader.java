// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Cursor over bytes of a module that may be hostile: nothing is read beyond the end. */
final class ModuleReader {
  private static final int LEB_BITS = 7;
  private static final int LEB_MORE = 0x80;
  private static final int LEB_SIGN = 0x40;
  private static final int U32_BITS = 32;

  private final byte[] bytes;
  private final int end;
  private int at;

  ModuleReader(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  int at() {
    return at;
  }

  int left() {
    return end - at;
  }

  boolean isAtEnd() {
    return at == end;
  }

  int u8() throws CodeRefusal {
    if (at == end) {
      throw malformed("it ends too soon");
    }
    return bytes[at++] & 0xFF;
  }

  void skip(int count) throws CodeRefusal {
    if (count < 0 || count > left()) {
      throw malformed("it ends too soon");
    }
    at += count;
  }

  /** Reads an unsigned 32-bit number. */
  long unsigned32() throws CodeRefusal {
    return leb(U32_BITS, false);
  }

  /** Reads an unsigned 32-bit number that must fit an int. */
  int u32() throws CodeRefusal {
    long number = unsigned32();
    if (number > Integer.MAX_VALUE) {
      throw malformed("a number is too large");
    }
    return (int) number;
  }

  /** Reads a number of elements, each of which takes at least one byte. */
  int count(int max, String what) throws CodeRefusal {
    int count = u32();
    if (count > max) {
      throw new CodeRefusal("it has " + count + " " + what + "; at most " + max + " are allowed");
    }
    if (count > left()) {
      throw malformed("it ends before its " + what + " do");
    }
    return count;
  }

  /** Reads a signed number of at most that many bits. */
  long signed(int bits) throws CodeRefusal {
    return leb(bits, true);
  }

  private long leb(int bits, boolean signed) throws CodeRefusal {
    long value = 0;
    int shift = 0;
    int each;
    do {
      if (shift >= bits) {
        throw malformed("a number is too long");
      }
      each = u8();
      value |= (long) (each & ~LEB_MORE) << shift;
      shift += LEB_BITS;
    } while ((each & LEB_MORE) != 0);
    if (signed && shift < Long.SIZE && (each & LEB_SIGN) != 0) {
      value |= -1L << shift;
    }
    return value;
  }

  String name() throws CodeRefusal {
    int length = u32();
    int from = at;
    skip(length);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw malformed("a name is no UTF-8");
    }
  }

  /** Returns a reader of the next bytes, which are skipped. */
  ModuleReader part(int length) throws CodeRefusal {
    int from = at;
    skip(length);
    return new ModuleReader(bytes, from, at);
  }

  void requireEnd(String what) throws CodeRefusal {
    if (at != end) {
      throw malformed(what + " is longer than what it holds");
    }
  }

  byte[] bytes() {
    return bytes;
  }

  CodeRefusal malformed(String why) {
    return new CodeRefusal("it is no WebAssembly module: " + why + ", at byte " + at);
  }
}
