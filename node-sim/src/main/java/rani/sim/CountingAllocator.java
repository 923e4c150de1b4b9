// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;

/** Heap buffers that know how many of them live, so that a leak shows at the event that made it. */
public final class CountingAllocator extends AbstractByteBufAllocator {
  private long live;

  /** None live. */
  public CountingAllocator() {
    super(false);
  }

  /** Buffers taken and not yet released. */
  public long live() {
    return live;
  }

  @Override
  protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
    live++;
    return new Counted(initialCapacity, maxCapacity);
  }

  @Override
  protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
    return newHeapBuffer(initialCapacity, maxCapacity);
  }

  @Override
  public boolean isDirectBufferPooled() {
    return false;
  }

  private final class Counted extends UnpooledHeapByteBuf {
    Counted(int initialCapacity, int maxCapacity) {
      super(CountingAllocator.this, initialCapacity, maxCapacity);
    }

    @Override
    protected void deallocate() {
      live--;
      super.deallocate();
    }
  }
}
