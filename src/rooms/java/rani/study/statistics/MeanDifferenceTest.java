// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * Differences against what R prints for {@code t.test} on its data set {@code sleep}, the hours of
 * sleep that ten patients gained by two drugs (Student, "The Probable Error of a Mean", Biometrika
 * 6, 1908).
 */
class MeanDifferenceTest {
  static final double[] ONE = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  static final double[] OTHER = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

  /** {@code t = -1.8608, df = 17.776, p-value = 0.07939}, interval -3.3654832 to 0.2054832. */
  @Test
  void independentTrialsAreComparedByWelchsTest() {
    MeanDifference difference = MeanDifference.independent(ONE, OTHER);

    assertEquals(MeanDifference.Test.WELCH, difference.test());
    assertEquals(1.58, difference.mean(), 1e-12);
    assertEquals((3.3654832 + 0.2054832) / 2, difference.halfWidth95(), 5e-8);
    assertEquals(0.07939, difference.p(), 5e-6);
    assertFalse(difference.isSignificant());
  }

  /** {@code t = -4.0621, df = 9, p-value = 0.002833}, interval -2.4598858 to -0.7001142. */
  @Test
  void trialsWithCommonSeedsAreComparedInPairs() {
    MeanDifference difference = MeanDifference.paired(ONE, OTHER);

    assertEquals(MeanDifference.Test.PAIRED, difference.test());
    assertEquals(1.58, difference.mean(), 1e-12);
    assertEquals((2.4598858 - 0.7001142) / 2, difference.halfWidth95(), 5e-8);
    assertEquals(0.002833, difference.p(), 5e-7);
    assertTrue(difference.isSignificant());
  }

  @Test
  void aSingleTrialHasNoInterval() {
    MeanDifference difference = MeanDifference.independent(new double[] {3}, OTHER);

    assertEquals(MeanDifference.Test.NONE, difference.test());
    assertTrue(Double.isNaN(difference.halfWidth95()));
    assertTrue(Double.isNaN(difference.p()));
    assertFalse(difference.isSignificant());
  }

  @Test
  void trialsWithoutVarianceDifferForSureOrNotAtAll() {
    double[] twos = {2, 2};

    MeanDifference same = MeanDifference.independent(twos, new double[] {2, 2, 2});
    assertTrue(same.isSame());
    assertEquals(1, same.p());
    MeanDifference other = MeanDifference.independent(twos, new double[] {3, 3});
    assertFalse(other.isSame());
    assertEquals(0, other.p());
  }
}
