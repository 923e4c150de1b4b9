// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import org.junit.jupiter.api.Test;

class CountingAllocatorTest {
  private final CountingAllocator buffers = new CountingAllocator();

  @Test
  void everyKindOfBufferLivesUntilItIsReleased() {
    ByteBuf any = buffers.buffer(10);
    ByteBuf heap = buffers.heapBuffer(10, 20);
    ByteBuf direct = buffers.directBuffer();
    ByteBuf io = buffers.ioBuffer(10);
    assertEquals(4, buffers.live());

    any.release();
    heap.release();
    direct.release();
    io.release();
    assertEquals(0, buffers.live());
  }

  @Test
  void aBufferWithTwoOwnersIsOneAndLivesUntilTheLastReleasesIt() {
    ByteBuf buffer = buffers.buffer(10).retain();

    buffer.release();
    assertEquals(1, buffers.live());

    buffer.release();
    assertEquals(0, buffers.live());
  }

  @Test
  void aViewOfABufferIsNotAnother() {
    ByteBuf buffer = buffers.buffer(10).writeZero(10);

    assertEquals(5, buffer.slice(0, 5).readableBytes());
    assertEquals(10, buffer.retainedDuplicate().readableBytes());
    assertEquals(1, buffers.live());

    buffer.release(2);
    assertEquals(0, buffers.live());
  }

  @Test
  void aBufferThatGrowsStaysOne() {
    ByteBuf buffer = buffers.buffer(1).writeZero(1000);
    assertEquals(1, buffers.live());

    buffer.release();
    assertEquals(0, buffers.live());
  }

  @Test
  void anArrayServesAgainButAReleasedBufferDoesNot() {
    ByteBuf first = buffers.buffer(100);
    byte[] array = first.array();
    first.release();

    ByteBuf second = buffers.buffer(100);

    assertSame(array, second.array());
    assertNotSame(first, second);
    assertThrows(IllegalReferenceCountException.class, () -> first.getByte(0));
    second.release();
  }

  @Test
  void buffersLieOnTheHeapWhateverIsAskedFor() {
    ByteBuf direct = buffers.directBuffer();

    assertFalse(direct.isDirect());
    direct.release();
  }
}
