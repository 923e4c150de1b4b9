// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Prints and parses numeric socket addresses: {@code 127.0.0.1:40001}, {@code [::1]:40001}. */
public final class SocketText {
  private SocketText() {}

  public static String print(InetSocketAddress socket) {
    String host = socket.getAddress().getHostAddress();
    return (socket.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
        + ":"
        + socket.getPort();
  }

  /** Parses the output of {@link #print}; throws IllegalArgumentException for other text. */
  public static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("`" + text + "` is not ADDRESS:PORT");
    }
    String host = text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    InetAddress address =
        InetAddress.ofLiteral(bracketed ? host.substring(1, host.length() - 1) : host);
    return new InetSocketAddress(address, Integer.parseInt(text.substring(colon + 1)));
  }
}
