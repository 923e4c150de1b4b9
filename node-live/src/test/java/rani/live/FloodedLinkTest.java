// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.node.Command;

class FloodedLinkTest {
  private static final int FLOOD = 2000;

  /**
   * What one turn of a link takes at most while nothing comes in trains, and what was under way.
   */
  private static final int BEFORE_ANOTHER_LINK_MAX = 4 * 64 + 64;

  private static InetSocketAddress at(DatagramSocket socket) {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** Nothing is handled while the test holds the log: the node's loop waits to write into it. */
  @ParameterizedTest
  @EnumSource
  void anotherLinksFramesAreTakenAmidTheFlood(Transport transport) throws IOException {
    InetAddress loopback = TestNetwork.address("127.0.0.1");
    try (TestNetwork network = new TestNetwork();
        DatagramSocket flooding = new DatagramSocket(new InetSocketAddress(loopback, 0));
        DatagramSocket other = new DatagramSocket(new InetSocketAddress(loopback, 0));
        DatagramSocket receiving = new DatagramSocket(new InetSocketAddress(loopback, 0))) {
      int address = TestNetwork.FIRST_ADDRESS;
      LiveNode node =
          network.add(
              TestNetwork.node(
                  "n1",
                  address,
                  List.of(TestNetwork.link(0, address + 1), TestNetwork.link(1, address + 2))),
              loopback,
              transport);
      node.connect(
          List.of(
              new LinkSockets(at(receiving), at(flooding)),
              new LinkSockets(at(receiving), at(other))));
      network.await(node, new Command.Start());
      EventLog log = network.logs.getFirst();
      InetSocketAddress flooded = node.sockets().get(0).receive();
      InetSocketAddress quiet = node.sockets().get(1).receive();
      synchronized (log) {
        for (int sent = 0; sent < FLOOD; sent++) {
          flooding.send(new DatagramPacket(new byte[] {1}, 1, flooded));
        }
        other.send(new DatagramPacket(new byte[] {1}, 1, quiet));
      }

      log.await(1, " arrival link=1 ");

      long before = log.countBefore(" arrival link=0 ", " arrival link=1 ");
      assertTrue(before <= BEFORE_ANOTHER_LINK_MAX, () -> before + " came before");
      log.await(1, " drop reason=bad-length link=1 ");
    }
  }
}
