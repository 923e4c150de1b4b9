// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Heap buffers that know how many of them live, so that a leak shows at the event that made it.
 *
 * <p>A buffer is new each time, so that whoever touches one that he has released is caught. The
 * array in it may have served before: the next packet finds it in the processor's cache, and
 * nothing has to be cleared. What is in it is therefore undefined, as live.
 */
public final class CountingAllocator extends AbstractByteBufAllocator {
  /** Longer arrays are not kept. */
  private static final int KEPT_BYTES_MAX = 2048;

  /** So many arrays of one length wait to be used again; what is given back beyond that is not. */
  private static final int KEPT_MAX = 1024;

  private final @Nullable ArrayDeque<byte[]>[] keptOfLength = keeping();
  private long live;

  /** None live. */
  public CountingAllocator() {
    super(false);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  private static @Nullable ArrayDeque<byte[]>[] keeping() {
    return new ArrayDeque[KEPT_BYTES_MAX + 1];
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

  private byte[] take(int length) {
    ArrayDeque<byte[]> kept = length <= KEPT_BYTES_MAX ? keptOfLength[length] : null;
    byte[] array = kept == null ? null : kept.pollLast();
    return array == null ? new byte[length] : array;
  }

  private void keep(byte[] array) {
    if (array.length > KEPT_BYTES_MAX) {
      return;
    }
    ArrayDeque<byte[]> kept = keptOfLength[array.length];
    if (kept == null) {
      kept = new ArrayDeque<>();
      keptOfLength[array.length] = kept;
    }
    if (kept.size() < KEPT_MAX) {
      kept.addLast(array);
    }
  }

  private final class Counted extends UnpooledHeapByteBuf {
    Counted(int initialCapacity, int maxCapacity) {
      super(CountingAllocator.this, initialCapacity, maxCapacity);
    }

    @Override
    protected byte[] allocateArray(int initialCapacity) {
      return take(initialCapacity);
    }

    @Override
    protected void freeArray(byte[] array) {
      keep(array);
    }

    @Override
    protected void deallocate() {
      live--;
      super.deallocate();
    }
  }
}
