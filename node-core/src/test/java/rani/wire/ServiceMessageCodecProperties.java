// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
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
import rani.fixture.Bytes;

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
      @ForAll @IntRange(max = 5) int type, @ForAll @Size(max = 40) byte[] body) {
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
    Arbitrary<FlowKey> flows =
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(FlowKey::new);
    return Arbitraries.oneOf(
        Combinators.combine(ints, Arbitraries.of(true, false), intervals)
            .as(ServiceMessage.LinkHello::new),
        Combinators.combine(ints, flows, ints, ints).as(ServiceMessage.ActiveFilter::new),
        ints.map(ServiceMessage.ActiveFilterAck::new));
  }
}
