// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.Arrays;
import rani.world.Facts;

/**
 * Statistics of a ping's round trips.
 *
 * @param rttSecondsStddev standard deviation of the sample; 0 for a single round trip
 * @param rttSecondsP50 median (nearest rank)
 * @param rttSecondsP99 99th percentile (nearest rank)
 */
public record RttStatistics(
    double rttSecondsMin,
    double rttSecondsMean,
    double rttSecondsMax,
    double rttSecondsStddev,
    double rttSecondsP50,
    double rttSecondsP99)
    implements Facts {
  private static final double SECOND = 1e9;

  /** Computes the statistics of at least one round trip. Sorts the array. */
  static RttStatistics of(long[] nanos) {
    Arrays.sort(nanos);
    double mean = (double) Arrays.stream(nanos).sum() / nanos.length;
    double squares = 0;
    for (long one : nanos) {
      squares += (one - mean) * (one - mean);
    }
    double deviation = nanos.length == 1 ? 0 : Math.sqrt(squares / (nanos.length - 1));
    return new RttStatistics(
        nanos[0] / SECOND,
        mean / SECOND,
        nanos[nanos.length - 1] / SECOND,
        deviation / SECOND,
        ranked(nanos, 50) / SECOND,
        ranked(nanos, 99) / SECOND);
  }

  /** Returns the nearest rank: the least value that this percentage of values do not exceed. */
  private static long ranked(long[] sorted, int percent) {
    return sorted[(int) Math.ceilDiv((long) sorted.length * percent, 100) - 1];
  }
}
