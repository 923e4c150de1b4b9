// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import rani.model.capture.Direction;

/**
 * Ring buffer of frames from the node's thread to the thread that writes them. A frame that finds
 * the ring full is lost, so that a slow disk or client does not slow the node. Lock-free, for one
 * producer, which advances {@code given}, and one consumer, which advances {@code taken}.
 */
final class CaptureRing implements Capture.Sink {
  static final int RING_BYTES = 4 << 20;

  static final int RING_FRAMES = 1 << 15;

  /**
   * Per frame: interface (2), direction (2), time (8), original length (4), captured length (4).
   */
  private static final int HEADER_BYTES = 20;

  private static final int IN = Direction.IN.flag();

  private final int snapBytes;
  private final byte[] ring;
  private final int framesMax;
  private final ByteBuffer giving = ByteBuffer.allocate(HEADER_BYTES);
  private final ByteBuffer taking = ByteBuffer.allocate(HEADER_BYTES);
  private final byte[] frame;
  private final AtomicLong given = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong givenFrames = new AtomicLong();
  private final AtomicLong takenFrames = new AtomicLong();

  @FunctionalInterface
  interface Taker {
    /** Receives a frame in the first {@code length} bytes of {@code data}, valid for the call. */
    void take(
        int number, Direction direction, long nowNanos, int originalBytes, byte[] data, int length)
        throws IOException;
  }

  CaptureRing(int snapBytes, int ringBytes, int framesMax) {
    this.snapBytes = snapBytes;
    this.ring = new byte[ringBytes];
    this.framesMax = framesMax;
    this.frame = new byte[snapBytes];
  }

  @Override
  public boolean take(
      int number, Direction direction, long nowNanos, ByteBuf passing, int from, int original) {
    int length = Math.min(original, snapBytes);
    long at = given.getPlain();
    long frames = givenFrames.getPlain();
    if (at - taken.getAcquire() + HEADER_BYTES + length > ring.length
        || frames - takenFrames.getAcquire() >= framesMax) {
      return false;
    }
    giving.clear().putShort((short) number).putShort((short) direction.flag());
    giving.putLong(nowNanos).putInt(original).putInt(length);
    put(at, giving.array());
    int start = (int) ((at + HEADER_BYTES) % ring.length);
    int first = Math.min(length, ring.length - start);
    passing.getBytes(from, ring, start, first);
    passing.getBytes(from + first, ring, 0, length - first);
    givenFrames.setPlain(frames + 1);
    given.setRelease(at + HEADER_BYTES + length);
    return true;
  }

  private void put(long at, byte[] bytes) {
    int start = (int) (at % ring.length);
    int first = Math.min(bytes.length, ring.length - start);
    System.arraycopy(bytes, 0, ring, start, first);
    System.arraycopy(bytes, first, ring, 0, bytes.length - first);
  }

  private void get(long at, byte[] bytes, int length) {
    int start = (int) (at % ring.length);
    int first = Math.min(length, ring.length - start);
    System.arraycopy(ring, start, bytes, 0, first);
    System.arraycopy(ring, 0, bytes, first, length - first);
  }

  /** Removes all frames from the ring, and returns their number. */
  int drain(Taker taker) throws IOException {
    long from = taken.getPlain();
    long to = given.getAcquire();
    int frames = 0;
    while (from < to) {
      get(from, taking.array(), HEADER_BYTES);
      taking.clear();
      int number = taking.getShort();
      Direction direction = taking.getShort() == IN ? Direction.IN : Direction.OUT;
      long nowNanos = taking.getLong();
      int original = taking.getInt();
      int length = taking.getInt();
      get(from + HEADER_BYTES, frame, length);
      from += HEADER_BYTES + length;
      takenFrames.setRelease(takenFrames.getPlain() + 1);
      taken.setRelease(from);
      taker.take(number, direction, nowNanos, original, frame, length);
      frames++;
    }
    return frames;
  }
}
