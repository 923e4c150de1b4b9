// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.math.BigInteger;
import java.net.InetAddress;

/** Range of real addresses: {@code 10.1.0.0/16} or {@code fd00::/8} (RFC 4632 §3.1). */
public record Network(InetAddress address, int prefixBits) {
  public Network {
    int bits = address.getAddress().length * 8;
    if (prefixBits < 0 || prefixBits > bits) {
      throw new IllegalArgumentException("a prefix has 0…" + bits + " bits, not " + prefixBits);
    }
  }

  /** Parses a range; an address alone is a range of one. Throws IllegalArgumentException. */
  public static Network parse(String text) {
    int slash = text.indexOf('/');
    try {
      InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
      int bits =
          slash < 0 ? address.getAddress().length * 8 : Integer.parseInt(text.substring(slash + 1));
      return new Network(address, bits);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "`" + text + "` is no network; write ADDRESS/BITS, such as 192.168.1.0/24", e);
    }
  }

  public boolean contains(InetAddress other) {
    byte[] own = address.getAddress();
    byte[] its = other.getAddress();
    BigInteger difference = new BigInteger(1, own).xor(new BigInteger(1, its));
    return own.length == its.length && difference.bitLength() <= own.length * 8 - prefixBits;
  }

  @Override
  public String toString() {
    return address.getHostAddress() + "/" + prefixBits;
  }
}
