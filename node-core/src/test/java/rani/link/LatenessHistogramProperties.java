// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class LatenessHistogramProperties {
  @Property
  void aQuantileIsAnUpperBoundGoodToAQuarter(@ForAll @LongRange(min = 0) long nanos) {
    LatenessHistogram lateness = new LatenessHistogram();
    lateness.record(nanos, 0);
    lateness.record(Long.MAX_VALUE, 0);
    long median = lateness.quantileNanos(0.5);
    assertTrue(median >= nanos, () -> median + " of " + nanos);
    assertTrue(median - nanos <= nanos / 4, () -> median + " of " + nanos);
  }

  @Example
  void quantilesAreNeverBeyondTheLatest() {
    LatenessHistogram lateness = new LatenessHistogram();
    for (int micros = 1; micros <= 100; micros++) {
      lateness.record(1000L * micros, 0);
    }
    assertEquals(100, lateness.departures());
    assertEquals(100_000, lateness.maxNanos());
    assertEquals(100_000, lateness.quantileNanos(1));
    assertEquals(57_343, lateness.quantileNanos(0.5));
  }

  @Example
  void nothingThatLeftWasNotLate() {
    assertEquals(0, new LatenessHistogram().quantileNanos(0.99));
  }

  /** What is later than the greater of 1 ms and a tenth of the service time is late. */
  @Example
  void lateIsMoreThanAMillisecondAndATenthOfTheService() {
    LatenessHistogram lateness = new LatenessHistogram();
    lateness.record(1_000_000, 0);
    lateness.record(1_000_000, 5_000_000);
    lateness.record(2_000_000, 20_000_000);
    assertEquals(0, lateness.late());
    lateness.record(1_000_001, 0);
    lateness.record(1_000_001, 5_000_000);
    lateness.record(2_000_001, 20_000_000);
    assertEquals(3, lateness.late());
  }

  @Property
  void countsBelowAPowerOfTwoAreExact(
      @ForAll List<@LongRange(min = 0, max = 1L << 40) Long> nanos,
      @ForAll @IntRange(min = 0, max = 40) int exponent) {
    LatenessHistogram lateness = new LatenessHistogram();
    nanos.forEach(one -> lateness.record(one, 0));
    assertEquals(
        nanos.stream().filter(one -> one < 1L << exponent).count(), lateness.below(exponent));
    assertEquals(nanos.stream().mapToLong(Long::longValue).sum(), lateness.sumNanos());
  }

  @Example
  void aQuantileWithinThePunctualOnesIsZero() {
    LatenessHistogram lateness = new LatenessHistogram();
    lateness.record(0, 0);
    lateness.record(0, 0);
    lateness.record(3, 0);
    assertEquals(0, lateness.quantileNanos(2 / 3.0));
    assertEquals(3, lateness.quantileNanos(0.67));
  }
}
