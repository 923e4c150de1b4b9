// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import rani.ground.SocketText;

/** Address of a server: {@code unix:/home/me/r/control/n1.sock} or {@code 127.0.0.1:40001}. */
public sealed interface HttpAddress {
  String UNIX = "unix:";

  SocketAddress socket();

  /** Returns the text that {@link #parse} reads. */
  String text();

  /** A Unix socket. The permissions of its folder decide who may connect (unix(7)). */
  record Unix(Path path) implements HttpAddress {
    /** Longest path in bytes that the kernel accepts: {@code sun_path} without the final zero. */
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

  /** A TCP port; port 0 is any free port. */
  record Tcp(InetSocketAddress socket) implements HttpAddress {
    @Override
    public String text() {
      return SocketText.print(socket);
    }
  }

  /** Returns any free TCP port of the loopback address. */
  static HttpAddress loopback() {
    return new Tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** Parses an address, and throws {@link IllegalArgumentException} if it is malformed. */
  static HttpAddress parse(String text) {
    return text.startsWith(UNIX)
        ? new Unix(Path.of(text.substring(UNIX.length())))
        : new Tcp(SocketText.parse(text));
  }
}
