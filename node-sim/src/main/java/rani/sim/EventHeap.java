// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.world.LinkId;

/** Events of the future, ordered by (time, sequence). Used events are used again. */
final class EventHeap {
  private Event[] heap = new Event[64];
  private int size;
  private long sequence;
  private @Nullable Event free;

  /**
   * One thing that will happen to one node: a frame comes, or the node wakes, or an action runs.
   */
  static final class Event {
    long atNanos;
    long sequence;
    @Nullable SimulatedNode node;
    @Nullable LinkId link;
    @Nullable ByteBuf frame;
    @Nullable Runnable action;
    private @Nullable Event nextFree;

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

  void add(
      long atNanos,
      @Nullable SimulatedNode node,
      @Nullable LinkId link,
      @Nullable ByteBuf frame,
      @Nullable Runnable action) {
    Event event = free == null ? new Event() : free;
    free = event.nextFree;
    event.nextFree = null;
    event.atNanos = atNanos;
    event.sequence = sequence++;
    event.node = node;
    event.link = link;
    event.frame = frame;
    event.action = action;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int slot = size++;
    while (slot > 0 && event.before(heap[(slot - 1) >>> 1])) {
      heap[slot] = heap[(slot - 1) >>> 1];
      slot = (slot - 1) >>> 1;
    }
    heap[slot] = event;
  }

  /** Takes the first event off; there is one. Give it back by {@link #recycle}. */
  Event remove() {
    Event first = heap[0];
    Event last = heap[--size];
    int slot = 0;
    while (2 * slot + 1 < size) {
      int child = 2 * slot + 1;
      if (child + 1 < size && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (last.before(heap[child])) {
        break;
      }
      heap[slot] = heap[child];
      slot = child;
    }
    heap[slot] = last;
    return first;
  }

  void recycle(Event event) {
    event.node = null;
    event.link = null;
    event.frame = null;
    event.action = null;
    event.nextFree = free;
    free = event;
  }
}
