// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import rani.ground.SocketText;

/**
 * Where a server listens: {@code unix:/home/me/runs/r/control/n1}, {@code 127.0.0.1:40001} or
 * {@code [::1]:40001}.
 */
public sealed interface HttpAddress {
  /** What the text of a Unix socket begins with. */
  String UNIX = "unix:";

  /** For the kernel. */
  SocketAddress socket();

  /** As {@link #parse} reads it. */
  String text();

  /** A Unix socket, whose folder says who may connect (unix(7)). */
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
   * Reads an address; never a name of a host.
   *
   * @throws IllegalArgumentException if it is none
   */
  static HttpAddress parse(String text) {
    if (text.startsWith(UNIX)) {
      return new Unix(Path.of(text.substring(UNIX.length())));
    }
    return new Tcp(SocketText.parse(text));
  }
}
