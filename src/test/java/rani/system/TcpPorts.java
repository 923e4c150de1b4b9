// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Ports of the loopback for real programs. */
final class TcpPorts {
  private static final int TRIES_MAX = 100;

  private TcpPorts() {}

  /** One that nobody held a moment ago, neither for TCP nor for UDP. */
  static int free() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      try (ServerSocket tcp = new ServerSocket(0, 1, here);
          DatagramSocket udp = new DatagramSocket(tcp.getLocalPort(), here)) {
        return udp.getLocalPort();
      } catch (BindException e) {
        continue; // free for one of the two alone
      }
    }
    throw new AssertionError("no port is free");
  }

  /** Whether nobody listens there; finds out without calling whoever does. */
  static boolean isFree(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether somebody listens there. */
  static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
