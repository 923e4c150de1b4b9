// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Bytes;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.NodeMessage;
import rani.wire.RaniHeader;
import rani.world.LinkId;

/** Node 10.0.0.2 between 10.0.0.1 (link 0) and 10.0.0.3 (link 1), beyond which is 10.0.0.8. */
class NodeTest {
  private static Packet transit() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.8");
  }

  private static TestNode.Builder between() {
    return TestNode.named("n2", "10.0.0.2").link("10.0.0.1").link("10.0.0.3").route("10.0.0.8", 1);
  }

  @Nested
  class Forwarding {
    @AutoClose private final TestNode node = between().build();

    @Test
    void aPacketIsSentOnWithOneHopLess() {
      node.receives(0, transit().ttl(10));
      node.expect(
          "arrival link=0 from=10.0.0.1 to=10.0.0.8 proto=17 id=1 len=28 sport=5001 dport=7",
          "verdict queue=link-1 verdict=enqueue queued=0 average=0.0",
          "departure link=1 late=0 from=10.0.0.1 to=10.0.0.8");
      ByteBuf frame = node.sent().getFirst().frame();
      assertNull(Frame.check(frame));
      assertEquals(9, Ipv4Header.ttl(frame, Frame.ipv4(frame)));
      assertEquals("10.0.0.2", Address.text(RaniHeader.prevNode(frame, 0)));
      assertEquals(new LinkId(1), node.sent().getFirst().link());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theLastHopIsNotForwarded(int ttl) {
      node.receives(0, transit().ttl(ttl)).expect("arrival", "drop reason=ttl-exceeded link=0");
    }

    @Test
    void theSecondLastHopIs() {
      node.receives(0, transit().ttl(2)).expect("arrival", "verdict", "departure");
    }

    @Test
    void aPacketMayGoBackWhereItCameFrom() {
      node.receives(1, Packet.datagram().from("10.0.0.3").to("10.0.0.8"));
      node.expect("arrival link=1", "verdict", "departure link=1");
    }

    @Test
    void theLargestPacketOfTheMtuPasses() {
      node.receives(0, transit().length(1500)).expect("arrival", "verdict", "departure");
      node.receives(0, transit().length(1501)).expect("arrival", "drop reason=too-big link=0");
    }

    @Test
    void otherProtocolsAreForwardedAsTheyAre() {
      node.receives(0, transit().protocol(1, new byte[40]));
      node.expect(
          "arrival", "verdict", "departure link=1 late=0 from=10.0.0.1 to=10.0.0.8 proto=1");
    }

    @Test
    void activePacketsOfUnknownServicesAreForwardedAsIfPassive() {
      node.receives(0, transit().act(77)).expect("arrival", "verdict", "departure link=1");
    }

    @Test
    void controlPassesWithoutAVerdict() {
      node.receives(0, transit().control()).expect("arrival", "departure link=1");
    }

    @Test
    void aFrameOfTheLongestHeaderIsForwardedWithIt() {
      ByteBuf frame = node.world().buffers().buffer();
      ByteBuf plain = transit().frame();
      frame.writeBytes(plain, 0, 16).writeZero(48).writeBytes(plain, 16, 28).setByte(1, 16);
      node.receives(0, frame).expect("arrival", "verdict", "departure link=1");
      assertEquals(92, node.sent().getFirst().frame().readableBytes());
    }
  }

  @Test
  void withANodeQueueFramesGoThroughItToTheirLinks() {
    try (TestNode node =
        between().queue(Rate.packetsPerSecond(40), QueueConfig.dropTail(10)).build()) {
      node.receives(0, transit()).receives(1, transit().from("10.0.0.3").to("10.0.0.1"));
      node.expect("arrival link=0", "verdict queue=node", "arrival link=1", "verdict queue=node");
      node.expectAt(ms(25), "verdict queue=link-1", "departure link=1 late=0");
      node.expectAt(ms(50), "verdict queue=link-0", "departure link=0 late=0");
    }
  }

  @Nested
  class Life {
    @AutoClose private final TestNode node = between().tellingOfHellos().build();

    @Test
    void startingSaysHelloOnEveryLink() {
      assertTrue(node.does(new Command.Start()).ok());
      node.expect(
          "origin from=10.0.0.2 to=10.0.0.1 proto=253 id=0 len=32 service=0 control",
          "departure link=0 late=0 from=10.0.0.2 to=10.0.0.1",
          "origin from=10.0.0.2 to=10.0.0.3 proto=253 id=1 len=32 service=0 control",
          "departure link=1 late=0 from=10.0.0.2 to=10.0.0.3");
      assertFalse(node.node().isUp());
    }

    @Test
    void aNodeIsUpWhenEveryNeighbourHearsIt() {
      node.does(new Command.Start());
      node.skip();
      node.receives(0, hello("10.0.0.1", true));
      node.expect(
          "arrival link=0",
          "link link=0 state=up",
          "origin",
          "departure link=0",
          "delivery at=node from=10.0.0.1 to=10.0.0.2 proto=253");
      assertTrue(node.node().isUp(new LinkId(0)));
      assertFalse(node.node().isUp());
      node.receives(1, hello("10.0.0.3", true));
      assertTrue(node.node().isUp());
      node.runTo(s(10));
      assertFalse(node.node().isUp(), "no one has said hello for long");
    }

    @Test
    void aHelloThatIsNotTheNeighboursOwnIsRefused() {
      node.does(new Command.Start());
      node.skip();
      node.receives(0, hello("10.0.0.1", true).ttl(254));
      node.expect("arrival", "drop reason=bad-message link=0");
      node.receives(0, hello("10.0.0.9", true).prevNode("10.0.0.1"));
      node.expect("arrival", "drop reason=bad-message link=0");
      assertFalse(node.node().isUp(new LinkId(0)));
    }

    private Packet hello(String from, boolean heard) {
      return Packet.message(0, new NodeMessage.LinkHello(1, heard, 1000)).from(from).to("10.0.0.2");
    }

    @Test
    void aNodeIsStartedOnce() {
      assertTrue(node.does(new Command.Start()).ok());
      assertFalse(node.does(new Command.Start()).ok());
      assertTrue(node.does(new Command.Stop()).ok());
      assertTrue(node.does(new Command.Stop()).ok(), "stopping again changes nothing");
      assertFalse(node.does(new Command.Start()).ok());
      assertFalse(node.does(new Command.Go()).ok());
      node.skip().runTo(s(60)).expectNothing();
    }

    @Test
    void goNeedsANodeThatRuns() {
      assertFalse(node.does(new Command.Go()).ok());
      node.does(new Command.Start());
      assertTrue(node.does(new Command.Go()).ok());
    }

    @Test
    void whatComesAfterTheStopIsDropped() {
      node.does(new Command.Start());
      node.does(new Command.Stop());
      node.skip();
      node.receives(0, transit()).expect("arrival", "drop reason=stopped link=0");
    }

    @ParameterizedTest
    @EnumSource
    void everySubjectCanBeShownAtAnyTime(Command.Subject subject) {
      assertTrue(node.does(new Command.Show(subject)).ok());
      node.does(new Command.Start());
      node.receives(0, transit());
      assertTrue(node.does(new Command.Show(subject)).ok());
      node.does(new Command.Stop());
      assertTrue(node.does(new Command.Show(subject)).ok());
    }

    @Test
    void aVerbForNobodyIsRefusedWithTheNamesThereAre() {
      var reply = node.does(new Command.Tell("nobody", "verb", List.of()));
      assertFalse(reply.ok());
      assertTrue(reply.message().contains("`nobody`"), reply::message);
    }
  }

  /** Malformed frames of every kind come by; the node answers none and goes on. */
  @Test
  void nothingThatArrivesStopsTheNode() {
    try (TestNode node = between().build()) {
      for (String line : Bytes.lines("/golden/wire_frames.txt")) {
        String hex = line.split(" ", -1)[2];
        ByteBuf frame = node.world().buffers().buffer();
        if (!hex.equals("-")) {
          frame.writeBytes(Bytes.ofHex(hex));
        }
        node.receives(0, frame);
      }
      node.skip();
      node.receives(0, transit()).expect("arrival", "verdict", "departure link=1");
    }
  }
}
