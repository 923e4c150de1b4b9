// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.function.LongSupplier;

/**
 * The node's time. A turn of the event loop that handles a timer or a command has one time for all
 * of it; a turn that receives datagrams reads the clock for each batch, or a frame could seem to
 * arrive before its neighbour sent it. Time never goes back.
 */
final class LoopClock {
  private final LongSupplier source;
  private final long baseNanos;
  private long turnNanos;
  private boolean inTurn;

  LoopClock(long baseNanos) {
    this(System::nanoTime, baseNanos);
  }

  /**
   * A clock that is derived from another.
   *
   * @param source monotonic, in nanoseconds
   * @param baseNanos the source's time at which this clock shows 0
   */
  LoopClock(LongSupplier source, long baseNanos) {
    this.source = source;
    this.baseNanos = baseNanos;
  }

  /** The time now, in or out of a turn. */
  long read() {
    return source.getAsLong() - baseNanos;
  }

  /** The time of this turn; reads the clock if the turn has just begun. */
  long turn() {
    if (!inTurn) {
      inTurn = true;
      turnNanos = read();
    }
    return turnNanos;
  }

  /** Reads the clock again for this turn, since another batch has arrived. */
  long again() {
    inTurn = true;
    turnNanos = read();
    return turnNanos;
  }

  /** Whether a turn is under way. */
  boolean inTurn() {
    return inTurn;
  }

  void endTurn() {
    inTurn = false;
  }
}
