// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LoopClockTest {
  private final LoopClock clock = new LoopClock(System.nanoTime());

  /** Waits for the machine's clock, which has a grain, to move on. */
  private void tick(long fromNanos) {
    while (clock.read() == fromNanos) {
      Thread.onSpinWait();
    }
  }

  @Test
  void timeStandsStillWithinATurnUntilTheNextDatagram() {
    long first = clock.turn();
    tick(first);
    assertEquals(first, clock.turn());
    long second = clock.again();
    assertTrue(second > first);
    tick(second);
    assertEquals(second, clock.turn(), "what the datagram brings about happens at its time");
    clock.endTurn();
    assertTrue(clock.turn() > second, "a turn of its own");
  }
}
