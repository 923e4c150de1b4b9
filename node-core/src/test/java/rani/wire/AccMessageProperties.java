// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.Bytes;
import rani.wire.ServiceMessage.AccFilter;
import rani.wire.ServiceMessage.AccFilterStands;

/** ACC's messages are read as they were written, and of other bytes nothing else is read. */
class AccMessageProperties {
  private static final int ACC_FILTER = 6;
  private static final int ACC_FILTER_STANDS = 7;

  @Property
  void aRequestIsReadAsItWasWritten(
      @ForAll long high,
      @ForAll long low,
      @ForAll @IntRange(max = 65_535) int epoch,
      @ForAll @IntRange(min = 1, max = 65_535) int amount,
      @ForAll @IntRange(max = 6) int phase,
      @ForAll @IntRange(min = 1, max = 65_535) int cwnd,
      @ForAll @IntRange(max = 65_535) int other,
      @ForAll @IntRange(min = 1, max = AccFilter.HOPS_MAX) int hops,
      @ForAll boolean suppress) {
    int newCwnd = 1 + other % cwnd;
    FlowKey flow = new FlowKey(high, low);
    assertReadAsWritten(
        new AccFilter(
            flow, epoch, amount, phase, cwnd, other, newCwnd, other, other, hops, suppress));
    assertReadAsWritten(new AccFilterStands(flow, epoch, suppress));
  }

  private static void assertReadAsWritten(ServiceMessage message) {
    int length = ServiceMessageCodec.length(message);
    ByteBuf bytes = Bytes.unwritten(length);
    ServiceMessageCodec.write(message, bytes, 0);

    assertEquals(message, ServiceMessageCodec.read(bytes, 0, length));
  }

  @Property
  void whateverIsReadIsWrittenAsItStood(
      @ForAll boolean request, @ForAll @Size(36) byte[] fields, @ForAll boolean tidy) {
    int length = request ? 40 : 24;
    ByteBuf bytes = Unpooled.buffer(length).writerIndex(length);
    bytes.setBytes(4, fields, 0, length - 4);
    if (tidy && request) { // so that many are what a monitor could ask for
      bytes.setByte(24, bytes.getByte(24) & 3).setByte(25, 1 + (bytes.getByte(25) & 15));
      bytes.setShort(26, bytes.getShort(26) & 0x0100).setShort(38, 0);
    } else if (tidy) {
      bytes.setShort(22, bytes.getShort(22) & 0x0100);
    }
    bytes.setByte(0, 1).setByte(1, request ? ACC_FILTER : ACC_FILTER_STANDS).setShort(2, 0);
    bytes.setShort(2, InternetChecksum.fold(InternetChecksum.sum(bytes, 0, length, 0)));
    ServiceMessage message = ServiceMessageCodec.read(bytes, 0, length);
    assertTrue(message != null || request || !tidy, "word of a filter has no fields to get wrong");
    if (message != null) {
      ByteBuf written = Bytes.unwritten(length);
      ServiceMessageCodec.write(message, written, 0);
      assertEquals(Bytes.hex(bytes), Bytes.hex(written));
    }
  }
}
