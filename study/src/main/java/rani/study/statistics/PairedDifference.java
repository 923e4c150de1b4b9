// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The paired difference of a metric between two variants, trial by trial on the same seeds, which
 * removes the common variance.
 *
 * @param pairs how many trials both have
 * @param mean of the differences, other less baseline
 * @param standardDeviation of the differences; NaN for a single pair
 * @param halfWidth95 half the width of the mean's 95 % confidence interval, by Student's t; NaN for
 *     a single pair
 * @param p of the paired t test, two-sided: how probable a mean so far from 0 is if there is no
 *     difference; NaN for a single pair
 * @param correctedP the same among all that are looked at together
 * @param family how many these are
 */
public record PairedDifference(
    int pairs,
    double mean,
    double standardDeviation,
    double halfWidth95,
    double p,
    double correctedP,
    long family) {

  /**
   * Compares paired values.
   *
   * @param baseline values of the one, at least one
   * @param other values of the other, those of the same seeds at the same places
   */
  public static PairedDifference of(double[] baseline, double[] other) {
    if (baseline.length != other.length) {
      throw new IllegalArgumentException(
          baseline.length + " values cannot be paired with " + other.length);
    }
    double[] differences = new double[other.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = other[i] - baseline[i];
    }
    return of(Summary.of(differences));
  }

  /** From the differences. */
  static PairedDifference of(Summary summary) {
    double p = p(summary);
    return new PairedDifference(
        summary.count(),
        summary.mean(),
        summary.standardDeviation(),
        summary.halfWidth95(),
        p,
        p,
        1);
  }

  private static double p(Summary summary) {
    if (summary.count() == 1) {
      return Double.NaN;
    }
    if (summary.mean() == 0) {
      return 1;
    }
    double t =
        Math.abs(summary.mean()) / (summary.standardDeviation() / Math.sqrt(summary.count()));
    return 2 * TDistribution.of(summary.count() - 1).survivalProbability(t);
  }

  /** The same as one of several that are looked at together. */
  public PairedDifference in(Family all) {
    return new PairedDifference(
        pairs, mean, standardDeviation, halfWidth95, p, all.corrected(p), all.size());
  }

  /** Whether the corrected p-value is below {@link Family#LEVEL}; a single pair says nothing. */
  public boolean isSignificant() {
    return correctedP < Family.LEVEL;
  }
}
