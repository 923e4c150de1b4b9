// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.Arrays;

/** Bytes of a module that is being written. */
final class ModuleWriter {
  private static final int LEB_BITS = 7;
  private static final int LEB_MASK = 0x7F;
  private static final int LEB_MORE = 0x80;
  private static final int LEB_SIGN = 0x40;

  private byte[] bytes = new byte[1024];
  private int length;

  ModuleWriter u8(int... values) {
    for (int value : values) {
      room(1);
      bytes[length++] = (byte) value;
    }
    return this;
  }

  ModuleWriter u32(int value) {
    int left = value;
    while (left >>> LEB_BITS != 0) {
      u8((left & LEB_MASK) | LEB_MORE);
      left >>>= LEB_BITS;
    }
    return u8(left);
  }

  ModuleWriter signed(long value) {
    long left = value;
    while (true) {
      int each = (int) left & LEB_MASK;
      left >>= LEB_BITS;
      boolean isLast = left == ((each & LEB_SIGN) == 0 ? 0 : -1);
      u8(isLast ? each : each | LEB_MORE);
      if (isLast) {
        return this;
      }
    }
  }

  ModuleWriter copy(byte[] from, int at, int count) {
    room(count);
    System.arraycopy(from, at, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends what another writer holds. */
  ModuleWriter append(ModuleWriter content) {
    return copy(content.bytes, 0, content.length);
  }

  /** Appends what another writer holds, its length before it. */
  ModuleWriter sized(ModuleWriter content) {
    return u32(content.length).append(content);
  }

  ModuleWriter section(int id, ModuleWriter content) {
    return u8(id).sized(content);
  }

  int length() {
    return length;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void room(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
    }
  }
}
