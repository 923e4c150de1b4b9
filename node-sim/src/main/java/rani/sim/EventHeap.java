// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events of the future, ordered by (time, sequence). Used events are used again.
 *
 * <p>Frames of one wire mostly arrive in the order in which they were sent. Only the first of them
 * is in the heap, the others wait behind it ({@link #addBehind}): the heap has an entry for a wire
 * and not for a frame, however many are on their way.
 */
final class EventHeap {
  private Event[] heap = new Event[64];
  private int size;
  private long sequence;
  private @Nullable Event free;

  /**
   * One thing that will happen to one node: a frame comes by a wire, or the node wakes, or an
   * action runs.
   */
  static final class Event {
    long atNanos;
    long sequence;
    @Nullable SimulatedNode node;
    @Nullable SimulatedWire wire;
    @Nullable ByteBuf frame;
    @Nullable Runnable action;

    /** What comes next by the same wire; of a used event, the next used one. */
    private @Nullable Event behind;

    private boolean before(Event other) {
      return atNanos != other.atNanos ? atNanos < other.atNanos : sequence < other.sequence;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** When the first event happens; there is one. */
  long firstNanos() {
    return heap[0].atNanos;
  }

  /** Adds an event; the caller says what it is. */
  Event add(long atNanos) {
    Event event = event(atNanos);
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int slot = size++;
    while (slot > 0 && event.before(heap[(slot - 1) >>> 1])) {
      heap[slot] = heap[(slot - 1) >>> 1];
      slot = (slot - 1) >>> 1;
    }
    heap[slot] = event;
    return event;
  }

  /** As {@link #add}, behind an event that has not happened and is not later than this one. */
  Event addBehind(Event earlier, long atNanos) {
    Event event = event(atNanos);
    earlier.behind = event;
    return event;
  }

  private Event event(long atNanos) {
    Event event = free == null ? new Event() : free;
    free = event.behind;
    event.behind = null;
    event.atNanos = atNanos;
    event.sequence = sequence++;
    return event;
  }

  /** Takes the first event off; there is one. Give it back by {@link #recycle}. */
  Event remove() {
    Event first = heap[0];
    Event behind = first.behind;
    first.behind = null;
    siftDown(behind == null ? heap[--size] : behind);
    return first;
  }

  private void siftDown(Event event) {
    int slot = 0;
    while (2 * slot + 1 < size) {
      int child = 2 * slot + 1;
      if (child + 1 < size && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (event.before(heap[child])) {
        break;
      }
      heap[slot] = heap[child];
      slot = child;
    }
    heap[slot] = event;
  }

  void recycle(Event event) {
    event.node = null;
    event.wire = null;
    event.frame = null;
    event.action = null;
    event.behind = free;
    free = event;
  }
}
