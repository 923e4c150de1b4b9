// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import org.junit.jupiter.api.Test;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.fixture.FakeWorld;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.link.ControlTokenBucket;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.NodeMessage;
import rani.world.DropReason;
import rani.world.LinkId;

/**
 * What sources get of a link of 200 kbit/s by marking their packets as network control. Node
 * 10.0.0.2 has 10.0.0.1 on link 0, which has no rate, and 10.0.0.3 behind the slow link 1.
 */
class ControlClassTest {
  private static final int RATE = 200_000;
  private static final int SECONDS = 10;
  private static final QueueConfig QUEUE = QueueConfig.dropTail(50);

  /** What the link, and what the share of control, carry in the time of a test; whole packets. */
  private static final long LINK_BYTES = RATE / 8 * SECONDS;

  private static final long SHARE_BYTES =
      LINK_BYTES * ControlTokenBucket.PERCENT / 100 + ControlTokenBucket.BURST_BYTES_MIN / 2;

  private final Sums sums = new Sums();

  /** Bytes that left by link 1, by what they are. */
  private static final class Sums {
    long data;
    long control;
    long hellos;

    void add(TestNode node) {
      for (FakeWorld.Sent sent : node.world().sent()) {
        if (sent.link().number() == 1) {
          add(sent);
        }
      }
      node.world().forgetSent();
    }

    private void add(FakeWorld.Sent sent) {
      int length = Frame.length(sent.frame());
      if (Frame.source(sent.frame()) == Address.parse("10.0.0.2")) {
        hellos++;
      } else if (Frame.isControl(sent.frame())) {
        control += length;
      } else {
        data += length;
      }
    }
  }

  private static TestNode.Builder node() {
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1")
        .link("10.0.0.3", link -> link.rate(Rate.bitsPerSecond(RATE)).queue(QUEUE));
  }

  private static Packet data() {
    return Packet.datagram().to("10.0.0.3").length(1000);
  }

  /** A message such as any source may make. */
  private static Packet message() {
    return Packet.datagram()
        .to("10.0.0.3")
        .protocol(Ipv4Header.PROTOCOL_SERVICE, new byte[60])
        .control();
  }

  /** Has packets come in by link 0 every two milliseconds. */
  private void flood(TestNode node, int seconds, Packet... packets) {
    long end = node.world().nowNanos() + s(seconds);
    while (node.world().nowNanos() < end) {
      for (Packet packet : packets) {
        node.receives(0, packet);
      }
      node.runTo(node.world().nowNanos() + ms(2));
      sums.add(node);
    }
  }

  @Test
  void dataMarkedAsControlIsShapedWithTheRest() {
    try (TestNode node = node().build()) {
      flood(node, SECONDS, data(), data().control());
      assertEquals(0, sums.control);
      assertEquals(LINK_BYTES, sums.data, 1000);
    }
  }

  /** Of 5 Mbit/s for a link of 200 kbit/s RED drops nearly all, long before the buffer is full. */
  @Test
  void redSeesDataThatIsMarkedAsControl() {
    RedConfig red =
        new RedConfig(
            RedRules.OF_1993,
            0.02,
            5,
            15,
            0.1,
            RedConfig.Action.DROP,
            false,
            RedConfig.Spacing.UNIFORM,
            false,
            1000,
            false);
    QueueConfig queue = new QueueConfig(500, FlowIdentity.SOURCE_NODE, red);
    TestNode.Builder between =
        TestNode.named("n2", "10.0.0.2")
            .link("10.0.0.1")
            .link("10.0.0.3", link -> link.rate(Rate.bitsPerSecond(RATE)).queue(queue));
    try (TestNode node = between.build()) {
      flood(node, SECONDS, data().control());
      assertEquals(LINK_BYTES, sums.data, 1000);
      assertTrue(node.ledger().drops(DropReason.RED_FORCED) > 4000);
      assertEquals(0, node.ledger().drops(DropReason.QUEUE_FULL));
    }
  }

  @Test
  void aFloodOfMessagesHasTheShareBesideTheQueue() {
    try (TestNode node = node().build()) {
      flood(node, SECONDS, data(), message(), message(), message());
      assertTrue(
          sums.data + sums.control <= LINK_BYTES + SHARE_BYTES, sums.control + " of control");
      assertTrue(sums.control >= SHARE_BYTES - 1000, sums.control + " of control");
      assertTrue(node.node().port(new LinkId(1)).control().queuedPackets() > 10_000);
    }
  }

  @Test
  void aFloodOfSmallDatagramsHasNoMore() {
    try (TestNode node = node().build()) {
      Packet small = Packet.datagram().to("10.0.0.3").length(Frame.CONTROL_BYTES_MAX).control();
      flood(node, SECONDS, data(), small, small, small);
      assertTrue(
          sums.data + sums.control <= LINK_BYTES + SHARE_BYTES, sums.control + " of control");
      assertTrue(sums.control >= SHARE_BYTES - 1000, sums.control + " of control");
    }
  }

  @Test
  void theShareIsOfTheNodesRateWhereItIsTheNodesQueueThatShapes() {
    TestNode.Builder shaping =
        TestNode.named("n2", "10.0.0.2")
            .link("10.0.0.1")
            .link("10.0.0.3")
            .queue(Rate.bitsPerSecond(RATE), QUEUE);
    try (TestNode node = shaping.build()) {
      flood(node, SECONDS, data(), message(), message(), message());
      assertTrue(
          sums.data + sums.control <= LINK_BYTES + SHARE_BYTES, sums.control + " of control");
    }
  }

  @Test
  void hellosPassWhateverFloods() {
    try (TestNode node = node().tellingOfHellos().build()) {
      node.does(new Command.Start());
      Packet hears = hello().from("10.0.0.3").to("10.0.0.2");
      for (int second = 0; second < SECONDS; second++) {
        node.receives(1, hears);
        flood(node, 1, message(), message(), message(), message());
      }
      assertTrue(node.node().isUp(new LinkId(1)));
      assertEquals(SECONDS, sums.hellos, 2, "one a second, and one or two to find each other");
    }
  }

  private static Packet hello() {
    return Packet.message(0, new NodeMessage.LinkHello(1, true, 1000));
  }

  @Test
  void aFilterCatchesDataThatIsMarkedAsControl() {
    try (TestNode node = filtering()) {
      node.receives(0, data().control());
      node.expect("arrival", "drop reason=filtered link=0");
    }
  }

  @Test
  void aFilterLetsControlPassWithinItsShareAndNoFurther() {
    try (TestNode node = filtering()) {
      node.receives(0, message()).expect("arrival", "departure link=1");
      flood(node, SECONDS, message(), message());
      assertTrue(sums.control <= SHARE_BYTES, sums.control + " of control");
      assertTrue(node.ledger().drops(DropReason.FILTERED) > 5_000);
      assertEquals(0, node.ledger().drops(DropReason.QUEUE_FULL));
    }
  }

  private TestNode filtering() {
    TestNode node = node().build();
    FlowKey flow = FlowKey.ofSource(Address.parse("10.0.0.1"));
    node.node().rules(new LinkId(0)).filter(0, flow, s(100));
    return node.skip();
  }
}
