// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.Arrays;
import rani.world.Facts;

/**
 * The round trips of one ping in figures.
 *
 * @param leastNanos the shortest
 * @param meanNanos the mean
 * @param mostNanos the longest
 * @param deviationNanos the sample's standard deviation; 0 of a single one
 * @param medianNanos half of them took at most as long (nearest rank)
 * @param p99Nanos and 99 % of them this
 */
record RttStatistics(
    long leastNanos,
    double meanNanos,
    long mostNanos,
    double deviationNanos,
    long medianNanos,
    long p99Nanos) {
  private static final double SECOND = 1e9;

  /** Sums up at least one round trip; the order does not matter, and is not kept. */
  static RttStatistics of(long[] nanos) {
    Arrays.sort(nanos);
    double sum = 0;
    for (long one : nanos) {
      sum += one;
    }
    double mean = sum / nanos.length;
    double squares = 0;
    for (long one : nanos) {
      squares += (one - mean) * (one - mean);
    }
    return new RttStatistics(
        nanos[0],
        mean,
        nanos[nanos.length - 1],
        nanos.length == 1 ? 0 : Math.sqrt(squares / (nanos.length - 1)),
        ranked(nanos, 50),
        ranked(nanos, 99));
  }

  /** Nearest rank: the least of the values that at least so many percent do not exceed. */
  private static long ranked(long[] sorted, int percent) {
    return sorted[(int) Math.ceilDiv((long) sorted.length * percent, 100) - 1];
  }

  /** In seconds. */
  public record Shown(
      double rttSecondsMin,
      double rttSecondsMean,
      double rttSecondsMax,
      double rttSecondsStddev,
      double rttSecondsP50,
      double rttSecondsP99)
      implements Facts {}

  Shown facts() {
    return new Shown(
        leastNanos / SECOND,
        meanNanos / SECOND,
        mostNanos / SECOND,
        deviationNanos / SECOND,
        medianNanos / SECOND,
        p99Nanos / SECOND);
  }
}
