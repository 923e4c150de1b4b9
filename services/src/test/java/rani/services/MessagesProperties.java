// SPDX-License-Identifier: Apache-2.0
package rani.services;

import io.netty.buffer.Unpooled;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.MessageBytes;
import rani.services.abcd.AbcdSize;
import rani.services.acc.AccFilter;
import rani.services.acc.AccFilterStands;
import rani.services.lgc.ActiveFilter;
import rani.services.lgc.ActiveFilterAck;
import rani.services.ufc.UfcCongestion;
import rani.services.ufc.UfcShaping;
import rani.wire.FlowKey;
import rani.wire.ServiceMessage;

class MessagesProperties {
  private static final MessageBytes BYTES = new MessageBytes(ProvidersTest.messages());

  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsReadBack(
      @ForAll("messages") ServiceMessage message, @ForAll @IntRange(max = 60) int at) {
    BYTES.assertReadBack(message, at);
  }

  @Property(tries = 5000)
  void whatIsReadIsWrittenBack(
      @ForAll @IntRange(max = 11) int type, @ForAll @Size(max = 40) byte[] body) {
    BYTES.assertRewritten(type, body);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsNearlyAMessageIsReadAsItStands(
      @ForAll("messages") ServiceMessage message, @ForAll int where, @ForAll byte what) {
    BYTES.assertRewrittenWith(message, where, what);
  }

  @Property(tries = 5000)
  void anyBytesAreReadWithoutFailing(@ForAll @Size(max = 64) byte[] any) {
    BYTES.read(Unpooled.wrappedBuffer(any));
  }

  @Provide
  Arbitrary<ServiceMessage> messages() {
    Arbitrary<Integer> ints = Arbitraries.integers();
    Arbitrary<Integer> intervals = Arbitraries.integers().between(1, 65_535);
    Arbitrary<Long> longs = Arbitraries.longs();
    Arbitrary<FlowKey> flows = Combinators.combine(longs, longs).as(FlowKey::new);
    return Arbitraries.oneOf(
        Combinators.combine(ints, flows, ints, ints).as(ActiveFilter::new),
        ints.map(ActiveFilterAck::new),
        accFilters(flows),
        Combinators.combine(
                flows, Arbitraries.integers().between(0, 65_535), Arbitraries.of(true, false))
            .as(AccFilterStands::new),
        Combinators.combine(
                flows, ints, intervals, intervals, Arbitraries.longs().greaterOrEqual(0))
            .as(UfcCongestion::new),
        Combinators.combine(flows, ints, intervals, intervals).as(UfcShaping::new),
        Combinators.combine(flows, intervals).as(AbcdSize::new));
  }

  /** Windows that do not open; fields without a bound share one number. */
  private static Arbitrary<ServiceMessage> accFilters(Arbitrary<FlowKey> flows) {
    Arbitrary<Integer> any = Arbitraries.integers().between(0, 65_535);
    return Combinators.combine(
            flows,
            any,
            Arbitraries.integers().between(1, 65_535),
            Arbitraries.integers().between(0, 6),
            Arbitraries.integers().between(1, 65_535),
            Arbitraries.integers().between(1, AccFilter.HOPS_MAX),
            Arbitraries.of(true, false))
        .as(
            (flow, other, amount, phase, cwnd, hops, suppress) ->
                new AccFilter(
                    flow,
                    other,
                    amount,
                    phase,
                    cwnd,
                    other,
                    1 + other % cwnd,
                    other,
                    other,
                    hops,
                    suppress));
  }
}
