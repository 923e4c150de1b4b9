// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.fixture.TestLink;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.world.LinkId;

class FullQueuesTest {
  private static final int LINKS = 20;
  private static final int QUEUE_FRAMES = 1000;
  private static final int DATA_BYTES = 40;

  /** A frame of 84 bytes in a buffer of its own, and what the allocator keeps in reserve. */
  private static final long DIRECT_BYTES_MAX = 16L << 20;

  /**
   * A star: the centre forwards what each of its neighbours sends to the next one, over links that
   * send next to nothing. If the queued frames stayed in the receive buffers, some 80 MB would be
   * held.
   */
  @ParameterizedTest
  @EnumSource
  void directMemoryStaysBoundedWithTwentyFullQueues(Transport transport) throws IOException {
    try (TestNetwork network = new TestNetwork()) {
      star(network, transport);
      network.up();
      for (int leaf = 0; leaf < LINKS; leaf++) {
        int to = 1 + (leaf + 1) % LINKS;
        for (int sent = 0; sent < QUEUE_FRAMES + 50; sent += 50) {
          network.send(1 + leaf, to, 50, DATA_BYTES);
          network.logs.getFirst().await(sent + 50, "verdict queue=link-" + (to - 1));
        }
      }
      for (int link = 0; link < LINKS; link++) {
        assertEquals(
            QUEUE_FRAMES,
            TestNetwork.number(
                network.show(0, Command.Subject.QUEUES).facts().byKey(),
                "link-" + link,
                "queued-frames"));
      }
      long bytes = network.nodes.getFirst().directMemoryBytes();
      assertTrue(bytes < DIRECT_BYTES_MAX, () -> bytes + " bytes");
      assertTrue(bytes > LINKS * QUEUE_FRAMES * DATA_BYTES, () -> "the measure sees only " + bytes);
    }
  }

  private static void star(TestNetwork network, Transport transport) throws IOException {
    InetAddress loopback = TestNetwork.address("127.0.0.1");
    List<LinkConfig> spokes = new ArrayList<>();
    for (int leaf = 0; leaf < LINKS; leaf++) {
      spokes.add(
          TestLink.to(leaf, TestNetwork.FIRST_ADDRESS + 1 + leaf)
              .rate(Rate.packetsPerSecond(0.001))
              .queue(QueueConfig.dropTail(QUEUE_FRAMES))
              .config());
    }
    LiveNode centre =
        network.add(TestNetwork.node("n1", TestNetwork.FIRST_ADDRESS, spokes), loopback, transport);
    List<LinkSockets> peers = new ArrayList<>();
    for (int leaf = 0; leaf < LINKS; leaf++) {
      List<NodeConfig.Route> routes = new ArrayList<>();
      for (int other = 0; other < LINKS; other++) {
        if (other != leaf) {
          routes.add(
              new NodeConfig.Route(TestNetwork.FIRST_ADDRESS + 1 + other, new LinkId(0), 1500));
        }
      }
      LiveNode node =
          network.add(
              TestNetwork.node(
                  "n" + (leaf + 2),
                  TestNetwork.FIRST_ADDRESS + 1 + leaf,
                  List.of(TestNetwork.link(0, TestNetwork.FIRST_ADDRESS)),
                  routes.toArray(NodeConfig.Route[]::new)),
              loopback,
              transport);
      node.connect(List.of(centre.sockets().get(leaf)));
      peers.add(node.sockets().getFirst());
    }
    centre.connect(peers);
  }
}
