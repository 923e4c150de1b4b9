// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A line of ASCII that is written from left to right, again and again in the same array: a run has
 * millions of them, and a builder of characters would copy each twice more.
 */
final class AsciiLine {
  private static final int CAPACITY = 512;
  private static final int INT_DIGITS_MAX = 10;
  private static final int OCTET_DIGITS_MAX = 3;

  /** The two digits of 0…99, one after the other: two at a time take half as many divisions. */
  private static final byte[] PAIRS = pairs();

  private byte[] bytes = new byte[CAPACITY];
  private int length;

  /** The number that was written last with a fraction, and its text: averages often stand still. */
  private long fractionBits = Double.doubleToRawLongBits(Double.NaN);

  private byte[] fractionText = {};

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int number = 0; number < 100; number++) {
      pairs[2 * number] = (byte) ('0' + number / 10);
      pairs[2 * number + 1] = (byte) ('0' + number % 10);
    }
    return pairs;
  }

  /** Leaves as many bytes of the line as that. */
  void cut(int newLength) {
    length = newLength;
  }

  /** The array, of which the first {@link #length} bytes are the line. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** The line in an array of its own. */
  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /** What is no ASCII becomes a question mark. */
  AsciiLine append(String text) {
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

  AsciiLine append(byte[] ascii) {
    return append(ascii, ascii.length);
  }

  AsciiLine append(byte[] ascii, int count) {
    reserve(count);
    System.arraycopy(ascii, 0, bytes, length, count);
    length += count;
    return this;
  }

  /** A whole number in decimal. */
  AsciiLine append(long number) {
    if (number < 0 || number > Integer.MAX_VALUE) {
      return append(Long.toString(number));
    }
    reserve(INT_DIGITS_MAX);
    int whole = (int) number;
    int digits = 1;
    for (int rest = whole; rest >= 10; rest /= 10) {
      digits++;
    }
    digits(whole, digits);
    return this;
  }

  AsciiLine append(double number) {
    long bits = Double.doubleToRawLongBits(number);
    if (bits != fractionBits) {
      fractionBits = bits;
      fractionText = Double.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
    return append(fractionText);
  }

  /** Dotted decimal. */
  AsciiLine address(int address) {
    reserve(4 * (OCTET_DIGITS_MAX + 1));
    for (int shift = 24; shift >= 0; shift -= 8) {
      append(address >>> shift & 0xFF);
      if (shift > 0) {
        bytes[length++] = '.';
      }
    }
    return this;
  }

  /** Nine digits, with zeros in front. */
  void nineDigits(int number) {
    reserve(9);
    digits(number, 9);
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
