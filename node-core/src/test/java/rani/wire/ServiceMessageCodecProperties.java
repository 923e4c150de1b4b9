// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.Bytes;
import rani.wire.ServiceMessage.LinkState.Neighbour;

class ServiceMessageCodecProperties {
  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsReadBack(
      @ForAll("messages") ServiceMessage message, @ForAll @IntRange(max = 60) int at) {
    int length = ServiceMessageCodec.length(message);
    ByteBuf bytes = Bytes.unwritten(at + length + 8);
    ServiceMessageCodec.write(message, bytes, at);
    assertEquals(message, ServiceMessageCodec.read(bytes, at, length));
    assertEquals(
        Bytes.hex(Bytes.unwritten(8)), Bytes.hex(bytes.slice(at + length, 8)), "written beyond");
  }

  /** Parse, print, parse: whatever bytes are taken for a message mean the same when rewritten. */
  @Property(tries = 5000)
  void whatIsReadIsWrittenBack(
      @ForAll @IntRange(max = 11) int type, @ForAll @Size(max = 40) byte[] body) {
    ByteBuf bytes = Unpooled.buffer().writeByte(1).writeByte(type).writeShort(0).writeBytes(body);
    int length = bytes.readableBytes();
    bytes.setShort(2, InternetChecksum.fold(InternetChecksum.sum(bytes, 0, length, 0)));
    ServiceMessage message = ServiceMessageCodec.read(bytes, 0, length);
    if (message != null) {
      ByteBuf again = Bytes.unwritten(length);
      assertEquals(length, ServiceMessageCodec.length(message));
      ServiceMessageCodec.write(message, again, 0);
      assertEquals(Bytes.hex(bytes), Bytes.hex(again));
    }
  }

  /** Bytes that are nearly a message, so that many are taken. */
  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsNearlyAMessageIsReadAsItStands(
      @ForAll("messages") ServiceMessage message, @ForAll int where, @ForAll byte what) {
    int length = ServiceMessageCodec.length(message);
    ByteBuf bytes = Bytes.unwritten(length);
    ServiceMessageCodec.write(message, bytes, 0);
    int at = 4 + Math.floorMod(where, length - 4);
    bytes.setByte(at, what);
    byte[] body = new byte[length - 4];
    bytes.getBytes(4, body);
    whatIsReadIsWrittenBack(bytes.getByte(1), body);
  }

  /** Bytes that are nearly a link state, so that many are taken. */
  @Property
  void whatIsReadAsALinkStateIsWrittenBack(
      @ForAll @Size(12) byte[] front,
      @ForAll @IntRange(max = 9) int part,
      @ForAll @IntRange(max = 4) int nameLength,
      @ForAll @IntRange(max = 3) int neighbours,
      @ForAll @Size(24) byte[] behind) {
    byte[] body = Arrays.copyOf(front, 16 + 8 * neighbours + nameLength);
    body[12] = (byte) part;
    body[13] = (byte) nameLength;
    body[15] = (byte) neighbours;
    System.arraycopy(behind, 0, body, 16, 8 * neighbours);
    Arrays.fill(body, 16 + 8 * neighbours, body.length, (byte) 'n');
    whatIsReadIsWrittenBack(4, body);
  }

  @Property(tries = 5000)
  void anyBytesAreReadWithoutFailing(
      @ForAll @Size(max = 64) byte[] any, @ForAll @IntRange(max = 64) int length) {
    ByteBuf bytes = Unpooled.wrappedBuffer(any);
    ServiceMessageCodec.read(bytes, 0, Math.min(length, any.length));
  }

  @Provide
  Arbitrary<ServiceMessage> messages() {
    Arbitrary<Integer> ints = Arbitraries.integers();
    Arbitrary<Integer> intervals = Arbitraries.integers().between(1, 65_535);
    Arbitrary<Integer> helloIntervals = Arbitraries.integers().between(10, 60_000);
    Arbitrary<Long> longs = Arbitraries.longs();
    Arbitrary<FlowKey> flows = Combinators.combine(longs, longs).as(FlowKey::new);
    return Arbitraries.oneOf(
        Combinators.combine(ints, Arbitraries.of(true, false), helloIntervals)
            .as(ServiceMessage.LinkHello::new),
        Combinators.combine(ints, flows, ints, ints).as(ServiceMessage.ActiveFilter::new),
        ints.map(ServiceMessage.ActiveFilterAck::new),
        linkStates().map(state -> state),
        Combinators.combine(linkStates(), signatures()).as(ServiceMessage.SignedLinkState::new),
        Combinators.combine(ints, Arbitraries.integers().between(0, 7), ints)
            .as(ServiceMessage.LinkStateAck::new),
        accFilters(flows),
        Combinators.combine(
                flows, Arbitraries.integers().between(0, 65_535), Arbitraries.of(true, false))
            .as(ServiceMessage.AccFilterStands::new),
        Combinators.combine(
                flows, ints, intervals, intervals, Arbitraries.longs().greaterOrEqual(0))
            .as(ServiceMessage.UfcCongestion::new),
        Combinators.combine(flows, ints, intervals, intervals).as(ServiceMessage.UfcShaping::new),
        Combinators.combine(flows, intervals).as(ServiceMessage.AbcdSize::new));
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
            Arbitraries.integers().between(1, ServiceMessage.AccFilter.HOPS_MAX),
            Arbitraries.of(true, false))
        .as(
            (flow, other, amount, phase, cwnd, hops, suppress) ->
                new ServiceMessage.AccFilter(
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

  private static Arbitrary<byte[]> signatures() {
    return Arbitraries.bytes()
        .array(byte[].class)
        .ofSize(ServiceMessage.SignedLinkState.SIGNATURE_BYTES);
  }

  private static Arbitrary<ServiceMessage.LinkState> linkStates() {
    Arbitrary<Integer> ints = Arbitraries.integers();
    Arbitrary<String> names =
        Combinators.combine(
                Arbitraries.strings().ofLength(1).alpha(),
                Arbitraries.strings().ofMaxLength(31).alpha().numeric().withChars("-_"))
            .as((first, rest) -> first + rest);
    Arbitrary<Neighbour> neighbour =
        Combinators.combine(
                ints,
                Arbitraries.integers().between(68, 65_535),
                Arbitraries.integers().between(1, 65_535))
            .as(Neighbour::new);
    return Combinators.combine(
            ints,
            Arbitraries.integers().between(0, 7),
            ints,
            Arbitraries.longs().between(0, 0xFFFF_FFFFL),
            names,
            neighbour.list().ofMaxSize(ServiceMessage.LinkState.NEIGHBOURS_MAX))
        .as(ServiceMessage.LinkState::new);
  }
}
