// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import rani.ground.NearestRank;

/**
 * Summary of one metric over several trials, whose mean and deviation are {@link ExactMoments}.
 *
 * @param count of trials, at least 1
 * @param standardDeviation of a sample (n − 1); NaN for a single trial
 * @param halfWidth95 half the width of the mean's 95 % confidence interval, by Student's t with n −
 *     1 degrees of freedom; NaN for a single trial
 * @param p50 the median; percentiles are values of trials, by {@link NearestRank}
 */
public record Summary(
    int count,
    double mean,
    double standardDeviation,
    double halfWidth95,
    double min,
    double p50,
    double p90,
    double p99,
    double max) {
  private static final double UPPER_TAIL_95 = 0.025;

  /** Summarises values, which are finite; there is at least one. */
  public static Summary of(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values to sum up");
    }
    if (!Arrays.stream(values).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException("values to sum up are finite");
    }
    int count = values.length;
    double deviation = ExactMoments.standardDeviation(values);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Summary(
        count,
        ExactMoments.mean(values),
        deviation,
        halfWidth95(count, deviation),
        sorted[0],
        percentile(50, sorted),
        percentile(90, sorted),
        percentile(99, sorted),
        sorted[count - 1]);
  }

  /** Returns half the width of the 95 % confidence interval of a mean of n values; NaN for one. */
  static double halfWidth95(int count, double standardDeviation) {
    return count == 1
        ? Double.NaN
        : TDistribution.of(count - 1).inverseSurvivalProbability(UPPER_TAIL_95)
            * standardDeviation
            / Math.sqrt(count);
  }

  private static double percentile(int percent, double[] sorted) {
    return sorted[(int) NearestRank.place(percent, sorted.length)];
  }
}
