// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.link.Originator;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.world.LinkId;
import rani.world.NoteDetail;

/** A host whose node is the test: what it asks of the node is a line each. */
class RdpHostTest {
  private static final int HERE = Address.parse("10.0.0.1");
  private static final int THERE = Address.parse("10.0.0.2");
  private static final int ISS = 1000;
  private static final long SECOND = 1_000_000_000;

  private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
  private final List<String> asked = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Segment> sent = new ArrayList<>();
  private final Originator peer = new Originator(buffers, THERE);
  private final RandomGenerator chance = () -> (long) ISS << Integer.SIZE;
  private final ServiceContext context =
      (ServiceContext)
          Proxy.newProxyInstance(
              ServiceContext.class.getClassLoader(),
              new Class<?>[] {ServiceContext.class},
              (_, method, values) -> answer(method.getName(), values));

  private boolean isFree = true;

  private @Nullable Object answer(String name, Object @Nullable [] values) {
    Object[] given = values == null ? new Object[0] : values;
    return switch (name) {
      case "address" -> HERE;
      case "route" -> (int) given[0] == THERE ? new LinkId(3) : null;
      case "pathMtuBytes" -> 1400;
      case "secrets" -> chance;
      case "buffers" -> buffers;
      case "payload" -> buffers.buffer((int) given[0]);
      case "note" -> {
        yield notes.add(given[1] + " " + ((NoteDetail) given[2]).text());
      }
      case "send" -> {
        ByteBuf segment = (ByteBuf) given[6];
        assertEquals(List.of(THERE, 27, 10_000_000L), List.of(given[1], given[2], given[5]));
        ByteBuf copy = segment.copy();
        segment.release();
        yield sent.add(SegmentCodec.decode(copy, 0, copy.readableBytes()));
      }
      default -> {
        asked.add(name + " " + List.of(given));
        yield name.startsWith("claim") ? isFree : null;
      }
    };
  }

  private RdpHost host(boolean windows) {
    return new RdpHost(context, 5, RdpHost.notes(context, windows));
  }

  private static RdpConnection call(RdpHost host) {
    return host.endpoint()
        .connect(
            0,
            7000,
            THERE,
            9000,
            RdpConfig.DEFAULT,
            new RdpApplication() {
              @Override
              public void received(long nowNanos, RdpConnection connection, ByteBuf message) {}
            });
  }

  private Fate comes(RdpHost host, long nowNanos, Segment segment) {
    int length = SegmentCodec.length(segment);
    ByteBuf payload = peer.payload(length).writerIndex(36 + length);
    SegmentCodec.encode(segment, payload, payload.readerIndex(), THERE, HERE, true);
    return shows(host, nowNanos, peer.packet(HERE, 27, 0, 0, 1000, payload));
  }

  private static Fate shows(RdpHost host, long nowNanos, ByteBuf frame) {
    Fate fate = host.onPacket(nowNanos, new FrameView().wrap(frame, null));
    frame.release();
    return fate;
  }

  private static Segment answer(int flags, int sequence, @Nullable SynParameters syn) {
    return new Segment(
        flags, 9000, 7000, sequence, ISS, syn, Segment.NO_EACKS, null, Unpooled.EMPTY_BUFFER);
  }

  /** One that has called, and was answered after 50 ms. */
  private RdpConnection open(RdpHost host) {
    RdpConnection connection = call(host);
    comes(
        host,
        SECOND / 20,
        answer(Segment.SYN | Segment.ACK, 0, new SynParameters(64, 1500, SynParameters.SEQUENCED)));
    return connection;
  }

  /** srtt is 50 ms, and the timer's floor 1 s (RFC 6298). */
  @Test
  void aConnectionsLifeIsNoted() {
    RdpHost host = host(true);
    RdpConnection connection = open(host);
    connection.send(SECOND, Unpooled.copiedBuffer("data", US_ASCII));
    assertEquals(1, host.heldBuffers());
    assertEquals("data", sent.getLast().data().toString(US_ASCII));
    host.onWake(2 * SECOND);
    assertEquals("data", sent.getLast().data().toString(US_ASCII));
    host.stop(3 * SECOND);
    assertEquals(0, host.heldBuffers());

    String name = "conn=10.0.0.1:7000-10.0.0.2:9000 ";
    assertEquals(
        List.of(
            "connection " + name + "state=SYN-SENT",
            "connection " + name + "state=OPEN",
            "window "
                + name
                + "state=SS cwnd=4.000 ssthresh=65535.000 srtt=0.050000 rto=1.000000"
                + " flight=1",
            "retransmit " + name + "sequence=1",
            "window "
                + name
                + "state=RTO cwnd=1.000 ssthresh=2.000 srtt=0.050000 rto=2.000000"
                + " flight=1",
            "connection " + name + "state=CLOSED",
            "closed "
                + name
                + "reason=stopped sent=1 acknowledged=0 received=0 bytes=0"
                + " retransmissions=1 timeouts=1 fast-retransmits=0 goodput=0"),
        notes);
    assertTrue(asked.contains("release [27, 7000]"), asked::toString);
    assertEquals("cancelTimer [5]", asked.getLast());
  }

