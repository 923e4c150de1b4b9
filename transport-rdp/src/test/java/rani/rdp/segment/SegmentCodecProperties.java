// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import rani.rdp.fixture.Segments;

/** Print and parse are each other's inverse, and sequence numbers wrap. */
class SegmentCodecProperties {
  @Property
  void whatWasWrittenIsRead(@ForAll("segments") Segment segment) {
    ByteBuf bytes = Segments.encode(segment);
    assertEquals(SegmentCodec.length(segment), bytes.readableBytes());
    assertEquals(Segments.fields(segment), Segments.fields(Segments.decode(bytes)));
  }

  @Property
  void aRouterReadsWhatTheEndpointReads(@ForAll("segments") Segment segment) {
    ByteBuf bytes = Segments.encode(segment);
    RouterState state = segment.routerState();
    assertEquals(segment.flags(), RdpHeader.flags(bytes, 0));
    assertEquals(state != null, RdpHeader.hasRouterState(bytes, 0));
    if (state != null) {
      assertEquals(state.flags(), RdpHeader.stateFlags(bytes, 0));
      assertEquals(state.phase(), RdpHeader.phase(bytes, 0));
      assertEquals(state.epoch(), RdpHeader.epoch(bytes, 0));
      assertEquals(state.cwnd(), RdpHeader.cwnd(bytes, 0));
      assertEquals(state.ssthresh(), RdpHeader.ssthresh(bytes, 0));
      assertEquals(state.srttMillis(), RdpHeader.srttMillis(bytes, 0));
    }
  }

  @Property
  void orderSurvivesTheWrap(
      @ForAll int number, @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int distance) {
    int later = number + distance;
    assertEquals(true, Sequence.isBefore(number, later));
    assertEquals(false, Sequence.isBefore(later, number));
    assertEquals(false, Sequence.isBefore(number, number));
    assertEquals(true, Sequence.isIn(number, number, later));
    assertEquals(false, Sequence.isIn(later, number, later));
    assertEquals(true, Sequence.isIn(later - 1, number, later));
    assertEquals(false, Sequence.isIn(number - 1, number, later));
  }

  @Provide
  Arbitrary<Segment> segments() {
    return Arbitraries.oneOf(
        segments(Segment.SYN, 0),
        segments(Segment.SYN | Segment.ACK, 0),
        segments(Segment.ACK, 40),
        segments(Segment.ACK | Segment.EACK, 40),
        segments(Segment.RST, 0),
        segments(Segment.RST | Segment.ACK, 0),
        segments(Segment.NUL, 0),
        segments(Segment.NUL | Segment.ACK, 0));
  }

  private static Arbitrary<Segment> segments(int flags, int dataMax) {
    boolean syn = (flags & Segment.SYN) != 0;
    boolean eack = (flags & Segment.EACK) != 0;
    return Combinators.combine(
            words(),
            words(),
            Arbitraries.integers(),
            Arbitraries.integers(),
            syn ? parameters() : Arbitraries.just(new SynParameters(0, 0, 0)),
            Arbitraries.integers()
                .array(int[].class)
                .ofMinSize(eack ? 1 : 0)
                .ofMaxSize(eack ? SegmentCodec.eacksMax(true) : 0),
            states().injectNull(0.5),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(dataMax))
        .as(
            (from, to, sequence, acknowledgement, parameters, eacks, state, data) ->
                new Segment(
                    flags,
                    from,
                    to,
                    sequence,
                    acknowledgement,
                    syn ? parameters : null,
                    eacks,
                    state,
                    Unpooled.wrappedBuffer(data)));
  }

  private static Arbitrary<SynParameters> parameters() {
    return Combinators.combine(words(), words(), words()).as(SynParameters::new);
  }

  private static Arbitrary<RouterState> states() {
    Arbitrary<Integer> flags = Arbitraries.of(0, RouterState.ECE, RouterState.CWR, 6);
    return Combinators.combine(
            flags,
            Arbitraries.integers().between(0, 255),
            words(),
            words(),
            words(),
            words(),
            words())
        .as(RouterState::new);
  }

  private static Arbitrary<Integer> words() {
    return Arbitraries.integers().between(0, 0xFFFF);
  }
}
