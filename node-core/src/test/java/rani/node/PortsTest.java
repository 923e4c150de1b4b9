// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.wire.Ipv4Header.PROTOCOL_RDP;
import static rani.wire.Ipv4Header.PROTOCOL_SERVICE;
import static rani.wire.Ipv4Header.PROTOCOL_UDP;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.service.Fate;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.world.DropReason;

/** Ports by protocol, and packets of any protocol, on node 10.0.0.2 beside 10.0.0.1 (link 0). */
class PortsTest {
  private static final int HERE = Address.parse("10.0.0.2");
  private static final int THERE = Address.parse("10.0.0.1");
  private static final long LIFE_MICROS = 1_000_000;

  private final TestService first = new TestService(1, "first");
  private final TestService second = new TestService(2, "second");

  private static TestNode node(ServiceProvider... menu) {
    return TestNode.named("n2", "10.0.0.2").link("10.0.0.1").menu(menu).build().started();
  }

  /** An RDP segment: ports at bytes 2 to 5. */
  private static Packet segment(int sourcePort, int destinationPort) {
    return Packet.datagram()
        .to("10.0.0.2")
        .protocol(
            PROTOCOL_RDP,
            (byte) 0x40,
            (byte) 9,
            (byte) (sourcePort >>> 8),
            (byte) sourcePort,
            (byte) (destinationPort >>> 8),
            (byte) destinationPort);
  }

  @Test
  void aSegmentReachesWhoeverHasItsDestinationPort() {
    try (TestNode node = node(first, second)) {
      assertTrue(first.context().claim(PROTOCOL_RDP, 7000));
      assertTrue(second.context().claim(PROTOCOL_RDP, 65_535));
      node.receives(0, segment(65_535, 7000));
      node.expect("arrival link=0 from=10.0.0.1 to=10.0.0.2 proto=27", "delivery at=first");
      node.receives(0, segment(7000, 65_535)).expect("arrival", "delivery at=second");
      node.receives(0, segment(7000, 7001)).expect("arrival", "drop reason=no-listener");
      node.receives(0, Packet.datagram().to("10.0.0.2").ports(1, 7000));
      node.expect("arrival", "drop reason=no-listener");
    }
  }

  @Test
  void aSegmentsPortsStandInTheTrace() {
    try (TestNode node = node()) {
      node.receives(0, segment(49_152, 7000));
      assertTrue(node.told().getLast().endsWith("proto=27 id=1 len=26 sport=49152 dport=7000"));
    }
  }

  @Test
  void whatNobodyHasGoesToTheFirstThatAskedForTheRest() {
    try (TestNode node = node(first, second)) {
      assertTrue(second.context().claimRest(PROTOCOL_RDP));
      assertTrue(second.context().claimRest(PROTOCOL_RDP));
      assertFalse(first.context().claimRest(PROTOCOL_RDP));
      assertTrue(first.context().claim(PROTOCOL_RDP, 7000));
      node.receives(0, segment(1, 7000)).expect("arrival", "delivery at=first");
      node.receives(0, segment(1, 7001)).expect("arrival", "delivery at=second");
      node.receives(0, segment(1, 0)).expect("arrival", "delivery at=second");
      node.receives(0, Packet.datagram().to("10.0.0.2").ports(1, 7001));
      node.expect("arrival", "drop reason=no-listener");
    }
  }

  @Test
  void aPortOfOneProtocolSaysNothingOfTheOther() {
    try (TestNode node = node(first, second)) {
      first.context().listen(7000);
      assertFalse(second.context().claim(PROTOCOL_UDP, 7000));
      assertTrue(second.context().claim(PROTOCOL_RDP, 7000));
      node.receives(0, segment(1, 7000)).expect("arrival", "delivery at=second");
      node.receives(0, Packet.datagram().to("10.0.0.2").ports(1, 7000));
      node.expect("arrival", "delivery at=first");
    }
  }

  @Test
  void aPortThatWasGivenBackIsAnybodys() {
    try (TestNode node = node(first, second)) {
      assertTrue(first.context().claim(PROTOCOL_RDP, 7000));
      second.context().release(PROTOCOL_RDP, 7000);
      assertFalse(second.context().claim(PROTOCOL_RDP, 7000), "it was not the second's to give");
      first.context().release(PROTOCOL_RDP, 7000);
      node.receives(0, segment(1, 7000)).expect("arrival", "drop reason=no-listener");
      assertTrue(second.context().claim(PROTOCOL_RDP, 7000));
    }
  }

