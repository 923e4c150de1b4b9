// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * Memory of one service, and the window beyond it, in which the node shows what a call is about.
 * Access out of bounds throws IndexOutOfBoundsException and changes nothing.
 */
final class SandboxMemory implements Memory {
  /** Address of the window; no memory reaches it. */
  static final int WINDOW = 0x7000_0000;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int pagesMin;
  private final int pagesMax;
  private byte[] bytes;
  private byte[] window;
  private DataSegment[] segments = {};

  SandboxMemory(int pagesMin, int pagesMax, byte[] window) {
    this.pagesMin = pagesMin;
    this.pagesMax = pagesMax;
    this.bytes = new byte[pagesMin * PAGE_SIZE];
    this.window = window;
  }

  /** Puts another window in the place of the present one, and returns that. */
  byte[] swapWindow(byte[] other) {
    byte[] before = window;
    window = other;
    return before;
  }

  /** Copies bytes of the memory or the window, given by address and length. */
  byte[] copyOut(int address, int length) {
    byte[] from = array(address);
    int at = place(address);
    Objects.checkFromIndexSize(at, length, from.length);
    return Arrays.copyOfRange(from, at, at + length);
  }

  private byte[] array(int address) {
    return address >= WINDOW ? window : bytes;
  }

  private static int place(int address) {
    return address >= WINDOW ? address - WINDOW : address;
  }

  @Override
  public int pages() {
    return bytes.length / PAGE_SIZE;
  }

  @Override
  public int grow(int more) {
    int before = pages();
    if (more < 0 || more > pagesMax - before) {
      return -1;
    }
    if (more > 0) {
      bytes = Arrays.copyOf(bytes, bytes.length + more * PAGE_SIZE);
    }
    return before;
  }

  @Override
  public int initialPages() {
    return pagesMin;
  }

  @Override
  public int maximumPages() {
    return pagesMax;
  }

  @Override
  public void initialize(Instance instance, DataSegment[] dataSegments) {
    segments = dataSegments.clone(); // other instances of the module have the same array
    for (DataSegment each : dataSegments) {
      if (each instanceof ActiveDataSegment active) {
        int at = (int) active.offsetInstructions().getFirst().operand(0);
        write(at, active.data(), 0, active.data().length);
      }
    }
  }

  @Override
  public void initPassiveSegment(int segment, int to, int from, int size) {
    write(to, segments[segment].data(), from, size);
  }

  @Override
  public void write(int address, byte[] data, int from, int size) {
    byte[] into = array(address);
    int at = place(address);
    Objects.checkFromIndexSize(from, size, data.length);
    Objects.checkFromIndexSize(at, size, into.length);
    System.arraycopy(data, from, into, at, size);
  }

  @Override
  public void copy(int to, int from, int size) {
    byte[] source = array(from);
    byte[] into = array(to);
    Objects.checkFromIndexSize(place(from), size, source.length);
    Objects.checkFromIndexSize(place(to), size, into.length);
    System.arraycopy(source, place(from), into, place(to), size);
  }

  @Override
  public void fill(byte value, int from, int to) {
    byte[] into = array(from);
    int at = place(from);
    int size = to - from; // right even if `to` has overflowed
    Objects.checkFromIndexSize(at, size, into.length);
    Arrays.fill(into, at, at + size, value);
  }

  @Override
  public byte read(int address) {
    return array(address)[place(address)];
  }

  @Override
  public byte[] readBytes(int address, int length) {
    return copyOut(address, length);
  }

  @Override
  public void writeByte(int address, byte value) {
    array(address)[place(address)] = value;
  }

  @Override
  public short readShort(int address) {
    return (short) SHORTS.get(array(address), place(address));
  }

  @Override
  public long readU16(int address) {
    return Short.toUnsignedLong(readShort(address));
  }

  @Override
  public void writeShort(int address, short value) {
    SHORTS.set(array(address), place(address), value);
  }

  @Override
  public int readInt(int address) {
    return (int) INTS.get(array(address), place(address));
  }

  @Override
  public void writeI32(int address, int value) {
    INTS.set(array(address), place(address), value);
  }

  @Override
  public long readLong(int address) {
    return (long) LONGS.get(array(address), place(address));
  }

  @Override
  public void writeLong(int address, long value) {
    LONGS.set(array(address), place(address), value);
  }

  @Override
  public float readFloat(int address) {
    return Float.intBitsToFloat(readInt(address));
  }

  @Override
  public long readF32(int address) {
    return readInt(address);
  }

  @Override
  public void writeF32(int address, float value) {
    writeI32(address, Float.floatToRawIntBits(value));
  }

  @Override
  public double readDouble(int address) {
    return Double.longBitsToDouble(readLong(address));
  }

  @Override
  public long readF64(int address) {
    return readLong(address);
  }

  @Override
  public void writeF64(int address, double value) {
    writeLong(address, Double.doubleToRawLongBits(value));
  }

  @Override
  public void zero() {
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public void drop(int segment) {
    segments[segment] = PassiveDataSegment.EMPTY;
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  @SuppressWarnings("removal") // these must be implemented until they are removed
  public Object lock(int address) {
    throw new UnsupportedOperationException("memory of one thread");
  }

  @Override
  @SuppressWarnings("removal") // these must be implemented until they are removed
  public int waitOn(int address, int expected, long timeout) {
    throw new UnsupportedOperationException("memory of one thread");
  }

  @Override
  @SuppressWarnings("removal") // these must be implemented until they are removed
  public int waitOn(int address, long expected, long timeout) {
    throw new UnsupportedOperationException("memory of one thread");
  }

  @Override
  @SuppressWarnings("removal") // these must be implemented until they are removed
  public int notify(int address, int threadsMax) {
    throw new UnsupportedOperationException("memory of one thread");
  }
}
