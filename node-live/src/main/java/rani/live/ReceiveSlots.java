// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The memory into which the datagrams of a node are received, in batches: slots of one segment. A
 * single buffer covers the segment; it is lent to the node for each datagram in turn, as its
 * readable bytes. A frame that is forwarded in the same turn is never copied, see {@link #address}.
 * A frame that stays longer is copied, because it fills only a small part of the buffer ({@link
 * rani.wire.Frame#settled}).
 *
 * <p><b>Trains.</b> A slot may receive a message that the kernel joined from datagrams of one
 * length, the last of which may be shorter (udp(7), {@code UDP_GRO}), or that it never split. The
 * datagrams are lent one by one.
 *
 * <p>Used only on the node's event loop.
 */
final class ReceiveSlots {
  /** Limit of datagrams per system call. */
  static final int DATAGRAMS_MAX = 64;

  /** Total size of slots for single datagrams, unless datagrams are larger than usual. */
  static final int DATAGRAMS_BYTES_MAX = 256 << 10;

  /** Minimum number of slots, so that any frame is small compared to the buffer. */
  private static final int SLOTS_MIN = 4;

  /** Limit of trains per system call. */
  static final int TRAINS_MAX = 32;

  /** Limit of a train, in bytes. */
  static final int TRAIN_BYTES_MAX = 1 << 16;

  /** Limit of the datagrams of a train; a message of more counts as one datagram. */
  static final int TRAIN_FRAMES_MAX = 128;

  private final DatagramCalls calls;
  private final MessageArray messages;
  private final int slots;
  private final int slotBytes;
  private final boolean trains;
  private ByteBuf memory = Unpooled.EMPTY_BUFFER;
  private long address;
  private int givenBack;

  /** The number of slots that the last call filled. */
  private int filled;

  /** The next slot to lend from. */
  private int nextSlot;

  /** Rest of the current slot: datagrams, next one's offset, bytes, bytes per datagram. */
  private int ahead;

  private int at;
  private int left;
  private int each;

  /** Creates slots for datagrams, which are truncated to this length. */
  static ReceiveSlots ofDatagrams(DatagramCalls calls, int bytes) {
    int slots = Math.clamp(DATAGRAMS_BYTES_MAX / bytes, SLOTS_MIN, DATAGRAMS_MAX);
    return new ReceiveSlots(calls, slots, bytes, false);
  }

  /** Creates slots for trains or single datagrams: two megabytes, for busy nodes. */
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

  /** Returns the limit to which a datagram or train is truncated. */
  int slotBytes() {
    return slotBytes;
  }

  /** Receives waiting datagrams or trains; returns their number, or the negative errno. */
  int receive(UdpSocket socket) {
    if (isKept()) {
      memory.release(); // from now on the borrower owns the buffer
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
   * Reports whether a borrower has kept the buffer itself, against the rule. References are counted
   * for a whole train at a time, because an atomic operation for each datagram would be expensive.
   */
  private boolean isKept() {
    return memory.refCnt() > 1 + ahead + givenBack;
  }

  /** Reports whether every slot was filled, so more datagrams may be waiting. */
  boolean areFull() {
    return filled == slots;
  }

  /** Lends the next datagram, truncated, with its reference; null if there are no more. */
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

  /** Begins to lend from a slot. */
  private void open(int slot) {
    left = messages.received(slot);
    each = trains ? messages.together(slot) : 0;
    if (each == 0 || (left - 1) / each >= TRAIN_FRAMES_MAX) {
      each = Math.max(1, left);
    }
    at = slot * slotBytes;
    ahead = Math.max(1, (left + each - 1) / each); // an empty message is one datagram
    memory.retain(ahead);
  }

  /** Returns the address of a frame in these slots until the next {@link #receive}, or 0. */
  long address(ByteBuf frame) {
    return frame == memory ? address + frame.readerIndex() : 0;
  }

  /** Takes over the reference to a frame in these slots, for a release at the end of the turn. */
  void giveBack() {
    givenBack++;
  }

  /** Releases the references that were given back in this turn. */
  void turnEnds() {
    if (givenBack > 0) {
      memory.release(givenBack);
      givenBack = 0;
    }
  }

  void close() {
    memory.release();
  }
}
