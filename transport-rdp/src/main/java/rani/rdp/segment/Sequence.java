// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

/** Arithmetic of 32-bit sequence numbers that wrap (RFC 1982). */
public final class Sequence {
  private Sequence() {}

  /** Returns true if {@code a} comes before {@code b}; they lie within 2³¹ of each other. */
  public static boolean isBefore(int a, int b) {
    return a - b < 0;
  }

  /** Returns true if {@code from ≤ number < end}, modulo 2³². */
  public static boolean isIn(int number, int from, int end) {
    return Integer.compareUnsigned(number - from, end - from) < 0;
  }
}
