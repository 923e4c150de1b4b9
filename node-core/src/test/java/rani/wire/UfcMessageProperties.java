// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.Bytes;
import rani.wire.ServiceMessage.UfcCongestion;
import rani.wire.ServiceMessage.UfcShaping;

/** UFC's reports are read as they were written, and of other bytes nothing else is read. */
class UfcMessageProperties {
  private static final int UFC_CONGESTION = 8;
  private static final int UFC_SHAPING = 9;

  @Property
  void aReportIsReadAsItWasWritten(
      @ForAll long high,
      @ForAll long low,
      @ForAll int id,
      @ForAll @IntRange(min = 1, max = 65_535) int count,
      @ForAll @IntRange(min = 1, max = 65_535) int interval,
      @ForAll @LongRange(min = 0) long bandwidth) {
    FlowKey flow = new FlowKey(high, low);
    assertReadAsWritten(new UfcCongestion(flow, id, count, interval, bandwidth));
    assertReadAsWritten(new UfcShaping(flow, id, count, interval));
  }

  private static void assertReadAsWritten(ServiceMessage message) {
    int length = ServiceMessageCodec.length(message);
    ByteBuf bytes = Bytes.unwritten(length);
    ServiceMessageCodec.write(message, bytes, 0);

    assertEquals(message, ServiceMessageCodec.read(bytes, 0, length));
  }

  @Property
  void whateverIsReadIsWrittenAsItStood(
      @ForAll boolean congestion, @ForAll @Size(32) byte[] fields, @ForAll boolean tidy) {
    int length = congestion ? 36 : 28;
    ByteBuf bytes = Unpooled.buffer(length).writerIndex(length);
    bytes.setBytes(4, fields, 0, length - 4);
    if (tidy) { // so that all are what somebody could say
      bytes.setByte(24, bytes.getByte(24) | 1).setByte(26, bytes.getByte(26) | 1);
      if (congestion) {
        bytes.setByte(28, bytes.getByte(28) & 0x7F);
      }
    }
    bytes.setByte(0, 1).setByte(1, congestion ? UFC_CONGESTION : UFC_SHAPING).setShort(2, 0);
    bytes.setShort(2, InternetChecksum.fold(InternetChecksum.sum(bytes, 0, length, 0)));
    ServiceMessage message = ServiceMessageCodec.read(bytes, 0, length);
    boolean makesSense =
        bytes.getShort(24) != 0
            && bytes.getShort(26) != 0
            && (!congestion || bytes.getLong(28) >= 0);
    assertEquals(makesSense, message != null);
    if (message != null) {
      ByteBuf written = Bytes.unwritten(length);
      ServiceMessageCodec.write(message, written, 0);
      assertEquals(Bytes.hex(bytes), Bytes.hex(written));
    }
  }
}
