// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import rani.bench.Workshop.Side;

/** Both sides on the loopback. Its ports were free when they were chosen. */
final class Loopback implements Cable {
  @Override
  public String name() {
    return "loopback";
  }

  @Override
  public String address(Side side) {
    return "127.0.0.1";
  }

  @Override
  public List<String> within(Side side) {
    return List.of();
  }

  @Override
  public int[] freePorts(int count) throws IOException {
    List<DatagramSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
      }
      return sockets.stream().mapToInt(DatagramSocket::getLocalPort).toArray();
    } finally {
      sockets.forEach(DatagramSocket::close);
    }
  }
}
