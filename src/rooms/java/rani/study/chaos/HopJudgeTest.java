// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rani.link.Originator;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;

/** What a node must not do to a packet, done by hand: each is found. */
class HopJudgeTest {
  /** Of buffers that need not be released. */
  private static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);

  private static final LinkId LINK = new LinkId(0);
  private static final int SOURCE = 0x0A000001;
  private static final int DESTINATION = 0x0A000002;
  private static final long HELD_NANOS = 5_000_000;
  private static final long LIFETIME_MICROS = 1_000_000;

  private final Findings findings = new Findings();
  private final HopJudge judge = new HopJudge(findings);
  private final NodeTrace node = judge.at("n1");
  private final ByteBuf frame =
      new Originator(HEAP, SOURCE)
          .datagram(
              new UdpFlow(DESTINATION, 1, 2),
              LIFETIME_MICROS,
              Unpooled.wrappedBuffer(new byte[20]),
              20);

  private void leave(int hops, long heldMicros) {
    int ip = Frame.ipv4(frame);
    Ipv4Header.ttl(frame, ip, Ipv4Header.ttl(frame, ip) - hops);
    long left = RaniHeader.lifetimeMicros(frame, frame.readerIndex()) - heldMicros;
    RaniHeader.lifetimeMicros(frame, frame.readerIndex(), left);
    node.departure(HELD_NANOS, LINK, frame, 0);
  }

  private void spoil() {
    int last = frame.writerIndex() - 1;
    frame.setByte(last, frame.getByte(last) ^ 1);
  }

  private void assertFound(String what) {
    String found = String.valueOf(findings.first());
    assertTrue(found.startsWith("node n1 " + what), found);
  }

  @Test
  void aHopTakesOneOffTheTtlAndTheTimeOffTheLife() {
    node.arrival(0, LINK, frame);
    leave(1, 5000);
    assertNull(findings.first());
  }

  @Test
  void whereAPacketIsMadeItsTtlStays() {
    node.origin(0, frame);
    leave(0, 5000);
    assertNull(findings.first());
  }

  @Test
  void aTtlThatStays() {
    node.arrival(0, LINK, frame);
    leave(0, 5000);
    assertFound("let a packet go with TTL 255 that had 255 when it came");
  }

  @Test
  void aTtlThatFallsByTwo() {
    node.arrival(0, LINK, frame);
    leave(2, 5000);
    assertFound("let a packet go with TTL 253 that had 255 when it came");
  }

  @Test
  void aLifeThatIsTooLong() {
    node.arrival(0, LINK, frame);
    leave(1, 4999);
    assertFound("held a packet for 5000 us and let it go with 995001 us to live of 1000000");
  }

  @Test
  void aPacketThatLeavesTwice() {
    node.arrival(0, LINK, frame);
    leave(1, 5000);
    leave(1, 5000);
    assertFound("let a frame go that had not come, or had gone");
  }

  @Test
  void aPacketThatLeavesAfterItWasDropped() {
    node.arrival(0, LINK, frame);
    node.drop(0, DropReason.EXPIRED, LINK, frame);
    leave(1, 5000);
    assertFound("let a frame go that had not come, or had gone");
    assertEquals(Map.of(DropReason.EXPIRED, 1L), judge.drops());
  }

  @Test
  void aPacketThatIsSpoiltHere() {
    node.arrival(0, LINK, frame);
    spoil();
    leave(1, 5000);
    assertFound("let a packet go spoilt that had come whole");
  }

  @Test
  void aPacketThatAWireHasSpoiltIsNoFaultOfTheNodes() {
    spoil();
    node.arrival(0, LINK, frame);
    assertFalse(judge.sentOnSpoilt(SOURCE, DESTINATION));
    leave(1, 5000);

    assertNull(findings.first());
    assertTrue(judge.sentOnSpoilt(SOURCE, DESTINATION));
    assertFalse(judge.sentOnSpoilt(DESTINATION, SOURCE));
  }
}
