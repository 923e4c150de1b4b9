// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Where the datagrams of a node are received, a batch at a time, and lie until its turn is over:
 * slots of one piece of memory. One buffer shows it all; it is lent to the node for one datagram
 * after the other, its readable bytes the datagram. So a frame that leaves in the turn in which it
 * came is never copied: {@link #address} says from where it can be sent. One that stays is, since
 * it fills so little of its buffer ({@link rani.wire.Frame#settled}).
 *
 * <p><b>Trains.</b> A slot may receive a message that the kernel put together from datagrams of one
 * length, of which the last may be shorter (udp(7), {@code UDP_GRO}), or never took apart. They are
 * lent one by one.
 *
 * <p>Used on the node's event loop alone.
 */
final class ReceiveSlots {
  /** Datagrams that one system call receives at most. */
  static final int DATAGRAMS_MAX = 64;

  /** The size of slots for datagrams together, unless these are larger than usual. */
  static final int DATAGRAMS_BYTES_MAX = 256 << 10;

  /** So many slots at least, that any frame is small in the buffer of all. */
  private static final int SLOTS_MIN = 4;

  /** Trains that one system call receives at most. */
  static final int TRAINS_MAX = 32;

  /** The longest train. */
  static final int TRAIN_BYTES_MAX = 1 << 16;

  /** A train of more datagrams than any kernel makes is taken for a single one. */
  static final int TRAIN_FRAMES_MAX = 128;

  private final DatagramCalls calls;
  private final MessageArray messages;
  private final int slots;
  private final int slotBytes;
  private final boolean trains;
  private ByteBuf memory = Unpooled.EMPTY_BUFFER;
  private long address;
  private int givenBack;

  /** Slots that the last call filled, and the next of them to be lent from. */
  private int filled;

  private int nextSlot;

  /** What is left of the slot being lent from: datagrams, where the next begins, and bytes. */
  private int ahead;

  private int at;
  private int left;
  private int each;

  /** For datagrams of which so many bytes are read. */
  static ReceiveSlots ofDatagrams(DatagramCalls calls, int bytes) {
    int slots = Math.clamp(DATAGRAMS_BYTES_MAX / bytes, SLOTS_MIN, DATAGRAMS_MAX);
    return new ReceiveSlots(calls, slots, bytes, false);
  }

  /** For trains, or single datagrams: two megabytes, for nodes that have much to receive. */
  static ReceiveSlots ofTrains(DatagramCalls calls) {
    return new ReceiveSlots(calls, TRAINS_MAX, TRAIN_BYTES_MAX, true);
  }

  private ReceiveSlots(DatagramCalls calls, int slots, int slotBytes, boolean trains) {
    this.calls = calls;
    this.messages = new MessageArray(slots, slots);
    this.slots = slots;
    this.slotBytes = slotBytes;
    this.trains = trains;
    allocate();
  }

  private void allocate() {
    MemorySegment fresh = Arena.ofAuto().allocate((long) slots * slotBytes, Long.BYTES);
    memory = Unpooled.wrappedBuffer(fresh.asByteBuffer());
    address = fresh.address();
    for (int slot = 0; slot < slots; slot++) {
      messages.part(slot, address + (long) slot * slotBytes, slotBytes);
      messages.parts(slot, slot, 1);
      messages.whole(slot);
    }
  }

  /** How many bytes are read of a datagram, or of a train. */
  int slotBytes() {
    return slotBytes;
  }

  /**
   * Receives what is there. What was received before is gone.
   *
   * @return how many datagrams or trains came, or the negative errno
   */
  int receive(UdpSocket socket) {
    if (isKept()) {
      memory.release(); // it is theirs now
      allocate();
    }
    if (trains) {
      for (int slot = 0; slot < slots; slot++) {
        messages.mayBeTrain(slot);
      }
    }
    nextSlot = 0;
    filled = calls.receive(socket, messages, slots);
    return filled;
  }

  /**
   * Whether someone who was lent a datagram has kept the buffer itself, which no one should. Its
   * references are counted for a whole train at a time, because to count in a way that all threads
   * understand takes longer than everything else that is done here.
   */
  private boolean isKept() {
    return memory.refCnt() > 1 + ahead + givenBack;
  }

  /** Whether every slot was used: there may be more. */
  boolean areFull() {
    return filled == slots;
  }

  /**
   * Lends the next datagram of those that were received. Who takes it has its reference.
   *
   * @param datagramBytes that are shown of it at most
   * @return null if there are no more
   */
  @Nullable ByteBuf next(int datagramBytes) {
    if (ahead == 0) {
      if (nextSlot >= filled) {
        return null;
      }
      open(nextSlot++);
    }
    boolean kept = isKept();
    int begin = at;
    int length = Math.min(Math.min(each, left), datagramBytes);
    ahead--;
    at += each;
    left -= each;
    if (kept) {
      memory.release();
      return Unpooled.directBuffer(length).writeBytes(memory, begin, length);
    }
    return memory.setIndex(begin, begin + length);
  }

  /** Begins to lend what a slot received. */
  private void open(int slot) {
    left = messages.received(slot);
    each = trains ? messages.together(slot) : 0;
    if (each == 0 || (left - 1) / each >= TRAIN_FRAMES_MAX) {
      each = Math.max(1, left);
    }
    at = slot * slotBytes;
    ahead = Math.max(1, (left + each - 1) / each); // a message of no bytes is one
    memory.retain(ahead);
  }

  /**
   * From where the readable bytes of a frame can be sent until the next {@link #receive}; 0 if they
   * do not lie here.
   */
  long address(ByteBuf frame) {
    return frame == memory ? address + frame.readerIndex() : 0;
  }

  /** Takes the reference to a frame that lies here, in place of releasing it. */
  void giveBack() {
    givenBack++;
  }

  /** The turn is over. */
  void turnEnds() {
    if (givenBack > 0) {
      memory.release(givenBack);
      givenBack = 0;
    }
  }

  /** Lets go of the memory. */
  void close() {
    memory.release();
  }
}
