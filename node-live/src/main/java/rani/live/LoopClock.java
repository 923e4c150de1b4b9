// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.function.LongSupplier;

/**
 * The node's monotonic clock. All events of a turn for a timer or a command have the same time. A
 * turn that receives datagrams reads the clock for each batch; otherwise a frame could seem to
 * arrive before its neighbour sent it.
 */
final class LoopClock {
  private final LongSupplier source;
  private final long baseNanos;
  private long turnNanos;
  private boolean inTurn;

  LoopClock(long baseNanos) {
    this(System::nanoTime, baseNanos);
  }

  /** Creates a clock from a monotonic one, and the time of that at which this clock shows 0. */
  LoopClock(LongSupplier source, long baseNanos) {
    this.source = source;
    this.baseNanos = baseNanos;
  }

  /** Reads the clock, in or out of a turn. */
  long read() {
    return source.getAsLong() - baseNanos;
  }

  /** Returns the time of this turn; reads the clock if the turn has just begun. */
  long turn() {
    if (!inTurn) {
      inTurn = true;
      turnNanos = read();
    }
    return turnNanos;
  }

  /** Reads the clock again for this turn, because another batch has arrived. */
  long again() {
    inTurn = true;
    turnNanos = read();
    return turnNanos;
  }

  /** Reports whether a turn is under way. */
  boolean inTurn() {
    return inTurn;
  }

  void endTurn() {
    inTurn = false;
  }
}
