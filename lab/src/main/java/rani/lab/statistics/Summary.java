// SPDX-License-Identifier: Apache-2.0
package rani.lab.statistics;

import java.util.Arrays;
import java.util.EnumSet;
import org.HdrHistogram.DoubleHistogram;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One metric over several trials.
 *
 * @param count of trials, at least 1
 * @param mean of them
 * @param standardDeviation of a sample (n − 1); NaN for a single trial
 * @param halfWidth95 half the width of the mean's 95 % confidence interval, by Student's t with n −
 *     1 degrees of freedom; NaN for a single trial
 * @param min the least
 * @param p50 the median; percentiles are by nearest rank from an HdrHistogram of 3 digits, counted
 *     from 0, or from the least value if there are negative ones
 * @param p90 the 90th percentile
 * @param p99 the 99th percentile
 * @param max the greatest
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
  private static final int DIGITS = 3;

  /** A histogram cannot hold what is smaller than this part of the greatest; it counts as 0. */
  private static final double SMALLEST_PART = 1e-12;

  private static final double UPPER_TAIL_95 = 0.025;

  /**
   * Sums values up.
   *
   * @param values finite, at least one
   */
  public static Summary of(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values to sum up");
    }
    if (!Arrays.stream(values).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException("values to sum up are finite");
    }
    DoubleStatistics statistics =
        DoubleStatistics.of(
            EnumSet.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION, Statistic.MIN, Statistic.MAX),
            values);
    int count = values.length;
    double deviation =
        count == 1 ? Double.NaN : statistics.getAsDouble(Statistic.STANDARD_DEVIATION);
    double min = statistics.getAsDouble(Statistic.MIN);
    double max = statistics.getAsDouble(Statistic.MAX);
    Percentiles percentiles = new Percentiles(values, min, max);
    return new Summary(
        count,
        statistics.getAsDouble(Statistic.MEAN),
        deviation,
        halfWidth95(count, deviation),
        min,
        percentiles.at(50),
        percentiles.at(90),
        percentiles.at(99),
        max);
  }

  /** Half the width of the 95 % interval of a mean of n values; NaN for a single one. */
  static double halfWidth95(int count, double standardDeviation) {
    return count == 1
        ? Double.NaN
        : TDistribution.of(count - 1).inverseSurvivalProbability(UPPER_TAIL_95)
            * standardDeviation
            / Math.sqrt(count);
  }

  /** A histogram that does not hold what it shows: it begins at 0, and has only three digits. */
  private static final class Percentiles {
    private final DoubleHistogram histogram = new DoubleHistogram(DIGITS);
    private final double zero;
    private final double min;
    private final double max;

    Percentiles(double[] values, double min, double max) {
      this.min = min;
      this.max = max;
      zero = Math.min(0, min);
      histogram.setAutoResize(true);
      double least = (max - zero) * SMALLEST_PART;
      for (double value : values) {
        histogram.recordValue(value - zero < least ? 0 : value - zero);
      }
    }

    /** The lower edge of what cannot be told apart, so that small whole numbers stay whole. */
    double at(double percent) {
      double value = histogram.lowestEquivalentValue(histogram.getValueAtPercentile(percent));
      return Math.clamp(value + zero, min, max);
    }
  }
}
