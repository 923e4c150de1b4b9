// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;

import org.junit.jupiter.api.Test;

class TripletTest {
  private final Triplet triplet = new Triplet();

  @Test
  void theSecondAndTheThirdPacketByTheirTimeAreTheBandwidth() {
    assertFalse(triplet.take(100 * MILLI, 1000));
    assertFalse(triplet.take(103 * MILLI, 500));
    assertTrue(triplet.take(108 * MILLI, 700));
    assertEquals(8 * 1200 / 0.008, triplet.bitsPerSecond(), 1e-6);
    assertEquals(4 * MILLI, triplet.spacingNanos());
  }

  @Test
  void theNextPacketBeginsAnother() {
    for (int packet = 1; packet <= 9; packet++) {
      assertEquals(packet % 3 == 0, triplet.take(packet * MILLI, 1000));
    }
  }

  @Test
  void behindALongGapItBeginsAnew() {
    triplet.take(0, 1000);
    triplet.take(10 * MILLI, 1000);
    assertFalse(triplet.take(51 * MILLI, 1000)); // more than four times the usual
    assertEquals(1, triplet.resets());
    triplet.take(61 * MILLI, 1000);
    assertTrue(triplet.take(71 * MILLI, 1000));
    assertEquals(8 * 2000 / 0.020, triplet.bitsPerSecond(), 1e-6);
  }

  @Test
  void aGapOfJustFourUsualSpacingsIsNotLong() {
    triplet.take(0, 1000);
    triplet.take(10 * MILLI, 1000);
    assertTrue(triplet.take(50 * MILLI, 1000));
    assertEquals(0, triplet.resets());
  }

  @Test
  void threeAtOneInstantTellNothing() {
    triplet.take(MILLI, 1000);
    triplet.take(MILLI, 1000);
    assertFalse(triplet.take(MILLI, 1000));
  }
}
