// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ExchangeHeaderProperties {
  @Property
  void whateverIsSplitHasRoomForAHeadInEachMessage(
      @ForAll @IntRange(min = ExchangeHeader.LENGTH, max = 100_000) int bytes,
      @ForAll @IntRange(min = 2 * ExchangeHeader.LENGTH, max = 2000) int maxMessageBytes) {
    int left = bytes;
    while (left > 0) {
      int next = ExchangeHeader.next(left, maxMessageBytes);
      assertTrue(next >= ExchangeHeader.LENGTH && next <= maxMessageBytes, () -> "of " + next);
      left -= next;
    }
    assertEquals(0, left);
  }

  @Example
  void aHeadIsTheDocumentedBytes() {
    ByteBuf message =
        ExchangeHeader.message(UnpooledByteBufAllocator.DEFAULT, 0x5251, 0x01020304, 8);
    assertEquals(Unpooled.wrappedBuffer(new byte[] {0x52, 0x51, 1, 2, 3, 4, 0, 0}), message);
    assertEquals(ExchangeHeader.REQUEST, ExchangeHeader.kind(message));
    assertEquals(0x01020304, ExchangeHeader.bytesInAll(message));
    message.release();
  }
}
