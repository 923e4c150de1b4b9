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
 *
 * <p>Each place of the heap has four below it, and what is compared lies in an array by itself: in
 * a large network the events are scattered over the memory, and to look at one costs more than to
 * compare. The place of an event that was taken stays free until the next is added, which most
 * events lead to, or until somebody asks for the first.
 */
final class EventHeap {
  private static final int PLACES_BELOW = 4;
  private static final int KEY_LONGS = 2;

  /** Time and sequence of each place. */
  private long[] keys = new long[64 * KEY_LONGS];

  private Event[] heap = new Event[64];
  private int size;

  /** Whether the first place is free. */
  private boolean taken;

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
  }

  boolean isEmpty() {
    return size == (taken ? 1 : 0);
  }

  /** When the first event happens; there is one. */
  long firstNanos() {
    fill();
    return keys[0];
  }

  /** Adds an event; the caller says what it is. */
  Event add(long atNanos) {
    Event event = event(atNanos);
    if (taken) {
      taken = false;
      siftDown(event);
      return event;
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
      keys = Arrays.copyOf(keys, 2 * size * KEY_LONGS);
    }
    siftUp(event);
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
    fill();
    Event first = heap[0];
    Event behind = first.behind;
    if (behind == null) {
      taken = true;
    } else {
      first.behind = null;
      siftDown(behind);
    }
    return first;
  }

  private void fill() {
    if (taken) {
      taken = false;
      Event last = heap[--size];
      if (size > 0) {
        siftDown(last);
      }
    }
  }

  private void siftUp(Event event) {
    long atNanos = event.atNanos;
    int place = size++;
    while (place > 0) {
      int above = (place - 1) / PLACES_BELOW;
      if (keys[above * KEY_LONGS] <= atNanos) {
        break; // at the same time it was added before
      }
      move(above, place);
      place = above;
    }
    put(place, event);
  }

  private void siftDown(Event event) {
    long atNanos = event.atNanos;
    long number = event.sequence;
    int place = 0;
    for (int below = 1; below < size; below = place * PLACES_BELOW + 1) {
      int least = least(below, Math.min(below + PLACES_BELOW, size));
      long leastNanos = keys[least * KEY_LONGS];
      if (atNanos < leastNanos || (atNanos == leastNanos && number < keys[least * KEY_LONGS + 1])) {
        break;
      }
      move(least, place);
      place = least;
    }
    put(place, event);
  }

  /** Which of some places has the event that is first. */
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
    event.frame = null;
    event.action = null;
    event.behind = free;
    free = event;
  }
}
