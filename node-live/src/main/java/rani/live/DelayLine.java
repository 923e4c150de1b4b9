// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import rani.link.LatenessHistogram;
import rani.wire.Frame;
import rani.world.LinkEnd;
import rani.world.Wire;

/**
 * The frames of one node on its wires during their propagation delay. Each frame is written to its
 * socket when it would arrive at the far end. Frames due at the same instant leave in order of
 * arrival.
 */
final class DelayLine {
  /** Limit of the frames on a node's wires. */
  static final int FRAMES_MAX = 65_536;

  /** Limit of the bytes on a node's wires. */
  static final long BYTES_MAX = 64L << 20;

  private final ByteBufAllocator buffers;
  private final int framesMax;
  private final long bytesMax;
  private final PriorityQueue<Delayed> line = new PriorityQueue<>();
  private long sequence;
  private long bytes;
  private long dropped;
  private LatenessHistogram lateness = new LatenessHistogram();

  /** A frame on a wire; the buffer is null if the sending link end keeps it. */
  private record Delayed(
      long dueNanos,
      long sequence,
      LinkEnd end,
      Wire wire,
      @Nullable ByteBuf frame,
      int lengthBytes)
      implements Comparable<Delayed> {
    @Override
    public int compareTo(Delayed other) {
      int byTime = Long.compare(dueNanos, other.dueNanos);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  DelayLine(ByteBufAllocator buffers) {
    this(buffers, FRAMES_MAX, BYTES_MAX);
  }

  DelayLine(ByteBufAllocator buffers, int framesMax, long bytesMax) {
    this.buffers = buffers;
    this.framesMax = framesMax;
    this.bytesMax = bytesMax;
  }

  /** Holds a frame until it is due; drops it if the line is full. Takes over the reference. */
  void add(long dueNanos, LinkEnd end, Wire wire, ByteBuf frame) {
    int length = frame.readableBytes();
    if (hasRoom(length)) {
      ByteBuf settled = Frame.settled(buffers, frame);
      line.add(new Delayed(dueNanos, sequence++, end, wire, settled, length));
    } else {
      frame.release();
    }
  }

  /** Calls a link end when the frame that it keeps is due; returns false if the line is full. */
  boolean serveAt(long dueNanos, LinkEnd end, Wire wire, int lengthBytes) {
    return hasRoom(lengthBytes)
        && line.add(new Delayed(dueNanos, sequence++, end, wire, null, lengthBytes));
  }

  private boolean hasRoom(int lengthBytes) {
    if (line.size() == framesMax || bytes + lengthBytes > bytesMax) {
      dropped++;
      return false;
    }
    bytes += lengthBytes;
    return true;
  }

  /** Delivers every frame that is due. */
  void release(long nowNanos) {
    for (Delayed next = line.peek();
        next != null && next.dueNanos <= nowNanos;
        next = line.peek()) {
      line.remove();
      lateness.record(nowNanos - next.dueNanos, 0);
      bytes -= next.lengthBytes;
      if (next.frame == null) {
        next.end.serve(next.dueNanos);
      } else {
        next.wire.deliver(next.end, next.dueNanos, next.frame);
      }
    }
  }

  /** Returns when the next frame is due; the line must not be empty. */
  long nextDueNanos() {
    return line.element().dueNanos;
  }

  boolean isEmpty() {
    return line.isEmpty();
  }

  int frames() {
    return line.size();
  }

  /** Returns the number of frames dropped because the line was full. */
  long dropped() {
    return dropped;
  }

  void measure() {
    lateness = new LatenessHistogram();
  }

  /** Returns how late frames were written after their due times. */
  LatenessHistogram lateness() {
    return lateness;
  }

  void clear() {
    for (Delayed delayed : line) {
      if (delayed.frame == null) {
        delayed.end.clear();
      } else {
        delayed.frame.release();
      }
    }
    line.clear();
    bytes = 0;
  }
}
