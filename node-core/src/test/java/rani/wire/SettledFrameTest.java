// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;

class SettledFrameTest {
  private static final ByteBufAllocator BUFFERS = UnpooledByteBufAllocator.DEFAULT;

  @Test
  void aFrameInABufferOfItsSizeStaysThere() {
    ByteBuf frame = BUFFERS.buffer(100).writeZero(100);
    ByteBuf settled = Frame.settled(BUFFERS, frame);
    assertSame(frame, settled);
    settled.release();
  }

  @Test
  void aSliceOfALargeBufferIsCopiedAndTheBufferLetGo() {
    ByteBuf large = BUFFERS.buffer(26_000).writeZero(26_000).setByte(500, 7);
    ByteBuf settled = Frame.settled(BUFFERS, large.retainedSlice(500, 100));
    assertEquals(100, settled.capacity());
    assertEquals(7, settled.getByte(settled.readerIndex()));
    assertEquals(1, large.refCnt());
    settled.release();
    large.release();
  }

  @Test
  void aSmallFrameAloneInALargeBufferIsCopied() {
    ByteBuf large = BUFFERS.buffer(26_000).writeZero(100);
    ByteBuf settled = Frame.settled(BUFFERS, large);
    assertNotSame(large, settled);
    assertEquals(0, large.refCnt());
    settled.release();
  }

  @Test
  void wrappersDoNotHideTheLargeBuffer() {
    ByteBuf large = BUFFERS.buffer(26_000).writeZero(26_000);
    ByteBuf wrapped = Unpooled.unreleasableBuffer(large.slice(0, 100));
    ByteBuf settled = Frame.settled(BUFFERS, wrapped);
    assertEquals(100, settled.capacity());
    settled.release();
    large.release();
  }
}
