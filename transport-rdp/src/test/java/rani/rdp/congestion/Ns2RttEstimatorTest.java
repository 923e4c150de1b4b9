// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code rtt_update}, {@code rtt_backoff} and {@code rtt_timeout} of ns-2.35's tcp.cc, by hand. */
class Ns2RttEstimatorTest {
  private static final long MS = 1_000_000;

  private final Ns2RttEstimator estimator = new Ns2RttEstimator(3000 * MS, 200 * MS, 60_000 * MS);

  private void assertEstimate(long srttNanos, long rttVarNanos, long rtoNanos) {
    assertEquals(srttNanos, estimator.srttNanos(), "srtt");
    assertEquals(rttVarNanos, estimator.rttVarNanos(), "rttvar");
    assertEquals(rtoNanos, estimator.rtoNanos(), "rto");
  }

  @Test
  void beforeTheFirstSampleItIsTheInitialValue() {
    assertEstimate(0, 0, 3000 * MS);
  }

  /** Then 1/8 of an error of 8 ticks, and 3/4 · 5 + 1/4 · 8 = 5.75 ticks of variation. */
  @Test
  void itCountsEighthsAndQuartersOfTicks() {
    estimator.timed(0, 100 * MS);
    assertEstimate(100 * MS, 50 * MS, 300 * MS);
    estimator.timed(0, 180 * MS);
    assertEstimate(110 * MS, 57_500_000, 340 * MS);
    estimator.timed(0, 30 * MS); // 88 - 8 eighths; 23 + 8 - 5 quarters
    assertEstimate(100 * MS, 65 * MS, 360 * MS);
  }

  /** Quarters: 20, 15, 12, 9, 7, 6, 5, 4, 3, and a quarter of 3 is none. */
  @Test
  void aRoundTripThatNeverVariesLeavesThreeQuartersOfATick() {
    for (int sample = 0; sample < 50; sample++) {
      estimator.timed(0, 100 * MS);
    }
    assertEstimate(100 * MS, 7_500_000, 200 * MS);
  }

  /** It ticks at 5, 15, 25 ms …; less than a tick counts as one. */
  @ParameterizedTest
  @CsvSource({
    "5000000, 14999999, 1",
    "5000000, 15000000, 1",
    "4999999, 15000000, 2",
    "4999999, 24999999, 2",
    "5000000, 25000000, 2"
  })
  void theClockTicksBetweenSendingAndHearing(long sentNanos, long nowNanos, int ticks) {
    estimator.timed(sentNanos, nowNanos);
    assertEquals(ticks * 10 * MS, estimator.srttNanos());
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "14999999, 1", "15000000, 2", "24999999, 2"})
  void aTimestampedSampleIsRounded(long rttNanos, int ticks) {
    estimator.sample(rttNanos, 7);
    assertEquals(ticks * 10 * MS, estimator.srttNanos());
  }

  @Test
  void theFloorIsDoubledTooAndASampleEndsThat() {
    estimator.timed(0, 10 * MS);
    assertEquals(200 * MS, estimator.rtoNanos());
    estimator.backOff();
    assertEquals(400 * MS, estimator.rtoNanos());
    estimator.timed(0, 10 * MS);
    assertEquals(200 * MS, estimator.rtoNanos());
    estimator.backOff();
    estimator.forgetBackOff();
    assertEquals(200 * MS, estimator.rtoNanos());
  }

  /** "clobber the srtt value, storing it in the mean deviation instead", once t_backoff_ > 8. */
  @Test
  void theFourthDoublingForgetsTheRoundTrip() {
    estimator.timed(0, 100 * MS);
    for (int timeout = 0; timeout < 3; timeout++) {
      estimator.backOff();
    }
    assertEstimate(100 * MS, 50 * MS, 2400 * MS);
    estimator.backOff();
    assertEstimate(0, 75 * MS, 4800 * MS); // 20 quarters and 10
    estimator.timed(0, 40 * MS);
    assertEstimate(40 * MS, 20 * MS, 200 * MS);
  }

  @Test
  void itDoublesUpToTheCeilingAndStaysThere() {
    estimator.timed(0, 100 * MS);
    for (int timeout = 0; timeout < 7; timeout++) {
      estimator.backOff();
    }
    assertEquals(38_400 * MS, estimator.rtoNanos(), "t_backoff_ 128: below the ceiling it goes on");
    for (int timeout = 0; timeout < 100; timeout++) {
      estimator.backOff();
      assertEquals(60_000 * MS, estimator.rtoNanos());
    }
  }

  @Test
  void itIsTwoTicksAtLeast() {
    assertEquals(20 * MS, new Ns2RttEstimator(MS, 0, 60_000 * MS).rtoNanos());
    assertEquals(21 * MS, new Ns2RttEstimator(21 * MS, 0, 60_000 * MS).rtoNanos());
  }
}
