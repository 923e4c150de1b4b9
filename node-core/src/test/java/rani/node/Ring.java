// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static rani.fixture.Nanos.s;

import java.util.Arrays;
import java.util.List;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.node.NetworkGraph.Vertex;
import rani.wire.Address;
import rani.wire.NodeMessage;
import rani.wire.NodeMessage.LinkState.Neighbour;

/** n2 in the ring n1 – n2 – n3 – n4 – n1: link 0 leads to n1, link 1 to n3. */
final class Ring {
  static final int LONG_MILLIS = 60_000;
  static final int N2 = Address.parse("10.0.0.2");
  static final int N4 = Address.parse("10.0.0.4");

  static final NetworkGraph RING =
      new NetworkGraph(
          List.of(
              new Vertex(Address.parse("10.0.0.1"), "n1", neighbours(2, 4)),
              new Vertex(N2, "n2", neighbours(1, 3)),
              new Vertex(Address.parse("10.0.0.3"), "n3", neighbours(2, 4)),
              new Vertex(N4, "n4", neighbours(1, 3))));

  private Ring() {}

  static List<Neighbour> neighbours(int... numbers) {
    return Arrays.stream(numbers)
        .mapToObj(number -> new Neighbour(Address.parse("10.0.0." + number), 1500, 1))
        .toList();
  }

  static TestNode.Builder inRing() {
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1", link -> link.hello(s(60)))
        .link("10.0.0.3", link -> link.hello(s(60)))
        .route("10.0.0.4", 0)
        .network(RING);
  }

  /** A node whose links are up, and that believes its file no longer. */
  static TestNode up(TestNode node) {
    node.started();
    node.receives(0, hello("10.0.0.1", LONG_MILLIS));
    node.receives(1, hello("10.0.0.3", LONG_MILLIS));
    node.does(new Command.Go());
    node.world().forgetSent();
    return node;
  }

  static Packet hello(String from, int intervalMillis) {
    return Packet.message(0, new NodeMessage.LinkHello(1, true, intervalMillis))
        .from(from)
        .to("10.0.0.2");
  }
}
