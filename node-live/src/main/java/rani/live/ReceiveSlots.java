// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The memory into which the datagrams of a node are received, a batch at a time, and where they
 * stay until the turn is over: slots of one segment. One buffer covers all of it; it is lent to the
 * node for one datagram after the other, which is its readable bytes. A frame that is forwarded in
 * the turn in which it was received is never copied: {@link #address} is the address to send it
 * from. A frame that stays longer is copied, since it fills a small part of its buffer ({@link
 * rani.wire.Frame#settled}).
 *
 * <p><b>Trains.</b> A slot may receive a message that the kernel joined from datagrams of one
 * length, the last of which may be shorter (udp(7), {@code UDP_GRO}), or that it never split. The
 * datagrams are lent one by one.
 *
 * <p>Used on the node's event loop alone.
 */
final class ReceiveSlots {
  /** The most datagrams that one system call receives. */
  static final int DATAGRAMS_MAX = 64;

  /** The total size of slots for datagrams, unless datagrams are larger than usual. */
  static final int DATAGRAMS_BYTES_MAX = 256 << 10;

  /** The fewest slots: any frame is then small in the buffer of all. */
  private static final int SLOTS_MIN = 4;

  /** The most trains that one system call receives. */
  static final int TRAINS_MAX = 32;

  /** The longest train, in bytes. */
  static final int TRAIN_BYTES_MAX = 1 << 16;

  /** A train of more datagrams than a kernel joins is taken for a single datagram. */
  static final int TRAIN_FRAMES_MAX = 128;

  private final DatagramCalls calls;
  private final MessageArray messages;
  private final int slots;
  private final int slotBytes;
  private final boolean trains;
  private ByteBuf memory = Unpooled.EMPTY_BUFFER;
  private long address;
  private int givenBack;

  /** The number of slots that the last call filled, and the next slot to lend from. */
  private int filled;

  private int nextSlot;

  /** The rest of the slot being lent from: datagrams, offset of the next one, and bytes. */
  private int ahead;

  private int at;
  private int left;
  private int each;

  /** Slots for datagrams of which at most this many bytes are read. */
  static ReceiveSlots ofDatagrams(DatagramCalls calls, int bytes) {
    int slots = Math.clamp(DATAGRAMS_BYTES_MAX / bytes, SLOTS_MIN, DATAGRAMS_MAX);
    return new ReceiveSlots(calls, slots, bytes, false);
  }

  /** Slots for trains or single datagrams: two megabytes, for busy nodes. */
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

  /** The most bytes that are read of a datagram, or of a train. */
  int slotBytes() {
    return slotBytes;
  }

  /**
   * Receives the datagrams that wait, over those received before.
   *
   * @return how many datagrams or trains came, or the negative errno
   */
  int receive(UdpSocket socket) {
    if (isKept()) {
      memory.release(); // the keeper of the buffer owns it now
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
   * Whether a borrower has kept the buffer itself, against the rule. References are counted for a
   * whole train at a time, because an atomic count costs more than everything else here.
   */
  private boolean isKept() {
    return memory.refCnt() > 1 + ahead + givenBack;
  }

  /** Whether every slot was used: there may be more. */
  boolean areFull() {
    return filled == slots;
  }

  /**
   * Lends the next received datagram. The caller owns its reference.
   *
   * @param datagramBytes the most bytes of it that are shown
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

  /** Begins to lend from the next slot. */
  private void open(int slot) {
    left = messages.received(slot);
    each = trains ? messages.together(slot) : 0;
    if (each == 0 || (left - 1) / each >= TRAIN_FRAMES_MAX) {
      each = Math.max(1, left);
    }
    at = slot * slotBytes;
    ahead = Math.max(1, (left + each - 1) / each); // a message of no bytes is one datagram
    memory.retain(ahead);
  }

  /**
   * The address of a frame's readable bytes, valid until the next {@link #receive}; 0 if they are
   * not in these slots.
   */
  long address(ByteBuf frame) {
    return frame == memory ? address + frame.readerIndex() : 0;
  }

  /** Takes over the reference to a frame in these slots, in place of its release. */
  void giveBack() {
    givenBack++;
  }

  /** Ends the turn. */
  void turnEnds() {
    if (givenBack > 0) {
      memory.release(givenBack);
      givenBack = 0;
    }
  }

  /** Releases the memory. */
  void close() {
    memory.release();
  }
}
