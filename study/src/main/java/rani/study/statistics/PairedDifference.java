// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The paired difference of a metric between two variants, trial by trial with the same seeds, which
 * removes the common variance.
 *
 * @param pairs number of trials that both variants have
 * @param mean of the differences, other minus baseline
 * @param standardDeviation of the differences; NaN for a single pair
 * @param halfWidth95 half the width of the mean's 95 % confidence interval, by Student's t; NaN for
 *     a single pair
 * @param p two-sided p-value of the paired t test: the probability of a mean at least this far from
 *     0 if there is no difference; NaN for a single pair
 * @param correctedP the p-value corrected for the family of differences
 * @param family size of the family
 */
public record PairedDifference(
    int pairs,
    double mean,
    double standardDeviation,
    double halfWidth95,
    double p,
    double correctedP,
    long family) {
  /** Compares values, at least one; those with the same index have the same seed. */
  public static PairedDifference of(double[] baseline, double[] other) {
    if (baseline.length != other.length) {
      throw new IllegalArgumentException(
          baseline.length + " values cannot be paired with " + other.length);
    }
    return of(
        Summary.of(
            IntStream.range(0, other.length).mapToDouble(i -> other[i] - baseline[i]).toArray()));
  }

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

  public PairedDifference in(Family all) {
    return new PairedDifference(
        pairs, mean, standardDeviation, halfWidth95, p, all.corrected(p), all.size());
  }

  /** Returns whether the corrected p-value is below {@link Family#LEVEL}; false for one pair. */
  public boolean isSignificant() {
    return correctedP < Family.LEVEL;
  }
}
