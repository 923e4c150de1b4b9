// SPDX-License-Identifier: Apache-2.0
package rani.bench;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** UDP ports of the loopback. */
public final class UdpPorts {
  private UdpPorts() {}

  /** So many, all different; they were free when they were chosen. */
  public static List<Integer> free(int count) throws IOException {
    List<DatagramSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
      }
      return sockets.stream().map(DatagramSocket::getLocalPort).toList();
    } finally {
      sockets.forEach(DatagramSocket::close);
    }
  }
}
