// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.net.InetAddress;
import rani.model.file.Quoted;
import rani.model.file.UnitError;

/** Host without brackets and port 1…65,535, from {@code localhost:80} or {@code [::1]:80}. */
public record HostAndPort(String host, int port) {
  private static final int PORT_MAX = 65_535;
  private static final int HOST_LENGTH_MAX = 253;

  public static HostAndPort parse(String text) throws UnitError {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : unbracketed(text.substring(0, colon));
    boolean good =
        !host.isEmpty()
            && host.length() <= HOST_LENGTH_MAX
            && host.chars().allMatch(c -> c > ' ' && c < 127 && c != '/' && c != '[');
    if (!good) {
      throw new UnitError(
          Quoted.of(text) + " is no host with a port", "write HOST:PORT, such as `127.0.0.1:80`");
    }
    return new HostAndPort(host, port(text.substring(colon + 1)));
  }

  /** Parses a port, or a local address with a port. The default address is the loopback. */
  public static HostAndPort parseListening(String text) throws UnitError {
    if (text.indexOf(':') < 0) {
      return new HostAndPort(Forward.LOOPBACK, port(text));
    }
    HostAndPort at = parse(text);
    try {
      return new HostAndPort(InetAddress.ofLiteral(at.host).getHostAddress(), at.port);
    } catch (IllegalArgumentException e) {
      throw new UnitError(
          Quoted.of(at.host) + " is no address to listen at",
          "write PORT, or ADDRESS:PORT with an address of this machine");
    }
  }

  private static String unbracketed(String host) {
    if (host.startsWith("[") && host.endsWith("]")) {
      return host.substring(1, host.length() - 1);
    }
    return host.contains(":") ? "" : host;
  }

  private static int port(String text) throws UnitError {
    int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > PORT_MAX) {
      throw new UnitError(Quoted.of(text) + " is no port", "a port is 1…" + PORT_MAX);
    }
    return port;
  }
}
