// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.TestMessage;
import rani.sim.CountingAllocator;
import rani.wire.Address;
import rani.wire.Dscp;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.MessageFormat;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;

class OriginatorTest {
  private static final int OWN = Address.parse("10.0.0.7");
  private static final int THERE = Address.parse("10.0.0.8");

  private final CountingAllocator buffers = new CountingAllocator();
  private final Originator originator = new Originator(buffers, OWN);

  private ByteBuf datagram(int dscp, long lifetimeMicros, String head, int dataLength) {
    ByteBuf bytes = Unpooled.copiedBuffer("-" + head, US_ASCII).readerIndex(1);
    ByteBuf frame =
        originator.datagram(
            new UdpFlow(THERE, 5000, 7), 0, dscp, lifetimeMicros, bytes, dataLength);
    assertEquals(1, bytes.readerIndex(), "the head is the caller's");
    return frame;
  }

  @Test
  void aDatagramCarriesItsHeadAndZeros() {
    ByteBuf frame = datagram(Dscp.BEST_EFFORT, 123_456, "head", 10);
    assertNull(Frame.check(frame));
    int data = Frame.payload(frame) + UdpHeader.LENGTH;
    assertEquals("head\0\0\0\0\0\0", frame.toString(data, 10, US_ASCII));
    assertEquals(data + 10, frame.writerIndex());
    assertTrue(UdpHeader.checksumHolds(frame, Frame.payload(frame), OWN, THERE));
    assertEquals(123_456, RaniHeader.lifetimeMicros(frame, 0));
    assertFalse(RaniHeader.act(frame, 0));
    assertEquals(OWN, RaniHeader.prevNode(frame, 0));
    assertEquals(OWN, Frame.source(frame));
    assertEquals(THERE, Frame.destination(frame));
    assertEquals(255, Ipv4Header.ttl(frame, Frame.ipv4(frame)));
    assertFalse(Frame.isControl(frame));
  }

  @Test
  void aSmallDatagramMayBeControl() {
    assertTrue(Frame.isControl(datagram(Ipv4Header.DSCP_CONTROL, 1, "", 0)));
  }

  @Test
  void aMessageIsAnActiveControlPacket() {
    ServiceMessage ack = new TestMessage(9);
    ByteBuf frame = originator.message(THERE, 2, ack);
    assertNull(Frame.check(frame));
    assertTrue(RaniHeader.act(frame, 0));
    assertEquals(2, RaniHeader.service(frame, 0));
    assertTrue(Frame.isControl(frame));
    assertEquals(Originator.LIFETIME_MICROS, RaniHeader.lifetimeMicros(frame, 0));
    int length = Frame.length(frame) - Ipv4Header.LENGTH;
    assertEquals(
        ack, MessageFormat.read(List.of(ack.format()), frame, Frame.payload(frame), length));
  }

  @Test
  void aPayloadWithRoomInFrontBecomesTheFrame() {
    ByteBuf payload = originator.payload(6).writeInt(0xCAFE).writeShort(7);
    ByteBuf frame = originator.packet(THERE, 27, 0, 2, 9, payload);
    assertSame(payload, frame);
    assertPacket(frame);
    frame.release();
    assertEquals(0, buffers.live());
  }

  @Test
  void anyOtherPayloadIsCopied() {
    List<ByteBuf> others =
        List.of(
            buffers.buffer(6).writeInt(0xCAFE).writeShort(7),
            buffers.buffer(50).writeZero(35).writeInt(0xCAFE).writeShort(7).readerIndex(35),
            originator.payload(6).writeInt(0xCAFE).writeShort(7).retain(),
            originator.payload(6).writeInt(0xCAFE).writeShort(7).asReadOnly());
    for (ByteBuf payload : others) {
      int at = payload.readerIndex();
      ByteBuf frame = originator.packet(THERE, 27, 0, 2, 9, payload);
      assertPacket(frame);
      frame.release();
      if (payload.refCnt() > 0) {
        assertEquals(0xCAFE, payload.getInt(at), "who holds it finds it as it was");
        payload.release();
      }
    }
    assertEquals(0, buffers.live());
  }

  private static void assertPacket(ByteBuf frame) {
    assertNull(Frame.check(frame));
    int ip = Frame.ipv4(frame);
    assertEquals(Frame.LENGTH_MIN + 6, frame.readableBytes());
    assertEquals(0xCAFE, frame.getInt(Frame.payload(frame)));
    assertEquals(27, Ipv4Header.protocol(frame, ip));
    assertEquals(2, Ipv4Header.ecn(frame, ip));
    assertEquals(0, Ipv4Header.dscp(frame, ip));
    assertEquals(9, RaniHeader.lifetimeMicros(frame, frame.readerIndex()));
    assertFalse(RaniHeader.act(frame, frame.readerIndex()));
    assertEquals(OWN, RaniHeader.prevNode(frame, frame.readerIndex()));
    assertEquals(THERE, Frame.destination(frame));
  }

