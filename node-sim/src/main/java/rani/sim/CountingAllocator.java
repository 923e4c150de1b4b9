// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Allocates heap buffers and counts those that are not released yet, so that a leak is found at the
 * event that caused it.
 *
 * <p>Each buffer is a new object, so that use after release is found. Its array is reused without
 * being cleared, because it is likely in the processor's cache. The content is therefore undefined,
 * as in a live node.
 */
public final class CountingAllocator extends AbstractByteBufAllocator {
  /** Limit of the arrays that are kept for reuse, in bytes. */
  private static final int KEPT_BYTES_MAX = 2048;

  /** Limit of the arrays of one length that are kept for reuse. */
  private static final int KEPT_MAX = 1024;

  private static final VarHandle TWO = bigEndian(short[].class);
  private static final VarHandle FOUR = bigEndian(int[].class);
  private static final VarHandle EIGHT = bigEndian(long[].class);

  private final @Nullable ArrayDeque<byte[]>[] keptOfLength = keeping();
  private long live;

  /** Explicit, because -Xlint:missing-explicit-ctor warns about default constructors. */
  public CountingAllocator() {
    super(false);
  }

  private static VarHandle bigEndian(Class<?> view) {
    return MethodHandles.byteArrayViewVarHandle(view, ByteOrder.BIG_ENDIAN);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  private static @Nullable ArrayDeque<byte[]>[] keeping() {
    return new ArrayDeque[KEPT_BYTES_MAX + 1];
  }

  /** Returns the number of buffers that are not released yet. */
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

  /**
   * A buffer that is live while it has an array. That replaces the check of the reference count,
   * which is a separate object, for the twenty accesses of a node to each packet.
   */
  private final class Counted extends UnpooledHeapByteBuf {
    /** Null after release. Not initialized here, because the superclass's constructor sets it. */
    private byte @Nullable [] bytes;

    Counted(int initialCapacity, int maxCapacity) {
      super(CountingAllocator.this, initialCapacity, maxCapacity);
    }

    @Override
    protected byte[] allocateArray(int initialCapacity) {
      bytes = take(initialCapacity);
      return bytes;
    }

    @Override
    protected void freeArray(byte[] array) {
      if (array == bytes) { // not an array that was replaced by a longer one
        bytes = null;
      }
      keep(array);
    }

    private byte[] bytes() {
      byte[] present = bytes;
      if (present == null) {
        throw new IllegalReferenceCountException(0);
      }
      return present;
    }

    @Override
    public int capacity() {
      return bytes().length;
    }

    @Override
    public byte getByte(int index) {
      return bytes()[index];
    }

    @Override
    public short getShort(int index) {
      return (short) TWO.get(bytes(), index);
    }

    @Override
    public int getInt(int index) {
      return (int) FOUR.get(bytes(), index);
    }

    @Override
    public long getLong(int index) {
      return (long) EIGHT.get(bytes(), index);
    }

    @Override
    public ByteBuf setByte(int index, int value) {
      bytes()[index] = (byte) value;
      return this;
    }

    @Override
    public ByteBuf setShort(int index, int value) {
      TWO.set(bytes(), index, (short) value);
      return this;
    }

    @Override
    public ByteBuf setInt(int index, int value) {
      FOUR.set(bytes(), index, value);
      return this;
    }

    @Override
    public ByteBuf setLong(int index, long value) {
      EIGHT.set(bytes(), index, value);
      return this;
    }

    @Override
    public ByteBuf setZero(int index, int length) {
      Arrays.fill(bytes(), index, index + length, (byte) 0);
      return this;
    }

    @Override
    protected void deallocate() {
      live--;
      super.deallocate();
    }
  }
}
