// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.world.LinkEnd;

/**
 * Future events, ordered by time and sequence. Event objects are pooled.
 *
 * <p>Frames of one wire mostly arrive in the order in which they were sent. Only the first of them
 * is in the heap; the others are chained to it ({@link #addBehind}). So the heap has one entry for
 * each wire, however many frames are in flight.
 *
 * <p>The earliest events are not in the heap but in a short sorted list. Most events schedule
 * another one that is due soon, and finds its place in the list after a few comparisons.
 *
 * <p>The heap is 4-ary, and its keys are in an array of their own: the event objects of a large
 * network are scattered over memory, and a cache miss costs more than a comparison.
 */
final class EventHeap {
  private static final int CHILDREN = 4;
  private static final int KEY_LONGS = 2;

  /** Limit of the events in the list. */
  private static final int NEAR_MAX = 32;

  /** Number of events, the latest ones, that move to the heap when the list is full. */
  private static final int EVICTED = 8;

  /** The list, the latest event first, so that the next event is removed from the end. */
  private final Event[] near = new Event[NEAR_MAX];

  /** Times of the events in the list. */
  private final long[] nearNanos = new long[NEAR_MAX];

  private int nearSize;

  /** Time and sequence of each entry of the heap. */
  private long[] keys = new long[64 * KEY_LONGS];

  private Event[] heap = new Event[64];
  private int size;

  private long sequence;
  private @Nullable Event free;

  /** An event at one node: a frame arrives by a wire, the node wakes up, or an action runs. */
  static final class Event {
    long atNanos;
    long sequence;
    @Nullable SimulatedNode node;
    @Nullable SimulatedWire wire;
    @Nullable LinkEnd end;
    @Nullable ByteBuf frame;
    @Nullable Runnable action;

    /** The next event of the same wire; for a pooled event, the next one in the pool. */
    private @Nullable Event behind;
  }

  boolean isEmpty() {
    return nearSize == 0 && size == 0;
  }

  /** Returns when the first event is due; there must be one. */
  long firstNanos() {
    if (nearSize == 0) {
      refill();
    }
    return nearNanos[nearSize - 1];
  }

  /** Adds an event, whose fields the caller sets. */
  Event add(long atNanos) {
    Event event = event(atNanos);
    place(event);
    return event;
  }

  /** Adds an event of the same wire, chained to a pending one that is not later. */
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

  /** Removes the first event, which must exist; {@link #recycle} takes it back. */
  Event remove() {
    if (nearSize == 0) {
      refill();
    }
    Event first = near[--nearSize];
    Event behind = first.behind;
    if (behind != null) {
      first.behind = null;
      place(behind);
    }
    return first;
  }

  private void place(Event event) {
    if (size > 0 && isBefore(0, event.atNanos, event.sequence)) {
      push(event);
      return;
    }
    if (nearSize == NEAR_MAX) {
      evict();
      place(event); // again from the start, because its place may be in the heap now
      return;
    }
    long atNanos = event.atNanos;
    int place = nearSize++;
    while (place > 0 && nearNanos[place - 1] <= atNanos) {
      if (nearNanos[place - 1] == atNanos && near[place - 1].sequence > event.sequence) {
        break;
      }
      near[place] = near[place - 1];
      nearNanos[place] = nearNanos[place - 1];
      place--;
    }
    near[place] = event;
    nearNanos[place] = atNanos;
  }

  /** Makes room in the list, whose events are all earlier than those in the heap. */
  private void evict() {
    for (int place = 0; place < EVICTED; place++) {
      push(near[place]);
    }
    nearSize -= EVICTED;
    System.arraycopy(near, EVICTED, near, 0, nearSize);
    System.arraycopy(nearNanos, EVICTED, nearNanos, 0, nearSize);
  }

  /** Moves the next events from the heap to the list, which is empty. */
  private void refill() {
    nearSize = Math.min(size, NEAR_MAX);
    for (int place = nearSize - 1; place >= 0; place--) {
      near[place] = heap[0];
      nearNanos[place] = keys[0];
      Event last = heap[--size];
      if (size > 0) {
        siftDown(last);
      }
    }
  }

  private void push(Event event) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
      keys = Arrays.copyOf(keys, 2 * size * KEY_LONGS);
    }
    int place = size++;
    while (place > 0) {
      int above = (place - 1) / CHILDREN;
      if (isBefore(above, event.atNanos, event.sequence)) {
        break;
      }
      move(above, place);
      place = above;
    }
    put(place, event);
  }

  /** Reports whether an entry of the heap is earlier than a time and sequence. */
  private boolean isBefore(int place, long atNanos, long number) {
    long there = keys[place * KEY_LONGS];
    return there < atNanos || (there == atNanos && keys[place * KEY_LONGS + 1] < number);
  }

  private void siftDown(Event event) {
    long atNanos = event.atNanos;
    long number = event.sequence;
    int place = 0;
    for (int below = 1; below < size; below = place * CHILDREN + 1) {
      int least = least(below, Math.min(below + CHILDREN, size));
      if (!isBefore(least, atNanos, number)) {
        break;
      }
      move(least, place);
      place = least;
    }
    put(place, event);
  }

  /** Returns the earliest entry of a range of the heap. */
  private int least(int from, int end) {
    int least = from;
    long leastNanos = keys[from * KEY_LONGS];
    for (int place = from + 1; place < end; place++) {
      long atNanos = keys[place * KEY_LONGS];
      if (atNanos < leastNanos
          || (atNanos == leastNanos && keys[place * KEY_LONGS + 1] < keys[least * KEY_LONGS + 1])) {
        least = place;
        leastNanos = atNanos;
      }
    }
    return least;
  }

  private void move(int from, int to) {
    keys[to * KEY_LONGS] = keys[from * KEY_LONGS];
    keys[to * KEY_LONGS + 1] = keys[from * KEY_LONGS + 1];
    heap[to] = heap[from];
  }

  private void put(int place, Event event) {
    keys[place * KEY_LONGS] = event.atNanos;
    keys[place * KEY_LONGS + 1] = event.sequence;
    heap[place] = event;
  }

  void recycle(Event event) {
    event.node = null;
    event.wire = null;
    event.end = null;
    event.frame = null;
    event.action = null;
    event.behind = free;
    free = event;
  }
}
