// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import rani.rdp.fixture.Segments;

/** Whatever comes, the door answers; and behind the door nothing fails. */
class SegmentFuzz {
  private static final List<String> GOOD =
      SegmentGolden.good().map(SegmentGolden.Vector::hex).toList();

  @Property(tries = 5000)
  void anyBytesAreLookedOver(@ForAll @Size(max = 80) byte[] any) {
    lookOver(any);
  }

  /** Random bytes seldom get far, so these start out as a good segment. */
  @Property(tries = 10_000)
  void spoiledSegmentsAreLookedOver(
      @ForAll("segments") byte[] segment,
      @ForAll @Size(min = 1, max = 4) List<@From("spoilings") Spoiling> spoilings) {
    byte[] spoiled = segment.clone();
    spoilings.forEach(spoiling -> spoiling.applyTo(spoiled));
    lookOver(spoiled);
  }

  /** As above, with a checksum that says it was never computed, so that it stops nothing. */
  @Property(tries = 10_000)
  void spoiledSegmentsWithoutAChecksumAreLookedOver(
      @ForAll("segments") byte[] segment,
      @ForAll @Size(min = 1, max = 4) List<@From("spoilings") Spoiling> spoilings) {
    byte[] spoiled = segment.clone();
    spoilings.forEach(spoiling -> spoiling.applyTo(spoiled));
    spoiled[RdpHeader.CHECKSUM] = 0;
    spoiled[RdpHeader.CHECKSUM + 1] = 0;
    lookOver(spoiled);
  }

  /** What TCP's sum finds: every change of one octet, but of 0x00 to 0xFF where it pairs so. */
  @Property(tries = 10_000)
  void everySpoiledOctetOfASummedSegmentIsFound(
      @ForAll("segments") byte[] segment, @ForAll("spoilings") Spoiling spoiling) {
    byte[] spoiled = segment.clone();
    int at = spoiling.at() % spoiled.length;
    spoiling.applyTo(spoiled);
    if (spoiled[at] != segment[at]) {
      assertNotNull(Segments.check(Unpooled.wrappedBuffer(spoiled), true));
    }
  }

  @Property
  void everyOtherLengthOfAGoodSegmentIsRefused(
      @ForAll("segments") byte[] segment, @ForAll @IntRange(max = 300) int length) {
    ByteBuf cut = Bytes.unwritten(length);
    cut.setBytes(0, segment, 0, Math.min(length, segment.length));
    if (length != segment.length) {
      assertEquals(RefusalReason.MALFORMED, Segments.check(cut, false));
    }
  }

  @Provide
  Arbitrary<byte[]> segments() {
    return Arbitraries.of(GOOD).map(hex -> Bytes.ofHex(hex).array().clone());
  }

  @Provide
  Arbitrary<Spoiling> spoilings() {
    return Arbitraries.integers()
        .between(0, 47)
        .flatMap(at -> Arbitraries.bytes().map(value -> new Spoiling(at, value)));
  }

  /** One byte overwritten. */
  record Spoiling(int at, byte value) {
    void applyTo(byte[] bytes) {
      bytes[at % bytes.length] = value;
    }
  }

  private static void lookOver(byte[] bytes) {
    ByteBuf buf = Unpooled.wrappedBuffer(bytes);
    lookFromARouter(buf);
    RefusalReason withSum = Segments.check(buf, true);
    RefusalReason without = Segments.check(buf, false);
    assertTrue(without == null || withSum != null, "taken with a sum required, and not without");
    if (without != null) {
      return;
    }
    Segment segment = SegmentCodec.decode(buf, 0, bytes.length);
    makesSense(segment);
    ByteBuf again = Segments.encode(segment);
    assertEquals(Segments.fields(segment), Segments.fields(Segments.decode(again)));
  }

  /** What the machine takes for granted of a segment that has passed the door. */
  private static void makesSense(Segment segment) {
    assertEquals(segment.has(Segment.SYN), segment.syn() != null);
    assertEquals(segment.has(Segment.EACK), segment.eacks().length > 0);
    assertFalse(segment.has(Segment.SYN | Segment.RST));
    assertTrue(segment.has(Segment.ACK) || !segment.has(Segment.EACK));
    RouterState state = segment.routerState();
    if (segment.flags() == 0) {
      assertTrue(segment.isRequest());
    } else if (state != null) {
      assertFalse(state.has(RouterState.SET));
    }
    if (segment.data().isReadable()) {
      assertTrue(segment.has(Segment.ACK));
      assertFalse(segment.has(Segment.SYN) || segment.has(Segment.RST));
      assertFalse(segment.has(Segment.NUL));
    }
  }

  /** A router reads headers before, and without, the endpoint's door. */
  private static void lookFromARouter(ByteBuf buf) {
    int length = buf.readableBytes();
    if (!RdpHeader.isReadable(buf, 0, length)) {
      assertEquals(RefusalReason.MALFORMED, Segments.check(buf, false));
      return;
    }
    RdpHeader.flags(buf, 0);
    RdpHeader.sourcePort(buf, 0);
    RdpHeader.destinationPort(buf, 0);
    RdpHeader.sequence(buf, 0);
    RdpHeader.acknowledgement(buf, 0);
    assertEquals(length, RdpHeader.headerLength(buf, 0) + RdpHeader.dataLength(buf, 0));
    if (RdpHeader.hasRouterState(buf, 0)) {
      RdpHeader.srttMillis(buf, 0);
      Segment request = RdpHeader.windowRequest(buf, 0, Segments.DESTINATION, 4, 2, 1);
      assertTrue(Segments.decode(Segments.encode(request)).isRequest());
    }
  }
}
