// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.link.Originator;
import rani.service.FrameView;
import rani.services.probe.HopRecords.Hop;
import rani.services.probe.HopRecords.Trace;
import rani.wire.Dscp;
import rani.wire.UdpFlow;

class HopRecordsProperties {
  private static final long MOST = 0xFFFF_FFFFL;

  @Property(tries = 300)
  void whatIsWrittenIsRead(
      @ForAll @Size(max = 8) List<@From("hops") Hop> hops,
      @ForAll @IntRange(min = 8, max = HopRecords.ROOM_MAX) int room,
      @ForAll @IntRange(min = 0, max = 0xFFFF) int leftOut,
      @ForAll int number) {
    Trace trace = new Trace(HopRecords.BACK, number, ~number, room, leftOut, hops);
    ByteBuf data = HopRecords.write(trace);

    assertEquals(HopRecords.length(room), data.readableBytes());
    assertEquals(trace, HopRecords.read(data, 0, data.readableBytes()));
  }

  @Property(tries = 300)
  void aStampedPacketIsAsLongAsBeforeAndItsSumHolds(
      @ForAll @Size(max = 6) List<@From("hops") Hop> hops,
      @ForAll @IntRange(min = 1, max = 4) int room) {
    ByteBuf frame = frame(new Trace(HopRecords.THERE, 1, 2, room, 0, List.of()));
    int length = frame.readableBytes();
    FrameView view = new FrameView().wrap(frame, null);
    HopRecords records = new HopRecords();
    hops.forEach(hop -> records.stamp(view, hop));

    assertEquals(length, frame.readableBytes());
    assertTrue(HopRecords.isIn(view));
    int used = Math.min(room, hops.size());
    assertEquals(
        new Trace(HopRecords.THERE, 1, 2, room, hops.size() - used, hops.subList(0, used)),
        HopRecords.read(frame, view.dataIndex(), view.dataLength()));
    frame.release();
  }

  @Property(tries = 500)
  void noBytesMakeTheReaderFail(@ForAll @Size(max = 120) byte[] bytes) {
    Trace trace = HopRecords.read(Unpooled.wrappedBuffer(bytes), 0, bytes.length);

    assertTrue(trace == null || trace.hops().size() <= trace.room());
  }

  @Property(tries = 500)
  void anyByteOfTheHeadMayBeDamaged(
      @ForAll @IntRange(min = 0, max = HopRecords.HEAD - 1) int at, @ForAll byte changed) {
    ByteBuf data = HopRecords.write(new Trace(HopRecords.THERE, 1, 2, 3, 0, List.of()));
    data.setByte(at, changed);
    Trace trace = HopRecords.read(data, 0, data.readableBytes());

    assertTrue(trace == null || trace.hops().size() <= 3);
    assertNull(HopRecords.read(data, 0, data.readableBytes() - 1));
  }

  @Property(tries = 200)
  void damageShowsHoweverOftenThePacketIsStamped(
      @ForAll @IntRange(min = 0, max = 7) int bit,
      @ForAll @IntRange(min = HopRecords.HEAD + HopRecords.RECORD, max = 111) int at,
      @ForAll @From("hops") Hop hop) {
    ByteBuf frame = frame(new Trace(HopRecords.THERE, 1, 2, 3, 0, List.of()));
    FrameView view = new FrameView().wrap(frame, null);
    int spoiled = view.dataIndex() + at;
    frame.setByte(spoiled, frame.getByte(spoiled) ^ 1 << bit);
    new HopRecords().stamp(view, hop);

    assertFalse(HopRecords.isIn(view));
    frame.release();
  }

  private static ByteBuf frame(Trace trace) {
    ByteBuf data = HopRecords.write(trace);
    return new Originator(UnpooledByteBufAllocator.DEFAULT, 1)
        .datagram(
            new UdpFlow(2, 7007, 7007), 7, Dscp.BEST_EFFORT, 1000, data, data.readableBytes());
  }

  @Provide
  Arbitrary<Hop> hops() {
    Arbitrary<Long> amounts = Arbitraries.longs().between(0, MOST);
    Arbitrary<Integer> links = Arbitraries.integers().between(-1, 0xFFFE);
    Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 0xFF);
    return Combinators.combine(
            Arbitraries.integers(), numbers, links, links, amounts, amounts, amounts, amounts)
        .as(
            (node, ttl, in, out, frames, average, life, delay) ->
                new Hop(
                    node,
                    ttl,
                    (ttl & 1) != 0,
                    (ttl & 2) != 0,
                    ttl * 200,
                    in,
                    out,
                    frames,
                    average,
                    life,
                    frames ^ average,
                    delay));
  }
}
