// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Where a node receives trains: messages that the kernel put together from datagrams of one length,
 * of which the last may be shorter (udp(7), {@code UDP_GRO}), or never took apart. Each datagram is
 * copied into a buffer of its own size, which serves again unless somebody keeps it beyond the
 * turn, so that nobody keeps a whole train for a single frame. Used on the node's event loop alone.
 */
final class TrainSlots {
  /** Trains that one system call receives at most. */
  static final int SLOTS_MAX = 32;

  /** The longest train. */
  static final int TRAIN_BYTES_MAX = 1 << 16;

  /** A train of more datagrams than any kernel makes is taken for a single one. */
  static final int TRAIN_FRAMES_MAX = 128;

  /** What is in the heap Java reads and writes quickest; frames are copied in and out anyway. */
  private static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);

  private final DatagramCalls calls;
  private final MessageArray messages = new MessageArray(SLOTS_MAX);
  private final ByteBuffer bytes;
  private ByteBuf frame;

  TrainSlots(DatagramCalls calls, int datagramBytes) {
    this.calls = calls;
    MemorySegment memory = Arena.ofAuto().allocate((long) SLOTS_MAX * TRAIN_BYTES_MAX);
    for (int slot = 0; slot < SLOTS_MAX; slot++) {
      messages.place(slot, memory.address() + (long) slot * TRAIN_BYTES_MAX, TRAIN_BYTES_MAX);
    }
    bytes = memory.asByteBuffer();
    frame = HEAP.heapBuffer(datagramBytes, datagramBytes);
  }

  /**
   * Receives what is there.
   *
   * @return how many trains came, or the negative errno
   */
  int receive(int socket) {
    for (int slot = 0; slot < SLOTS_MAX; slot++) {
      messages.mayBeTrain(slot);
    }
    return calls.recvmmsg(socket, messages.segment(), SLOTS_MAX);
  }

  /**
   * Delivers the datagrams of a train that was received.
   *
   * @param datagramBytes that are delivered of one at most
   */
  void deliver(int slot, int datagramBytes, SocketPair.Incoming incoming) {
    int length = messages.received(slot);
    int each = messages.together(slot);
    if (each == 0 || (length - 1) / each >= TRAIN_FRAMES_MAX) {
      each = Math.max(1, length);
    }
    int from = 0;
    do { // even a message of no bytes is a datagram
      int there = Math.min(each, length - from);
      incoming.datagram(lend(slot * TRAIN_BYTES_MAX + from, Math.min(there, datagramBytes)));
      back();
      from += each;
    } while (from < length);
  }

  private ByteBuf lend(int at, int length) {
    if (frame.capacity() < length) {
      replace(length);
    }
    return frame.clear().writeBytes(bytes.limit(at + length).position(at)).retain();
  }

  private void back() {
    if (frame.refCnt() > 1) {
      replace(frame.capacity());
    }
  }

  private void replace(int capacity) {
    frame.release();
    frame = HEAP.heapBuffer(capacity, capacity);
  }

  /** Lets go of the buffer. */
  void close() {
    frame.release();
  }
}