  @Test
  void withoutWindowsOnlyStatesAndTheEndAreNoted() {
    RdpHost host = host(false);
    open(host).send(SECOND, Unpooled.copiedBuffer("data", US_ASCII));
    host.onWake(2 * SECOND);
    host.stop(3 * SECOND);

    assertEquals(
        List.of("connection", "connection", "connection", "closed"),
        notes.stream().map(note -> note.substring(0, note.indexOf(' '))).toList());
  }

  @Test
  void portsAndTheTimerAreTheNodes() {
    RdpHost host = host(false);
    call(host);
    assertEquals(List.of("claimRest [27]", "claim [27, 7000]", "setTimer [5, 1000000000]"), asked);
    assertEquals(1400, host.pathMtuBytes(THERE));
    asked.clear();
    host.wakeAt(Long.MAX_VALUE);
    assertEquals(List.of("cancelTimer [5]"), asked);
    isFree = false;
    assertFalse(host.claim(7001));
    isFree = true;
    assertTrue(host.claim(7001));
    assertFalse(host.facts().byKey().isEmpty());
  }

  @Test
  void whatIsNoPassivePacketOfRdpIsRefused() {
    RdpHost host = host(false);
    call(host);
    Segment synAck =
        answer(Segment.SYN | Segment.ACK, 0, new SynParameters(64, 1500, SynParameters.SEQUENCED));
    assertEquals(Fate.CONSUME, comes(host, 1, synAck));
    assertEquals(Fate.REFUSE, comes(host, 2, Segment.bare(Segment.ACK, 9000, 7001, 1, ISS)));
    int before = sent.size();
    ByteBuf udp =
        peer.datagram(
            new UdpFlow(HERE, 9000, 7000), 1000, Unpooled.wrappedBuffer(new byte[20]), 20);
    assertEquals(Fate.REFUSE, shows(host, 3, udp));
    ByteBuf data = peer.payload(18).writerIndex(36 + 18);
    Segment ack = Segment.bare(Segment.ACK, 9000, 7000, 1, ISS);
    SegmentCodec.encode(ack, data, data.readerIndex(), THERE, HERE, true);
    ByteBuf active = peer.packet(HERE, 27, 0, 0, 1000, data);
    RaniHeader.write(active, active.readerIndex(), true, 3, 1000, THERE);
    assertEquals(Fate.REFUSE, shows(host, 4, active));
    assertEquals(before, sent.size(), "no one is answered");
  }

  /** What routers ask, and what they did on the way, is noted. */
  @Test
  void requestsAndShortenedSegmentsAreNoted() {
    RdpHost host = host(true);
    RdpConnection connection = open(host);
    var trace = RdpHost.notes(context, true);
    notes.clear();
    trace.requested(1, connection, -1, new RouterState(0, 0, 7, 8, 9, 0, 10));
    trace.paced(2, connection, 500, 80_000);
    trace.shortened(3, connection, -2, 100);
    RdpHost.notes(context, false).paced(2, connection, 500, 80_000);

    String name = "conn=10.0.0.1:7000-10.0.0.2:9000 ";
    assertEquals(
        List.of(
            "request " + name + "sequence=4294967295 epoch=7 cwnd=8 ssthresh=9 lost=10",
            "pace " + name + "bytes=500 rate=80000",
            "shortened " + name + "sequence=4294967294 bytes=100"),
        notes);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.000000",
    "499, 0.000000",
    "500, 0.000001",
    "999999499, 0.999999",
    "999999500, 1.000000",
    "12345678901, 12.345679"
  })
  void timesHaveMicroseconds(long nanos, String seconds) {
    assertEquals(seconds, RdpHost.seconds(nanos));
  }

  @ParameterizedTest
  @CsvSource({"0, 0.000", "-1, -0.001", "-1234, -1.234", "999, 0.999", "1000, 1.000"})
  void decimalsAreAllWritten(long digits, String text) {
    assertEquals(text, RdpHost.decimal(digits, 3));
  }

  @Test
  void theBuffersAreTheNodes() {
    RdpHost host = host(false);
    assertEquals(buffers, Objects.requireNonNull(host.buffers()));
    assertEquals(12, host.segment(12).capacity());
  }
}
