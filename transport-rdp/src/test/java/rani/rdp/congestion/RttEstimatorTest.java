// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** RFC 6298 §2, by hand. */
class RttEstimatorTest {
  private static final long MS = 1_000_000;

  private final RttEstimator estimator = new RttEstimator(1000 * MS, 10 * MS, 60_000 * MS);

  @Test
  void beforeTheFirstSampleItIsTheInitialValue() {
    assertEquals(1000 * MS, estimator.rtoNanos());
    assertEquals(0, estimator.srttNanos());
  }

  @Test
  void theFirstSampleGivesThreeTimesItself() {
    estimator.sample(100 * MS);
    assertEquals(100 * MS, estimator.srttNanos());
    assertEquals(50 * MS, estimator.rttVarNanos());
    assertEquals(300 * MS, estimator.rtoNanos());
  }

  @Test
  void theVariationIsTakenFromTheOldAverage() {
    estimator.sample(100 * MS);
    estimator.sample(180 * MS);
    assertEquals(57_500_000, estimator.rttVarNanos(), "3/4 · 50 + 1/4 · |100 − 180|");
    assertEquals(110 * MS, estimator.srttNanos(), "7/8 · 100 + 1/8 · 180");
    assertEquals(340 * MS, estimator.rtoNanos());
  }

  @Test
  void aRoundTripThatNeverVariesLeavesTheGranularity() {
    for (int sample = 0; sample < 200; sample++) {
      estimator.sample(100 * MS);
    }
    assertEquals(101 * MS, estimator.rtoNanos());
  }

  @Test
  void itHasAFloorAndACeiling() {
    var floored = new RttEstimator(1000 * MS, 1000 * MS, 60_000 * MS);
    floored.sample(5 * MS);
    assertEquals(1000 * MS, floored.rtoNanos());
    floored.sample(100_000 * MS);
    assertEquals(60_000 * MS, floored.rtoNanos());
  }

  @Test
  void backingOffDoublesUpToTheCeilingAndASampleForgetsIt() {
    estimator.sample(100 * MS);
    estimator.backOff();
    assertEquals(600 * MS, estimator.rtoNanos());
    for (int timeout = 0; timeout < 100; timeout++) {
      estimator.backOff();
    }
    assertEquals(60_000 * MS, estimator.rtoNanos());
    estimator.sample(100 * MS);
    assertEquals(250 * MS, estimator.rtoNanos(), "100 + 4 · 3/4 · 50");
  }

  /** RFC 7323, appendix G, computed by hand: α' = 1/8/4, β' = 1/4/4. */
  @Test
  void oneOfSeveralSamplesOfARoundTripCountsForLess() {
    estimator.sample(100 * MS);
    estimator.sample(180 * MS, 4);
    assertEquals(51_875_000, estimator.rttVarNanos(), "15/16 · 50 + 1/16 · |100 − 180|");
    assertEquals(102_500_000, estimator.srttNanos(), "31/32 · 100 + 1/32 · 180");
  }

  @Test
  void halfAsManySamplesAreExpectedAsSegmentsAreOutstanding() {
    assertEquals(1, RttEstimator.expectedSamples(1));
    assertEquals(1, RttEstimator.expectedSamples(2));
    assertEquals(2, RttEstimator.expectedSamples(3));
    assertEquals(10, RttEstimator.expectedSamples(20));
  }

  @Test
  void aSampleOfNothingStillCountsAsASample() {
    estimator.sample(0);
    assertTrue(estimator.srttNanos() > 0);
    assertEquals(10 * MS, estimator.rtoNanos());
  }
}
