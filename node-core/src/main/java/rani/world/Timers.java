// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.Arrays;

/**
 * The timers of one node: a binary heap ordered by (deadline, order of arming), so that ties fire
 * in the order they were set. Arming, re-arming and disarming allocate nothing.
 */
public final class Timers {
  /** What {@link #nextDeadlineNanos} answers when nothing is armed. */
  public static final long NEVER = Long.MAX_VALUE;

  /** How many timers one node may have. */
  public static final int TIMERS_MAX = 65_536;

  private Timer[] heap = new Timer[16];
  private int armed;
  private int present;
  private long armings;

  /** Whom a timer calls. */
  @FunctionalInterface
  public interface Due {
    /**
     * The deadline has come; the timer is no longer armed.
     *
     * @param nowNanos at or after the deadline
     */
    void due(long nowNanos);
  }

  /** A timer of {@code owner}, not armed. It lives as long as the node, or until it is retired. */
  public Timer timer(Due owner) {
    if (present == TIMERS_MAX) {
      throw new IllegalStateException("more than " + TIMERS_MAX + " timers in one node");
    }
    present++;
    return new Timer(owner);
  }

  /** The earliest deadline, or {@link #NEVER}. */
  public long nextDeadlineNanos() {
    return armed == 0 ? NEVER : heap[0].deadlineNanos;
  }

  /**
   * Fires what is due, in order, at most {@code limit} timers.
   *
   * @return how many fired
   */
  public int fireDue(long nowNanos, int limit) {
    int fired = 0;
    while (armed > 0 && heap[0].deadlineNanos <= nowNanos && fired < limit) {
      Timer first = heap[0];
      first.disarm();
      first.owner.due(nowNanos);
      fired++;
    }
    return fired;
  }

  /** One timer: armed at one deadline, or not at all. */
  public final class Timer {
    private static final int IDLE = -1;

    private final Due owner;
    private long deadlineNanos;
    private long order;
    private int slot = IDLE;
    private boolean retired;

    private Timer(Due owner) {
      this.owner = owner;
    }

    /**
     * Sets the deadline, in place of an earlier one.
     *
     * @throws IllegalStateException if it is retired
     */
    public void armAt(long deadlineNanos) {
      if (retired) {
        throw new IllegalStateException("a retired timer is not armed again");
      }
      if (slot != IDLE) {
        disarm();
      }
      this.deadlineNanos = deadlineNanos;
      this.order = armings++;
      if (armed == heap.length) {
        heap = Arrays.copyOf(heap, 2 * armed);
      }
      siftUp(armed++, this);
    }

    /** Takes the deadline back; nothing happens if there is none. */
    public void disarm() {
      if (slot == IDLE) {
        return;
      }
      Timer last = heap[--armed];
      int hole = slot;
      slot = IDLE;
      if (last != this) {
        siftDown(hole, last);
        if (last.slot == hole) {
          siftUp(hole, last);
        }
      }
    }

    /** Gives the timer back, for good: it is disarmed, and another may be had in its place. */
    public void retire() {
      disarm();
      if (!retired) {
        retired = true;
        present--;
      }
    }

    /** Whether a deadline is set. */
    public boolean isArmed() {
      return slot != IDLE;
    }

    private boolean before(Timer other) {
      return deadlineNanos != other.deadlineNanos
          ? deadlineNanos < other.deadlineNanos
          : order < other.order;
    }
  }

  private void siftUp(int from, Timer timer) {
    int slot = from;
    while (slot > 0) {
      int parent = (slot - 1) >>> 1;
      if (heap[parent].before(timer)) {
        break;
      }
      place(slot, heap[parent]);
      slot = parent;
    }
    place(slot, timer);
  }

  private void siftDown(int from, Timer timer) {
    int slot = from;
    while (2 * slot + 1 < armed) {
      int child = 2 * slot + 1;
      if (child + 1 < armed && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (timer.before(heap[child])) {
        break;
      }
      place(slot, heap[child]);
      slot = child;
    }
    place(slot, timer);
  }

  private void place(int slot, Timer timer) {
    heap[slot] = timer;
    timer.slot = slot;
  }
}
