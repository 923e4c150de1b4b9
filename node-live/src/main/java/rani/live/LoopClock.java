// SPDX-License-Identifier: Apache-2.0
package rani.live;

/**
 * The node's time, read once a turn: everything that one turn of the event loop does happens at one
 * instant, and time never goes back.
 */
final class LoopClock {
  private final long baseNanos;
  private long turnNanos;
  private boolean inTurn;

  LoopClock(long baseNanos) {
    this.baseNanos = baseNanos;
  }

  /** The time now, in or out of a turn. */
  long read() {
    return System.nanoTime() - baseNanos;
  }

  /** The time of this turn, which begins now if it had not begun. */
  long turn() {
    if (!inTurn) {
      inTurn = true;
      turnNanos = read();
    }
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
