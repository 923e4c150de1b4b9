// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.util.Arrays;

/**
 * Hash table from flow keys to small slot numbers. It grows on demand, and a table of full size
 * allocates nothing. Most tables of a large network stay empty. Open addressing, linear probing,
 * deletion by shifting back. Slots are dense indices into the owner's arrays; the slot freed last
 * is reused first.
 */
public final class FlowTable {
  /** Result of {@link #find} for an absent flow. */
  public static final int ABSENT = -1;

  private static final int FLOWS_INITIAL = 8;
  private static final int FLOWS_MAX = 1 << 24;
  private static final int[] NO_CELLS = {ABSENT};

  private final int flowsMax;
  private int mask;
  private int[] slotAt = NO_CELLS;
  private long[] highOf = {};
  private long[] lowOf = {};
  private int[] free = {};
  private int freeCount;

  /** Makes an empty table of at most {@code flowsMax} flows, 1…2^24. */
  public FlowTable(int flowsMax) {
    if (flowsMax < 1 || flowsMax > FLOWS_MAX) {
      throw new IllegalArgumentException("a flow table holds 1…2^24 flows, not " + flowsMax);
    }
    this.flowsMax = flowsMax;
  }

  /** Doubles the number of slots when none is free. */
  private void grow() {
    int had = highOf.length;
    int has = Math.min(flowsMax, Math.max(FLOWS_INITIAL, 2 * had));
    highOf = Arrays.copyOf(highOf, has);
    lowOf = Arrays.copyOf(lowOf, has);
    free = new int[has];
    freeCount = has - had;
    for (int i = 0; i < freeCount; i++) {
      free[i] = has - 1 - i;
    }
    int cells = Integer.highestOneBit(2 * has - 1) << 1;
    mask = cells - 1;
    slotAt = new int[cells];
    Arrays.fill(slotAt, ABSENT);
    for (int slot = 0; slot < had; slot++) {
      slotAt[cellOf(highOf[slot], lowOf[slot])] = slot;
    }
  }

  public int size() {
    return highOf.length - freeCount;
  }

  /** Returns the number of allocated slots; every slot number is below it. */
  public int capacity() {
    return highOf.length;
  }

  public int find(long high, long low) {
    int cell = cellOf(high, low);
    return slotAt[cell];
  }

  /**
   * Assigns a slot to a flow that is not in the table.
   *
   * @throws IllegalStateException if the table is full
   */
  public int add(long high, long low) {
    if (freeCount == 0) {
      if (highOf.length == flowsMax) {
        throw new IllegalStateException("more than " + flowsMax + " flows");
      }
      grow();
    }
    int cell = cellOf(high, low);
    assert slotAt[cell] == ABSENT : "the flow is already there";
    int slot = free[--freeCount];
    slotAt[cell] = slot;
    highOf[slot] = high;
    lowOf[slot] = low;
    return slot;
  }

  /** Removes the flow in a used slot, and frees the slot. */
  public void remove(int slot) {
    int hole = cellOf(highOf[slot], lowOf[slot]);
    assert slotAt[hole] == slot : "the slot is not in use";
    free[freeCount++] = slot;
    int cell = hole;
    while (true) {
      slotAt[hole] = ABSENT;
      int home;
      do {
        cell = cell + 1 & mask;
        if (slotAt[cell] == ABSENT) {
          return;
        }
        home = home(highOf[slotAt[cell]], lowOf[slotAt[cell]]);
      } while ((cell - home & mask) < (cell - hole & mask));
      slotAt[hole] = slotAt[cell];
      hole = cell;
    }
  }

  public long high(int slot) {
    return highOf[slot];
  }

  public long low(int slot) {
    return lowOf[slot];
  }

  private int cellOf(long high, long low) {
    int cell = home(high, low);
    while (slotAt[cell] != ABSENT) {
      int slot = slotAt[cell];
      if (highOf[slot] == high && lowOf[slot] == low) {
        break;
      }
      cell = cell + 1 & mask;
    }
    return cell;
  }

  private int home(long high, long low) {
    long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 40) & mask;
  }
}
