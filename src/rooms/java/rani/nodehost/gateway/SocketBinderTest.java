// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

class SocketBinderTest {
  /** A gateway that has as many connections as it can refuses before it gives one to its loop. */
  @Test
  void aConnectionThatBelongsToNoLoopYetIsReset() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(here, 0));
      int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
      try (Socket program = new Socket(here, port)) {
        SocketChannel accepted = server.accept();
        NioSocketChannel channel = new NioSocketChannel(null, accepted);

        SocketBinder.reset(channel);

        assertFalse(accepted.isOpen());
        assertThrows(SocketException.class, () -> program.getInputStream().read(), "a RST");
      }
    }
    NioSocketChannel neverConnected = new NioSocketChannel();
    SocketBinder.reset(neverConnected);
    SocketBinder.reset(neverConnected);
    assertFalse(neverConnected.isOpen());
  }
}
