// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.http.HttpAddress;
import rani.testbed.session.Closing;
import rani.testbed.session.Session;

/** Relays connections on this host to a node's control plane on another host. */
final class ControlRelay implements AutoCloseable {
  private static final int BACKLOG = 64;

  private final HttpAddress address;
  private final Session session;
  private final String node;
  private final ServerSocketChannel server;

  /** Listens at an address of this host, where port 0 is any, for connections to a node. */
  ControlRelay(HttpAddress address, Session session, String node) throws IOException {
    this.session = session;
    this.node = node;
    this.server =
        switch (address) {
          case HttpAddress.Unix _ -> ServerSocketChannel.open(StandardProtocolFamily.UNIX);
          case HttpAddress.Tcp _ -> ServerSocketChannel.open();
        };
    try {
      server.bind(address.socket(), BACKLOG);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    this.address =
        server.getLocalAddress() instanceof InetSocketAddress socket
            ? new HttpAddress.Tcp(socket)
            : address;
    Thread.ofVirtual().start(this::accept);
  }

  HttpAddress address() {
    return address;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel socket = server.accept();
        Thread.ofVirtual().start(() -> join(socket));
      }
    } catch (IOException e) {
      return; // the relay is closed
    }
  }

  private void join(SocketChannel socket) {
    try (socket) {
      if (address instanceof HttpAddress.Tcp) {
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      session.open(node).joinWith(socket);
    } catch (IOException e) {
      return; // the connection is closed, which tells the client enough
    }
  }

  @Override
  public void close() {
    Closing.quietly(server);
    ControlFolder.end(address);
  }
}
