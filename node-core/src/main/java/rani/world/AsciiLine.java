// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reusable buffer for lines of ASCII. A run has millions of lines, and a StringBuilder would copy
 * each line twice more.
 */
public final class AsciiLine {
  private static final int CAPACITY = 512;
  private static final int INT_DIGITS_MAX = 10;
  private static final int OCTET_DIGITS_MAX = 3;

  /** The digits of 00…99, because writing two digits at a time halves the number of divisions. */
  private static final byte[] PAIRS = pairs();

  private static final byte[] POINT = {'.'};

  private byte[] bytes = new byte[CAPACITY];
  private int length;

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int number = 0; number < 100; number++) {
      pairs[2 * number] = (byte) ('0' + number / 10);
      pairs[2 * number + 1] = (byte) ('0' + number % 10);
    }
    return pairs;
  }

  public void clear() {
    length = 0;
  }

  /** Returns the array, of which the first {@link #length} bytes are written. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  /** Copies the written bytes into a new array. */
  public byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /** Appends text; characters other than ASCII become question marks. */
  public AsciiLine append(String text) {
    int characters = text.length();
    reserve(characters);
    for (int i = 0; i < characters; i++) {
      char c = text.charAt(i);
      if (c >= 128) {
        return append(text.substring(i).getBytes(StandardCharsets.US_ASCII));
      }
      bytes[length++] = (byte) c;
    }
    return this;
  }

  /** Appends bytes of ASCII. */
  public AsciiLine append(byte[] ascii) {
    return append(ascii, ascii.length);
  }

  /** Appends the first {@code count} bytes of an array of ASCII. */
  public AsciiLine append(byte[] ascii, int count) {
    reserve(count);
    System.arraycopy(ascii, 0, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends a part of this line again. */
  public AsciiLine again(int from, int count) {
    reserve(count);
    System.arraycopy(bytes, from, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends a whole number in decimal. */
  public AsciiLine append(long number) {
    if (number < 0 || number > Integer.MAX_VALUE) {
      return append(Long.toString(number));
    }
    reserve(INT_DIGITS_MAX);
    int whole = (int) number;
    int digits = 1;
    for (long power = 10; power <= whole; power *= 10) {
      digits++;
    }
    digits(whole, digits);
    return this;
  }

  /**
   * Appends a number with {@code decimals} digits behind the point, 1…9, trailing zeros included.
   *
   * @param digits the number times 10 to the power of {@code decimals}
   */
  public AsciiLine decimal(long digits, int decimals) {
    if (digits < 0) {
      return append("-").decimal(-digits, decimals);
    }
    int unit = 1;
    for (int i = 0; i < decimals; i++) {
      unit *= 10;
    }
    append(digits / unit).append(POINT);
    reserve(decimals);
    digits((int) (digits % unit), decimals);
    return this;
  }

  /** Appends an IPv4 address in dotted decimal. */
  public AsciiLine address(int address) {
    reserve(4 * (OCTET_DIGITS_MAX + 1));
    for (int shift = 24; shift >= 0; shift -= 8) {
      append(address >>> shift & 0xFF);
      if (shift > 0) {
        bytes[length++] = '.';
      }
    }
    return this;
  }

  /** Appends nine digits, padded with zeros. */
  public void nineDigits(int number) {
    reserve(9);
    digits(number, 9);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.US_ASCII);
  }

  private void digits(int number, int count) {
    int rest = number;
    int at = length + count;
    while (at - 2 >= length) {
      int pair = 2 * (rest % 100);
      rest /= 100;
      at -= 2;
      bytes[at] = PAIRS[pair];
      bytes[at + 1] = PAIRS[pair + 1];
    }
    if (at > length) {
      bytes[length] = (byte) ('0' + rest % 10);
    }
    length += count;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
