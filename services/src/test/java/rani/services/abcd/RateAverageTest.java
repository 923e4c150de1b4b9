// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import org.junit.jupiter.api.Test;

class RateAverageTest {
  private final RateAverage rate = new RateAverage(200 * MILLI);

  @Test
  void oneStepIsTheEquation() {
    rate.addOrBegin(100 * MILLI, 1000);
    assertEquals(10_000, rate.bitsPerSecond(), 1e-9);
    rate.addOrBegin(50 * MILLI, 1000);
    double old = Math.exp(-0.25);
    assertEquals((1 - old) * 20_000 + old * 10_000, rate.bitsPerSecond(), 1e-9);
  }

  @Test
  void whatComesEvenlyIsItsRateInTheEnd() {
    for (long at = 0; at < 5 * SECOND; at += 10 * MILLI) {
      rate.take(at, 1250);
    }
    assertEquals(1_000_000, rate.bitsPerSecond(), 1);
  }

  @Test
  void whatComesAtOnceCountsOnceTimeHasPassed() {
    rate.take(0, 1000);
    rate.take(10 * MILLI, 1000);
    double one = rate.bitsPerSecond();
    rate.take(10 * MILLI, 1000);
    rate.take(10 * MILLI, 1000);
    assertEquals(one, rate.bitsPerSecond());
    rate.take(20 * MILLI, 1000);
    RateAverage apart = new RateAverage(200 * MILLI);
    apart.take(0, 1000);
    apart.take(10 * MILLI, 1000);
    apart.take(20 * MILLI, 3000);
    assertEquals(apart.bitsPerSecond(), rate.bitsPerSecond());
  }
}
