// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A non-blocking UDP socket without a Netty channel. */
final class UdpSocket extends Socket {
  private UdpSocket(int descriptor) {
    super(descriptor);
  }

  /** Opens a socket, and binds it to an address of this host. */
  static UdpSocket bound(InetSocketAddress address, int bufferBytes) throws IOException {
    UdpSocket socket = new UdpSocket(newSocketDgram0(Transport.family(address.getAddress())));
    boolean bound = false;
    try {
      socket.setReceiveBufferSize(bufferBytes);
      socket.setSendBufferSize(bufferBytes);
      socket.bind(address);
      bound = true;
      return socket;
    } finally {
      if (!bound) {
        socket.closeQuietly();
      }
    }
  }

  /** Closes the socket; the descriptor is released even if that fails. */
  void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      return; // close(2) releases the descriptor in any case
    }
  }
}
