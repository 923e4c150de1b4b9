// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.Bytes;

/** Whatever comes, the door answers; and behind the door no accessor fails. */
class FrameFuzz {
  private static final List<String> GOOD =
      FrameGolden.vectors()
          .filter(vector -> vector.verdict().equals("ok"))
          .map(FrameGolden.Vector::hex)
          .toList();

  @Property(tries = 5000)
  void anyBytesAreLookedOver(@ForAll @Size(max = 120) byte[] any) {
    lookOver(any);
  }

  /** Random bytes seldom get far, so these start out as a good frame. */
  @Property(tries = 10_000)
  void spoiledFramesAreLookedOver(
      @ForAll("frames") byte[] frame,
      @ForAll @Size(min = 1, max = 4) List<@From("spoilings") Spoiling> spoilings) {
    byte[] spoiled = frame.clone();
    spoilings.forEach(spoiling -> spoiling.applyTo(spoiled));
    lookOver(spoiled);
  }

  /** As above, with the IPv4 checksum made right again, so that it stops nothing. */
  @Property(tries = 10_000)
  void spoiledFramesWithARightChecksumAreLookedOver(
      @ForAll("frames") byte[] frame,
      @ForAll @Size(min = 1, max = 4) List<@From("spoilings") Spoiling> spoilings) {
    byte[] spoiled = frame.clone();
    spoilings.forEach(spoiling -> spoiling.applyTo(spoiled));
    int ip = 4 * (spoiled[1] & 0xFF);
    if (ip + Ipv4Header.LENGTH <= spoiled.length) {
      ByteBuf buf = Unpooled.wrappedBuffer(spoiled);
      buf.setShort(ip + 10, 0);
      buf.setShort(
          ip + 10, InternetChecksum.fold(InternetChecksum.sum(buf, ip, Ipv4Header.LENGTH, 0)));
    }
    lookOver(spoiled);
  }

  @Property
  void everyOtherLengthOfAGoodFrameIsRefused(
      @ForAll("frames") byte[] frame, @ForAll @IntRange(max = 200) int length) {
    ByteBuf cut = Bytes.unwritten(length);
    cut.setBytes(0, frame, 0, Math.min(length, frame.length));
    if (length != frame.length) {
      assertNotNull(Frame.check(cut), "cut or drawn out to " + length);
    }
  }

  @Provide
  Arbitrary<byte[]> frames() {
    return Arbitraries.of(GOOD).map(hex -> Bytes.ofHex(hex).array().clone());
  }

  @Provide
  Arbitrary<Spoiling> spoilings() {
    return Arbitraries.integers()
        .between(0, 80)
        .flatMap(at -> Arbitraries.bytes().map(value -> new Spoiling(at, value)));
  }

  /** One byte overwritten. */
  record Spoiling(int at, byte value) {
    void applyTo(byte[] bytes) {
      bytes[at % bytes.length] = value;
    }
  }

  private static void lookOver(byte[] bytes) {
    ByteBuf frame = Unpooled.wrappedBuffer(bytes);
    if (Frame.check(frame) != null) {
      return;
    }
    int at = frame.readerIndex();
    int ip = Frame.ipv4(frame);
    int body = Frame.payload(frame);
    RaniHeader.service(frame, at);
    RaniHeader.prevNode(frame, at);
    RaniHeader.prevLink(frame, at);
    RaniHeader.lifetimeMicros(frame, at);
    int trailer = RaniHeader.keyed(frame, at) ? KeyedTrailer.LENGTH : 0;
    assertEquals(bytes.length, ip + Frame.length(frame) + trailer);
    Frame.source(frame);
    Frame.destination(frame);
    Frame.isControl(frame);
    for (FlowIdentity identity : FlowIdentity.values()) {
      assertEquals(identity.of(frame), new FlowKey(identity.high(frame), identity.low(frame)));
    }
    int payload = Frame.length(frame) - Ipv4Header.LENGTH;
    MessageFormat.read(NodeMessage.FORMATS, frame, body, payload);
    boolean isUdp = Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_UDP;
    if (isUdp && !Ipv4Header.isFragment(frame, ip)) {
      assertEquals(payload, UdpHeader.length(frame, body));
      UdpHeader.checksumHolds(frame, body, Frame.source(frame), Frame.destination(frame));
    }
    if (trailer > 0) {
      assertTrue(KeyedTrailer.counter(frame) >= 0);
      new KeyedTrailer(new byte[16]).verifies(frame);
    }
    changeOnTheWay(frame);
  }

  /** What a node rewrites leaves the frame a good one. */
  private static void changeOnTheWay(ByteBuf frame) {
    int ip = Frame.ipv4(frame);
    RaniHeader.lifetimeMicros(frame, frame.readerIndex(), 1);
    RaniHeader.prevNode(frame, frame.readerIndex(), -1, 0xFFFF);
    Ipv4Header.ecn(frame, ip, Ipv4Header.ECN_CE);
    if (Ipv4Header.ttl(frame, ip) > 0) {
      Ipv4Header.decrementTtl(frame, ip);
    }
    assertEquals(null, Frame.check(frame));
  }
}
