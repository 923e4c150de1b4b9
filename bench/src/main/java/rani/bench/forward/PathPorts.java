// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * UDP ports of the loopback for source – middle – sink: each end of a link has one to receive and
 * one to send. They were free when they were chosen.
 */
record PathPorts(End source, End bySource, End bySink, End sink) {
  private static final int COUNT = 8;

  /** The sockets of one end of a link. */
  record End(int receive, int send) {}

  static PathPorts choose() throws IOException {
    List<DatagramSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < COUNT; i++) {
        sockets.add(new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
      }
      int[] ports = sockets.stream().mapToInt(DatagramSocket::getLocalPort).toArray();
      return new PathPorts(
          new End(ports[0], ports[1]),
          new End(ports[2], ports[3]),
          new End(ports[4], ports[5]),
          new End(ports[6], ports[7]));
    } finally {
      sockets.forEach(DatagramSocket::close);
    }
  }
}
