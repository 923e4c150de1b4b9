// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import rani.ground.SocketText;

/**
 * The address of a server: {@code unix:/home/me/runs/r/control/n1}, {@code 127.0.0.1:40001} or
 * {@code [::1]:40001}.
 */
public sealed interface HttpAddress {
  /** The prefix of a Unix socket's address. */
  String UNIX = "unix:";

  /** The address as a socket address. */
  SocketAddress socket();

  /** The text that {@link #parse} reads. */
  String text();

  /** A Unix socket; the permissions of its folder decide who may connect (unix(7)). */
  record Unix(Path path) implements HttpAddress {
    /** The longest path that the kernel takes, in bytes: {@code sun_path} less its ending zero. */
    public static final int PATH_BYTES_MAX = 107;

    @Override
    public SocketAddress socket() {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    public String text() {
      return UNIX + path;
    }
  }

  /** A TCP port, 0 for any that is free. */
  record Tcp(InetSocketAddress socket) implements HttpAddress {
    @Override
    public String text() {
      return SocketText.print(socket);
    }
  }

  /** Any free TCP port of the loopback. */
  static HttpAddress loopback() {
    return new Tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /**
   * Parses an address; host names are refused.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static HttpAddress parse(String text) {
    if (text.startsWith(UNIX)) {
      return new Unix(Path.of(text.substring(UNIX.length())));
    }
    return new Tcp(SocketText.parse(text));
  }
}
