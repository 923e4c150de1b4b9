// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** UDP ports that nobody held a moment ago. */
final class FreePorts {
  private FreePorts() {}

  /** One at each of these addresses, no two the same. */
  static List<Integer> at(String... addresses) throws IOException {
    List<DatagramSocket> held = new ArrayList<>();
    try {
      for (String address : addresses) {
        held.add(new DatagramSocket(0, InetAddress.ofLiteral(address)));
      }
      return held.stream().map(DatagramSocket::getLocalPort).toList();
    } finally {
      held.forEach(DatagramSocket::close);
    }
  }
}
