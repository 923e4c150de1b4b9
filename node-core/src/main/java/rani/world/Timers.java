// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.Arrays;

/**
 * The timers of one node: a binary heap ordered by (deadline, order of arming). Timers with equal
 * deadlines fire in the order in which they were armed. Arming, re-arming and disarming allocate
 * nothing.
 *
 * <p>Keys lie in an array of their own for locality. After a timer fires, the root stays vacant
 * until the next timer is armed, which usually follows at once, or until the first deadline is
 * queried.
 */
public final class Timers {
  /** The result of {@link #nextDeadlineNanos} if no timer is armed. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The largest number of timers of one node. */
  public static final int TIMERS_MAX = 65_536;

  private static final int CAPACITY_INITIAL = 8;
  private static final int KEY_LONGS = 2;

  /** Deadline and arming order of each heap place. */
  private long[] keys = new long[CAPACITY_INITIAL * KEY_LONGS];

  private Timer[] heap = new Timer[CAPACITY_INITIAL];
  private int size;

  /** Whether the root of the heap is vacant. */
  private boolean taken;

  private int present;
  private long armings;

  /** The callback of a timer. */
  @FunctionalInterface
  public interface Due {
    /**
     * Handles an expired deadline; the timer is no longer armed.
     *
     * @param nowNanos at or after the deadline
     */
    void due(long nowNanos);
  }

  /** Makes an unarmed timer for {@code owner}. It counts until it is retired. */
  public Timer timer(Due owner) {
    if (present == TIMERS_MAX) {
      throw new IllegalStateException("more than " + TIMERS_MAX + " timers in one node");
    }
    present++;
    return new Timer(owner);
  }

  /** Returns the earliest deadline, or {@link #NEVER}. */
  public long nextDeadlineNanos() {
    fill();
    return size == 0 ? NEVER : keys[0];
  }

  /** Reports whether a deadline has passed. */
  public boolean isDue(long nowNanos) {
    return nextDeadlineNanos() <= nowNanos && size > 0;
  }

  /** Removes the first timer after {@link #isDue} reported it, and returns its callback. */
  public Due takeFirst() {
    Timer first = heap[0];
    first.slot = Timer.IDLE;
    taken = true;
    return first.owner;
  }

  /** One timer: armed with one deadline, or not armed. */
  public final class Timer {
    private static final int IDLE = -1;

    private final Due owner;
    private int slot = IDLE;
    private boolean retired;

    private Timer(Due owner) {
      this.owner = owner;
    }

    /**
     * Sets the deadline, replacing an earlier one.
     *
     * @throws IllegalStateException if the timer is retired
     */
    public void armAt(long deadlineNanos) {
      if (retired) {
        throw new IllegalStateException("a retired timer is not armed again");
      }
      long order = armings++;
      if (slot != IDLE) {
        rearm(deadlineNanos, order);
      } else if (taken) {
        taken = false;
        siftDown(0, this, deadlineNanos, order);
      } else {
        if (size == heap.length) {
          heap = Arrays.copyOf(heap, 2 * size);
          keys = Arrays.copyOf(keys, 2 * size * KEY_LONGS);
        }
        siftUp(size++, this, deadlineNanos, order);
      }
    }

    private void rearm(long deadlineNanos, long order) {
      fill();
      if (deadlineNanos < keys[slot * KEY_LONGS]) {
        siftUp(slot, this, deadlineNanos, order);
      } else {
        siftDown(slot, this, deadlineNanos, order);
      }
    }

    /** Clears the deadline, if there is one. */
    public void disarm() {
      if (slot == IDLE) {
        return;
      }
      fill();
      int hole = slot;
      slot = IDLE;
      Timer last = heap[--size];
      if (last != this) {
        long deadlineNanos = keys[size * KEY_LONGS];
        long order = keys[size * KEY_LONGS + 1];
        siftDown(hole, last, deadlineNanos, order);
        if (last.slot == hole) {
          siftUp(hole, last, deadlineNanos, order);
        }
      }
    }

    /** Disarms the timer permanently, so that it no longer counts. */
    public void retire() {
      disarm();
      if (!retired) {
        retired = true;
        present--;
      }
    }

    public boolean isArmed() {
      return slot != IDLE;
    }
  }

  private void fill() {
    if (taken) {
      taken = false;
      Timer last = heap[--size];
      if (size > 0) {
        siftDown(0, last, keys[size * KEY_LONGS], keys[size * KEY_LONGS + 1]);
      }
    }
  }

  private boolean isBefore(int place, long deadlineNanos, long order) {
    long there = keys[place * KEY_LONGS];
    return there < deadlineNanos || (there == deadlineNanos && keys[place * KEY_LONGS + 1] < order);
  }

  private void siftUp(int from, Timer timer, long deadlineNanos, long order) {
    int slot = from;
    while (slot > 0) {
      int parent = (slot - 1) >>> 1;
      if (isBefore(parent, deadlineNanos, order)) {
        break;
      }
      move(parent, slot);
      slot = parent;
    }
    put(slot, timer, deadlineNanos, order);
  }

  private void siftDown(int from, Timer timer, long deadlineNanos, long order) {
    int slot = from;
    for (int child = 2 * slot + 1; child < size; child = 2 * slot + 1) {
      int other = child + 1;
      if (other < size && isBefore(other, keys[child * KEY_LONGS], keys[child * KEY_LONGS + 1])) {
        child = other;
      }
      if (!isBefore(child, deadlineNanos, order)) {
        break;
      }
      move(child, slot);
      slot = child;
    }
    put(slot, timer, deadlineNanos, order);
  }

  private void move(int from, int to) {
    put(to, heap[from], keys[from * KEY_LONGS], keys[from * KEY_LONGS + 1]);
  }

  private void put(int slot, Timer timer, long deadlineNanos, long order) {
    keys[slot * KEY_LONGS] = deadlineNanos;
    keys[slot * KEY_LONGS + 1] = order;
    heap[slot] = timer;
    timer.slot = slot;
  }
}
