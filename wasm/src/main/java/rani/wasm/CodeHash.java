// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** SHA-256 of code as it travels, as four numbers in network order. */
public record CodeHash(long a, long b, long c, long d) {
  public static final int BYTES = 32;
  public static final int DIGITS = 2 * BYTES;
  private static final int BRIEF_DIGITS = 8;

  /** Returns the hash of code. */
  public static CodeHash of(byte[] code) {
    try {
      return of(ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(code)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Parses 64 hexadecimal digits. */
  public static CodeHash parse(String digits) {
    return of(ByteBuffer.wrap(HexFormat.of().parseHex(digits)));
  }

  private static CodeHash of(ByteBuffer hash) {
    return new CodeHash(hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
  }

  /** Reads the 32 bytes at an index. */
  public static CodeHash read(ByteBuf bytes, int at) {
    return new CodeHash(
        bytes.getLong(at), bytes.getLong(at + 8), bytes.getLong(at + 16), bytes.getLong(at + 24));
  }

  /** Writes the 32 bytes. */
  public void write(ByteBuf bytes) {
    bytes.writeLong(a).writeLong(b).writeLong(c).writeLong(d);
  }

  /** Reports whether this hash stands at an index. Allocates nothing. */
  public boolean isAt(ByteBuf bytes, int at) {
    return bytes.getLong(at) == a
        && bytes.getLong(at + 8) == b
        && bytes.getLong(at + 16) == c
        && bytes.getLong(at + 24) == d;
  }

  /** Returns all 64 digits. */
  public String hex() {
    return String.format(Locale.ROOT, "%016x%016x%016x%016x", a, b, c, d);
  }

  /** Returns the first eight digits. */
  public String brief() {
    return hex().substring(0, BRIEF_DIGITS);
  }
}