  @ParameterizedTest
  @CsvSource({
    "65516, 27, 0, 10",
    "6, 256, 0, 10",
    "6, -1, 0, 10",
    "5, 27, 0, 10",
    "9, 17, 0, 10",
    "6, 27, 4, 10",
    "6, 27, -1, 10",
    "6, 27, 0, -1",
    "6, 27, 0, 4294967296"
  })
  void aPacketThatNoHeaderCanHoldIsRefusedAndItsPayloadNotTaken(
      int length, int protocol, int ecn, long lifetimeMicros) {
    ByteBuf roomy = originator.payload(length).writeZero(length);
    for (ByteBuf payload : List.of(roomy, buffers.buffer(length).writeZero(length))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> originator.packet(THERE, protocol, 0, ecn, lifetimeMicros, payload));
      assertEquals(1, payload.refCnt());
      assertEquals(length, payload.readableBytes());
      payload.release();
    }
    assertEquals(0, buffers.live());
  }

  @Test
  void packetsAreNumberedModulo65536() {
    for (int number = 0; number < 65_540; number++) {
      ByteBuf frame = datagram(Dscp.BEST_EFFORT, 1, "", 0);
      assertEquals(number & 0xFFFF, Ipv4Header.identification(frame, Frame.ipv4(frame)));
      frame.release();
    }
  }

  @Test
  void theLargestDatagramIsMade() {
    ByteBuf frame =
        datagram(
            Dscp.BEST_EFFORT, RaniHeader.LIFETIME_MICROS_MAX, "head", Originator.DATA_BYTES_MAX);
    assertNull(Frame.check(frame));
    assertEquals(65_535, Frame.length(frame));
  }

  @ParameterizedTest
  @CsvSource({"3, 10", "65508, 10", "-1, 10", "10, -1", "10, 4294967296"})
  void whatNoHeaderCanHoldIsRefusedAndNothingIsTaken(int dataLength, long lifetimeMicros) {
    assertThrows(
        IllegalArgumentException.class,
        () -> datagram(Dscp.BEST_EFFORT, lifetimeMicros, "head", dataLength));
    assertEquals(0, buffers.live());
  }

  @Test
  void theLargestPacketAndTheGreatestFieldsAreMade() {
    int length = 65_535 - 20;
    ByteBuf frame =
        originator.packet(
            THERE,
            255,
            0,
            3,
            RaniHeader.LIFETIME_MICROS_MAX,
            originator.payload(length).writeZero(length));
    assertNull(Frame.check(frame));
    assertEquals(65_535, Frame.length(frame));
    assertEquals(255, Ipv4Header.protocol(frame, Frame.ipv4(frame)));
    assertEquals(3, Ipv4Header.ecn(frame, Frame.ipv4(frame)));
    assertEquals(RaniHeader.LIFETIME_MICROS_MAX, RaniHeader.lifetimeMicros(frame, 0));
    assertNull(Frame.check(originator.packet(THERE, 0, 0, 0, 0, originator.payload(0))));
  }

  /** Seven bytes of payload, and zeros up to the length. */
  @ParameterizedTest
  @CsvSource({"17, 5000, 7, 28", "200, 0, 0, 20"})
  void aPlannedPacketIsAsItWasAskedFor(
      int protocol, int sourcePort, int destinationPort, int payloadAt) {
    PacketPlan plan =
        new PacketPlan(
            THERE,
            true,
            11,
            protocol,
            sourcePort,
            destinationPort,
            10,
            1,
            9,
            77,
            60,
            Payload.of("payload".getBytes(US_ASCII)));
    ByteBuf frame = originator.planned(plan);
    assertNull(Frame.check(frame));
    int ip = Frame.ipv4(frame);
    assertEquals(60, Frame.length(frame));
    assertEquals(
        "payload" + "\0".repeat(60 - payloadAt - 7),
        frame.toString(ip + payloadAt, 60 - payloadAt, US_ASCII));
    assertEquals(protocol, Ipv4Header.protocol(frame, ip));
    assertEquals(10, Ipv4Header.dscp(frame, ip));
    assertEquals(1, Ipv4Header.ecn(frame, ip));
    assertEquals(9, Ipv4Header.ttl(frame, ip));
    assertEquals(77, RaniHeader.lifetimeMicros(frame, 0));
    assertEquals(11, RaniHeader.service(frame, 0));
    assertTrue(RaniHeader.act(frame, 0));
    if (protocol == Ipv4Header.PROTOCOL_UDP) {
      assertEquals(5000, Frame.sourcePort(frame));
      assertEquals(7, Frame.destinationPort(frame));
      assertTrue(UdpHeader.checksumHolds(frame, Frame.payload(frame), OWN, THERE));
    }
  }
}
