// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.wire.Ipv4Header.PROTOCOL_ICMP;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.world.DropReason;

/**
 * ICMP of node 10.0.0.2 between 10.0.0.1 (link 0) and 10.0.0.8 (link 1). The messages in hex were
 * computed by a Python program from RFC 792's text.
 */
class IcmpTest {
  private static final String ECHO = "0800bc03123400016162636465";
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final TestNode node =
      TestNode.named("n2", "10.0.0.2").link("10.0.0.1").link("10.0.0.8").build().started();

  private static Packet icmp(String hex) {
    return Packet.datagram().protocol(PROTOCOL_ICMP, HexFormat.of().parseHex(hex));
  }

  /** The ICMP message that the node has sent last, which is on its way to 10.0.0.1. */
  private String message() {
    ByteBuf frame = node.sent().getLast().frame();
    int ip = Frame.ipv4(frame);
    assertNull(Frame.check(frame));
    assertEquals(PROTOCOL_ICMP, Ipv4Header.protocol(frame, ip));
    assertEquals("10.0.0.2", Address.text(Ipv4Header.source(frame, ip)));
    assertEquals("10.0.0.1", Address.text(Ipv4Header.destination(frame, ip)));
    return ByteBufUtil.hexDump(frame, Frame.payload(frame), Frame.length(frame) - 20);
  }

  @Test
  void echoIsAnsweredWithTheSameData() {
    node.receives(0, icmp(ECHO).to("10.0.0.2").dscp(10));
    node.expect("arrival", "origin", "verdict", "departure link=0", "delivery at=node");
    assertEquals("0000c403123400016162636465", message());
    assertEquals(10, Ipv4Header.dscp(node.sent().getLast().frame(), 16));
  }

  @ParameterizedTest
  @CsvSource({
    "0800bc04123400016162636465, bad-checksum",
    "0800f7, no-listener", // shorter than its header
    "0000c403123400016162636465, no-listener" // a reply that no edge waits for
  })
  void whatIsNoEchoRequestIsNotAnswered(String hex, String reason) {
    node.receives(0, icmp(hex).to("10.0.0.2")).expect("arrival", "drop reason=" + reason);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.8, 28, 1, ttl-exceeded, "
        + "0b000922000000004500001c00014000011165c80a0000010a000008138900070008d845",
    "10.9.9.9, 28, 255, no-route, "
        + "03001a2c000000004500001c00014000ff115ebd0a0000010a090909138900070008cf3b",
    "10.0.0.8, 1501, 255, too-big, "
        + "03041103000005dc450005dd00014000ff1162060a0000010a0000081389000705c9ccc3",
    "10.0.0.2, 28, 255, no-listener, "
        + "03031119000000004500001c00014000ff1167cd0a0000010a000002138900070008d84b"
  })
  void aDroppedPacketOfAnEdgeIsReportedToItsSource(
      String to, int length, int ttl, String reason, String message) {
    node.receives(0, Packet.datagram().to(to).length(length).ttl(ttl).edge());
    node.expect("arrival", "origin", "departure link=0", "drop reason=" + reason);
    assertEquals(message, message());
    ByteBuf frame = node.sent().getLast().frame();
    assertTrue(Frame.isControl(frame)); // RFC 1812 §4.3.2.5 asks for such a precedence
    assertEquals(56, Frame.length(frame));
  }

  @Test
  void anUnknownProtocolIsReported() {
    node.receives(0, Packet.datagram().to("10.0.0.2").protocol(99).edge());
    node.expect("arrival", "origin", "departure", "drop reason=no-listener");
    assertEquals("0302fcfd000000004500001400014000ff6367830a0000010a000002", message());
  }

  @Test
  void aServicesPacketIsNotReported() {
    node.receives(0, Packet.datagram().ttl(1)).expect("arrival", "drop reason=ttl-exceeded");
    node.receives(0, Packet.datagram().to("10.0.0.2")).expect("arrival", "drop");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 11, 12})
  void noErrorIsAboutAnError(int type) {
    byte[] error = new byte[36];
    error[0] = (byte) type;
    node.receives(0, Packet.datagram().protocol(PROTOCOL_ICMP, error).ttl(1).edge());
    node.expect("arrival", "drop reason=ttl-exceeded");
  }

  @Test
  void noErrorIsAboutALaterFragment() {
    node.receives(0, Packet.datagram().length(36).ttl(1).fragment(0x2000).edge());
    node.expect("arrival", "origin", "departure", "drop reason=ttl-exceeded");
    node.receives(0, Packet.datagram().length(36).ttl(1).fragment(0x2001).edge());
    node.expect("arrival", "drop reason=ttl-exceeded");
  }

  @Test
  void errorsOfASecondAreBounded() {
    for (int k = 0; k < Icmp.ERRORS_PER_SECOND_MAX + 3; k++) {
      node.receives(0, Packet.datagram().to("10.9.9.9").edge());
    }
    assertEquals(new NodeFacts.OfIcmp(0, 1000, 3), node.node().icmp().facts());
    node.runFor(SECOND_NANOS);
    node.receives(0, Packet.datagram().to("10.9.9.9").edge());
    assertEquals(new NodeFacts.OfIcmp(0, 1001, 3), node.node().icmp().facts());
  }

  @Test
  void fragmentsAreForwardedUnread() {
    for (int flagsAndOffset : new int[] {0x2000, 0x2002, 0x0004, 0x1FFF & 8100}) {
      node.receives(0, Packet.datagram().length(44).fragment(flagsAndOffset));
      node.expect("arrival", "verdict", "departure link=1");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "17, 24, 0x3FFF, bad-length", // 8191 units of eight bytes, and more behind them
    "17, 17, 0x2000, bad-length", // not the last, and no multiple of eight
    "17, 0, 0x0001, bad-length",
    "27, 24, 0x2000, fragment",
    "253, 24, 0x0001, fragment"
  })
  void brokenFragmentsAndThoseOfOurOwnProtocolsAreRefused(
      int protocol, int bytes, String flagsAndOffset, String reason) {
    Packet packet = Packet.datagram().protocol(protocol, new byte[bytes]);
    if (protocol == Ipv4Header.PROTOCOL_UDP) {
      packet = Packet.datagram().length(28 + Math.max(0, bytes - 8));
      if (bytes == 0) {
        packet = Packet.datagram().protocol(6);
      }
    }
    node.receives(0, packet.fragment(Integer.decode(flagsAndOffset)));
    node.expect("arrival", "drop reason=" + reason);
  }

  @Test
  void aFragmentForAServiceIsDropped() {
    node.receives(0, Packet.datagram().to("10.0.0.2").length(36).fragment(0x2000));
    node.expect("arrival", "drop reason=" + DropReason.FRAGMENT.text());
  }

  @Test
  void anEdgeIsToldThatNoNodeTakesFragments() {
    node.receives(0, Packet.datagram().to("10.0.0.2").length(36).fragment(0x2000).edge());
    node.expect("arrival", "origin", "departure", "drop reason=fragment");
    String quote = "45000024" + "00012000" + "ff11.{4}" + "0a000001" + "0a000002" + ".{16}";
    assertTrue(message().matches("0303.{4}00000000" + quote), message());
    node.receives(0, Packet.datagram().to("10.0.0.2").length(36).fragment(0x0001).edge());
    node.expect("arrival", "drop reason=fragment");
  }
}
