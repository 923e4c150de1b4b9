// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of a metric's mean between two sets of trials, after minus before. Trials with
 * common seeds are compared in pairs (see {@link PairedDifference}), others by Welch's t test,
 * which allows for different variances: B. L. Welch, "The Generalization of 'Student's' Problem
 * when Several Different Population Variances are Involved", Biometrika 34, 1947.
 *
 * @param test what interval and p-value come of
 * @param before number of trials compared; as many pairs if it is {@link Test#PAIRED}
 * @param after the same of the other set
 * @param halfWidth95 half the width of the 95 % confidence interval; NaN without a test
 * @param p two-sided p-value; NaN without a test
 * @param correctedP the p-value corrected for the family of differences
 * @param family size of the family
 */
public record MeanDifference(
    Test test,
    int before,
    int after,
    double mean,
    double halfWidth95,
    double p,
    double correctedP,
    long family) {
  private static final double UPPER_TAIL_95 = 0.025;

  /** The test of a difference. */
  public enum Test {
    PAIRED,
    WELCH,
    /** A set has a single trial, so that nothing is known of its variance. */
    NONE;

    public String text() {
      return switch (this) {
        case PAIRED -> "paired";
        case WELCH -> "welch";
        case NONE -> "none";
      };
    }
  }

  /** Compares values, at least one; those with the same index have the same seed. */
  public static MeanDifference paired(double[] before, double[] after) {
    PairedDifference pairs = PairedDifference.of(before, after);
    return of(
        pairs.pairs() == 1 ? Test.NONE : Test.PAIRED,
        Summary.of(before),
        Summary.of(after),
        pairs.mean(),
        pairs.halfWidth95(),
        pairs.p());
  }

  /** Compares independent values, at least one on each side. */
  public static MeanDifference independent(double[] before, double[] after) {
    Summary one = Summary.of(before);
    Summary other = Summary.of(after);
    double mean = other.mean() - one.mean();
    if (one.count() == 1 || other.count() == 1) {
      return of(Test.NONE, one, other, mean, Double.NaN, Double.NaN);
    }
    double squareBefore = square(one.standardDeviation()) / one.count();
    double squareAfter = square(other.standardDeviation()) / other.count();
    double error = Math.sqrt(squareBefore + squareAfter);
    if (error == 0) {
      return of(Test.WELCH, one, other, mean, 0, mean == 0 ? 1 : 0);
    }
    TDistribution distribution =
        TDistribution.of(
            square(squareBefore + squareAfter)
                / (square(squareBefore) / (one.count() - 1)
                    + square(squareAfter) / (other.count() - 1)));
    return of(
        Test.WELCH,
        one,
        other,
        mean,
        distribution.inverseSurvivalProbability(UPPER_TAIL_95) * error,
        Math.min(1, 2 * distribution.survivalProbability(Math.abs(mean) / error)));
  }

  private static double square(double value) {
    return value * value;
  }

  private static MeanDifference of(
      Test test, Summary before, Summary after, double mean, double halfWidth95, double p) {
    return new MeanDifference(test, before.count(), after.count(), mean, halfWidth95, p, p, 1);
  }

  public MeanDifference in(Family all) {
    return new MeanDifference(
        test, before, after, mean, halfWidth95, p, all.corrected(p), all.size());
  }

  /** Returns whether the corrected p-value is below {@link Family#LEVEL}; false without a test. */
  public boolean isSignificant() {
    return correctedP < Family.LEVEL;
  }

  /** Returns whether there is no difference at all, nor between any pairs. */
  public boolean isSame() {
    return mean == 0 && (test == Test.NONE || halfWidth95 == 0);
  }
}
