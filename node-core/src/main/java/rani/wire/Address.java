// SPDX-License-Identifier: Apache-2.0
package rani.wire;

public final class Address {
  private Address() {}

  public static String text(int address) {
    int low = address & 0xFFFF;
    return (address >>> 24)
        + "."
        + (address >>> 16 & 0xFF)
        + "."
        + (low >>> 8)
        + "."
        + (low & 0xFF);
  }

  /**
   * Parses dotted decimal.
   *
   * @throws IllegalArgumentException if the text is not four numbers of 0…255
   */
  public static int parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException("`" + text + "` is not an IPv4 address");
    }
    int address = 0;
    for (String part : parts) {
      if (!isNumber(part) || Integer.parseInt(part) > 255) {
        throw new IllegalArgumentException("`" + text + "` is not an IPv4 address");
      }
      address = address << 8 | Integer.parseInt(part);
    }
    return address;
  }

  private static boolean isNumber(String part) {
    boolean digits = !part.isEmpty() && part.length() <= 3;
    for (int i = 0; digits && i < part.length(); i++) {
      digits = part.charAt(i) >= '0' && part.charAt(i) <= '9';
    }
    return digits;
  }
}
