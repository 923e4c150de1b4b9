// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.function.LongSupplier;

/**
 * The node's time. A turn of the event loop that handles an alarm or a command does all of it at
 * one instant; one that receives datagrams reads the time whenever some have come, or a frame could
 * seem to come in before its neighbour sent it. Time never goes back.
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
   * A clock that goes by another.
   *
   * @param source never goes back, in nanoseconds
   * @param baseNanos what it shows as this one shows 0
   */
  LoopClock(LongSupplier source, long baseNanos) {
    this.source = source;
    this.baseNanos = baseNanos;
  }

  /** The time now, in or out of a turn. */
  long read() {
    return source.getAsLong() - baseNanos;
  }

  /** The present time of this turn, which begins now if it had not begun. */
  long turn() {
    if (!inTurn) {
      inTurn = true;
      turnNanos = read();
    }
    return turnNanos;
  }

  /** The time of this turn from now on, since something else has come from outside. */
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
