// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.wire.Ipv4Header.PROTOCOL_ICMP;
import static rani.wire.Ipv4Header.PROTOCOL_RDP;
import static rani.wire.Ipv4Header.PROTOCOL_TCP;
import static rani.wire.Ipv4Header.PROTOCOL_UDP;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.service.Fate;
import rani.wire.Frame;
import rani.wire.RaniHeader;
import rani.world.DropReason;

/** A service that has an edge's IP stack behind it, at node 10.0.0.2 beside 10.0.0.1 (link 0). */
class EdgeTest {
  private static final long LIFE_MICROS = 1_000_000;

  /** Of 10.0.0.2 to 10.0.0.1: TCP, ECT(0), a TTL of 64, and numbers that no node would choose. */
  private static final String SEGMENT =
      "45020028abcd40004006" + "7afe0a0000020a000001" + "c35000500102030400000000500200ff00000000";

  private final TestService edge = new TestService(1, "edge");
  private final TestService other = new TestService(2, "other");
  private final TestNode node =
      TestNode.named("n2", "10.0.0.2").link("10.0.0.1").menu(edge, other).build().started();

  private static Packet here() {
    return Packet.datagram().to("10.0.0.2");
  }

  @Test
  void whatNoServiceClaimsComesToTheEdge() {
    assertTrue(edge.context().claimEdge());
    assertTrue(edge.context().claimEdge());
    assertFalse(other.context().claimEdge());
    node.receives(0, here().protocol(PROTOCOL_TCP, new byte[20]));
    node.receives(0, here().protocol(PROTOCOL_RDP, new byte[20]));
    node.receives(0, here().protocol(99));
    node.receives(0, here().length(36).fragment(0x2000));
    node.receives(0, here().protocol(PROTOCOL_ICMP, new byte[8])); // an echo reply
    ByteBuf spoilt = here().frame();
    spoilt.setShort(42, spoilt.getUnsignedShort(42) ^ 1); // UDP's checksum, which the edge checks
    node.receives(0, spoilt);
    for (int k = 0; k < 6; k++) {
      assertEquals(
          "delivery at=edge", node.news().get(2 * k + 1).split(" ", 3)[2].substring(0, 16));
    }
  }

  @Test
  void claimedPortsAndEchoStayWithTheNode() {
    edge.context().claimEdge();
    other.context().claim(PROTOCOL_UDP, 7);
    node.receives(0, here().ports(5001, 7)).expect("arrival", "delivery at=other");
    byte[] echo = HexFormat.of().parseHex("0800bc03123400016162636465");
    node.receives(0, here().protocol(PROTOCOL_ICMP, echo));
    node.expect("arrival", "origin", "verdict", "departure", "delivery at=node");
  }

  @Test
  void anEdgeThatStopsLeavesItsPlace() {
    edge.context().claimEdge();
    node.does(new Command.StopService("edge"));
    assertTrue(other.context().claimEdge());
  }

  @Test
  void aPacketOfTheEdgeIsSentAsItIs() {
    ByteBuf packet = edge.context().payload(40).writeBytes(HexFormat.of().parseHex(SEGMENT));
    edge.with(context -> assertNull(context.sendFromEdge(0, LIFE_MICROS, packet)));
    ByteBuf frame = node.sent().getLast().frame();
    assertNull(Frame.check(frame));
    assertTrue(RaniHeader.edge(RaniHeader.head(frame, frame.readerIndex())));
    assertEquals(SEGMENT, ByteBufUtil.hexDump(frame, Frame.ipv4(frame), 40));
    assertEquals(50_000, Frame.sourcePort(frame));
    assertEquals(80, Frame.destinationPort(frame));
    assertFalse(Frame.hasData(frame));
  }

  @ParameterizedTest
  @ValueSource(strings = {"46", "65"}) // options, which no node reads; version 6
  void aPacketThatNoNodeWouldTakeIsRefused(String firstByte) {
    byte[] bytes = HexFormat.of().parseHex(firstByte + SEGMENT.substring(2));
    DropReason expected = firstByte.equals("46") ? DropReason.BAD_HEADER : DropReason.BAD_VERSION;
    edge.with(
        context ->
            assertEquals(
                expected, context.sendFromEdge(0, LIFE_MICROS, Unpooled.wrappedBuffer(bytes))));
    assertEquals(firstByte.equals("46") ? 1 : 0, node.news().size());
  }

  @Test
  void anEdgeHasNoOtherAddressThanItsNodes() {
    ByteBuf foreign = here().from("10.0.0.7").to("10.0.0.1").frame().skipBytes(16);
    edge.with(
        context ->
            assertEquals(DropReason.BAD_HEADER, context.sendFromEdge(0, LIFE_MICROS, foreign)));
    node.expectNothing();
  }

  @Test
  void anErrorAboutItsOwnPacketComesBackToTheEdge() {
    edge.context().claimEdge();
    ByteBuf packet = here().from("10.0.0.2").to("10.9.9.9").frame().skipBytes(16);
    node.node().enter(0, 1, now -> edge.context().sendFromEdge(now, LIFE_MICROS, packet));
    node.expect("origin", "origin", "drop reason=no-route", "delivery at=edge");
  }

  /** The message was computed by a Python program from RFC 792's text. */
  @Test
  void optionsAreAParameterProblem() {
    StringBuilder message = new StringBuilder();
    edge.onPacket(
        (now, packet) -> {
          ByteBuf frame = packet.frame();
          message.append(ByteBufUtil.hexDump(frame, packet.payloadIndex(), packet.length() - 20));
          return Fate.CONSUME;
        });
    edge.context().claimEdge();
    byte[] bytes = HexFormat.of().parseHex("46" + SEGMENT.substring(2));
    node.node()
        .enter(
            0,
            1,
            now -> edge.context().sendFromEdge(now, LIFE_MICROS, Unpooled.wrappedBuffer(bytes)));
    node.expect("origin", "delivery at=edge");
    assertEquals(
        "0c0017591400000046020028abcd400040067afe0a0000020a000001c35000500102030400000000",
        message.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 19, 20, 23})
  void aPacketThatEndsWithinItsOptionsIsRefusedInSilence(int bytes) {
    edge.context().claimEdge();
    byte[] cut = Arrays.copyOf(HexFormat.of().parseHex("4f" + SEGMENT.substring(2)), bytes);
    node.node()
        .enter(
            0,
            1,
            now -> edge.context().sendFromEdge(now, LIFE_MICROS, Unpooled.wrappedBuffer(cut)));
    node.expectNothing();
  }
}
