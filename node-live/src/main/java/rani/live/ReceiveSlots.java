// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;

/**
 * Where the datagrams of a node are received, a batch at a time: each in a buffer of its own, which
 * serves again unless somebody keeps its frame beyond the turn. Then it is theirs, and the slot
 * gets another. Used on the node's event loop alone.
 */
final class ReceiveSlots {
  /** Datagrams that one system call receives at most. */
  static final int SLOTS_MAX = 64;

  /** The slots' size together; two datagrams fit in any case. */
  static final int BYTES_MAX = 256 << 10;

  private final ByteBufAllocator buffers;
  private final DatagramCalls calls;
  private ByteBuf[] slots = {};
  private MessageArray messages = new MessageArray(0);
  private int datagramBytes;

  ReceiveSlots(ByteBufAllocator buffers, DatagramCalls calls) {
    this.buffers = buffers;
    this.calls = calls;
  }

  /**
   * Receives what is there.
   *
   * @param bytes that are read of a datagram at least, if it has them
   * @return how many datagrams came, or the negative errno
   */
  int receive(int socket, int bytes) {
    if (bytes > datagramBytes) {
      grow(bytes);
    }
    return calls.recvmmsg(socket, messages.segment(), slots.length);
  }

  private void grow(int bytes) {
    close();
    datagramBytes = bytes;
    slots = new ByteBuf[Math.clamp(BYTES_MAX / bytes, 2, SLOTS_MAX)];
    messages = new MessageArray(slots.length);
    for (int slot = 0; slot < slots.length; slot++) {
      messages.whole(slot);
      fill(slot);
    }
  }

  private void fill(int slot) {
    ByteBuf buffer = buffers.directBuffer(datagramBytes, datagramBytes);
    slots[slot] = buffer;
    messages.place(
        slot,
        MemorySegment.ofBuffer(buffer.internalNioBuffer(0, datagramBytes)).address(),
        datagramBytes);
  }

  /** Whether every slot was used by that many datagrams: there may be more. */
  boolean isFull(int count) {
    return count == slots.length;
  }

  /** Lends a datagram that was received. Gives a reference. */
  ByteBuf lend(int slot) {
    return slots[slot].setIndex(0, messages.received(slot)).retain();
  }

  /** The turn of that datagram is over. */
  void back(int slot) {
    if (slots[slot].refCnt() > 1) {
      slots[slot].release();
      fill(slot);
    }
  }

  /** Lets go of all buffers. */
  void close() {
    for (ByteBuf slot : slots) {
      slot.release();
    }
    slots = new ByteBuf[] {};
    datagramBytes = 0;
  }
}
