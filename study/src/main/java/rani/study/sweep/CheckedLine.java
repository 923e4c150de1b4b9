// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;
import rani.model.file.Quoted;

/**
 * A line of JSON that ends with its own checksum. The object's last key is {@code crc32c}: the
 * CRC-32C (RFC 3720, appendix B.4) of all bytes before the comma in front of that key, as eight
 * hexadecimal digits. The checksum detects every error burst up to 32 bits, such as a changed byte,
 * and all but one in 4·10⁹ of other errors; processors have an instruction for it. SHA-256 would
 * not protect better: it is no protection against deliberate changes either, because any checksum
 * can be updated.
 */
public final class CheckedLine {
  private static final String KEY = ",\"crc32c\":\"";
  private static final byte[] KEY_BYTES = KEY.getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 8;
  private static final int TAIL_BYTES = KEY.length() + DIGITS + "\"}".length();
  private static final HexFormat HEX = HexFormat.of();

  private CheckedLine() {}

  /** Returns an object, which is JSON on one line with at least one key, with its checksum. */
  public static String of(String object) {
    byte[] bytes = object.getBytes(StandardCharsets.UTF_8);
    return object.substring(0, object.length() - 1)
        + KEY
        + HEX.toHexDigits(crc(bytes, bytes.length - 1))
        + "\"}";
  }

  static boolean hasChecksum(byte[] line) {
    int tail = line.length - TAIL_BYTES;
    return tail > 0
        && line[line.length - 1] == '}'
        && line[line.length - 2] == '"'
        && Arrays.equals(line, tail, tail + KEY_BYTES.length, KEY_BYTES, 0, KEY_BYTES.length);
  }

  /** Returns the damage of a line with a checksum, in words; empty if it is intact. */
  static Optional<String> damage(byte[] line) {
    String told = told(line);
    String found = HEX.toHexDigits(crc(line, contentBytes(line)));
    return told.equals(found)
        ? Optional.empty()
        : Optional.of(
            ("it says that its checksum is %s, but it is %s: something changed it after it "
                    + "was written")
                .formatted(Quoted.of(told), found));
  }

  private static String told(byte[] line) {
    int from = line.length - TAIL_BYTES + KEY_BYTES.length;
    return new String(line, from, DIGITS, StandardCharsets.ISO_8859_1);
  }

  /** Returns the object without its checksum; the line itself if it has none. */
  public static byte[] object(byte[] line) {
    if (!hasChecksum(line)) {
      return line;
    }
    byte[] object = Arrays.copyOf(line, contentBytes(line) + 1);
    object[object.length - 1] = '}';
    return object;
  }

  /** Returns the length of the object without checksum and closing brace. */
  static int contentBytes(byte[] line) {
    return line.length - (hasChecksum(line) ? TAIL_BYTES : 1);
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