  @Test
  void portsAreCountedWhileTheyAreHeld() {
    try (TestNode node = node(first)) {
      ServiceContext context = first.context();
      for (int port = 1; port <= ServiceContext.PORTS_MAX; port++) {
        assertTrue(context.claim(PROTOCOL_RDP, port));
        assertTrue(context.claim(PROTOCOL_RDP, port), "one's own is not counted twice");
      }
      int more = ServiceContext.PORTS_MAX + 1;
      assertThrows(IllegalStateException.class, () -> context.claim(PROTOCOL_RDP, more));
      context.release(PROTOCOL_RDP, 1);
      context.release(PROTOCOL_RDP, 1);
      assertTrue(context.claim(PROTOCOL_RDP, more));
      assertThrows(IllegalStateException.class, () -> context.claim(PROTOCOL_RDP, 1));
      node.expectNothing();
    }
  }

  @Test
  void whatIsNoPortIsRefused() {
    try (TestNode node = node(first)) {
      ServiceContext context = first.context();
      assertThrows(IllegalArgumentException.class, () -> context.claim(PROTOCOL_RDP, 0));
      assertThrows(IllegalArgumentException.class, () -> context.claim(PROTOCOL_UDP, 65_536));
      assertThrows(IllegalArgumentException.class, () -> context.claim(PROTOCOL_SERVICE, 1));
      assertThrows(IllegalArgumentException.class, () -> context.claimRest(PROTOCOL_SERVICE));
      node.expectNothing();
    }
  }

  @Test
  void aPacketOfAnyProtocolIsSentThroughTheQueues() {
    try (TestNode node = node(first)) {
      ByteBuf payload = first.context().payload(6).writeZero(6);
      first.context().send(0, THERE, PROTOCOL_RDP, 2, LIFE_MICROS, payload);
      node.expect("origin from=10.0.0.2 to=10.0.0.1 proto=27", "verdict", "departure link=0");
      assertEquals(1, payload.refCnt(), "the node has it");
      ByteBuf copied = first.context().buffers().buffer(6).writeZero(6).retain();
      first.context().send(0, THERE, PROTOCOL_RDP, 2, LIFE_MICROS, copied);
      assertEquals(1, copied.refCnt(), "one reference was taken");
      copied.release();
    }
  }

  @Test
  void aPayloadThatCannotBeSentIsReleasedAllTheSame() {
    try (TestNode node = node(first)) {
      ServiceContext context = first.context();
      ByteBuf payload = context.payload(6).writeZero(6);
      assertThrows(
          IllegalArgumentException.class,
          () -> context.send(0, THERE, PROTOCOL_RDP, 4, LIFE_MICROS, payload));
      assertEquals(0, payload.refCnt());
      node.expectNothing();
    }
  }

  @Test
  void packetsOfAnyProtocolAreBudgetedToo() {
    first.onWake(
        (now, timer) -> {
          for (int packet = 0; packet <= ServiceContext.PACKETS_PER_CALL_MAX; packet++) {
            ByteBuf payload = first.context().payload(6).writeZero(6);
            first.context().send(now, THERE, PROTOCOL_RDP, 0, LIFE_MICROS, payload);
          }
        });
    try (TestNode node = node(first)) {
      assertFalse(node.does(new Command.Tell("first", "act", List.of())).ok());
      assertEquals(ServiceContext.PACKETS_PER_CALL_MAX, node.sent().size());
    }
  }

  @Test
  void aViewShowsThePayloadAndTheMark() {
    List<String> seen = new ArrayList<>();
    first.onPacket(
        (now, packet) -> {
          int port = packet.frame().getUnsignedShort(packet.payloadIndex() + 4);
          seen.add(packet.payloadLength() + " bytes to " + port + " ecn " + packet.ecn());
          return Fate.CONSUME;
        });
    try (TestNode node = node(first)) {
      first.context().claimRest(PROTOCOL_RDP);
      node.receives(0, segment(1, 7000).ecn(3));
      assertEquals(List.of("6 bytes to 7000 ecn 3"), seen);
    }
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.1, 1500", "10.0.0.2, 65535", "10.9.9.9, 65535"})
  void theWaysLargestPacketIsKnown(String destination, int bytes) {
    try (TestNode node = node(first)) {
      assertEquals(bytes, first.context().pathMtuBytes(Address.parse(destination)));
      node.expectNothing();
    }
  }

  @Test
  void aSuspendedServiceIsStoppedLikeAnyOther() {
    first.onPacket(
        (now, packet) -> {
          throw new IllegalStateException("broken");
        });
    TestNode node = node(first);
    first.context().claimRest(PROTOCOL_RDP);
    for (int failure = 0; failure < ServiceContext.FAILURES_MAX; failure++) {
      node.receives(0, segment(1, 7000));
    }
    assertEquals(3, node.ledger().drops(DropReason.SERVICE_FAILED));
    assertEquals(HERE, first.context().address());
    node.close();
    assertEquals("stop", first.calls().getLast(), "so that it gives back what it holds");
  }
}
