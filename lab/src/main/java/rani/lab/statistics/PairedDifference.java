// SPDX-License-Identifier: Apache-2.0
package rani.lab.statistics;

/**
 * How much a metric of one variant differs from that of another, trial by trial on the same seeds:
 * what chance does to both falls out of the difference.
 *
 * @param pairs how many trials both have
 * @param mean of the differences, other less baseline
 * @param standardDeviation of the differences; NaN for a single pair
 * @param halfWidth95 half the width of the mean's 95 % confidence interval, by Student's t; NaN for
 *     a single pair
 */
public record PairedDifference(
    int pairs, double mean, double standardDeviation, double halfWidth95) {

  /**
   * Compares pair by pair.
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
    Summary summary = Summary.of(differences);
    return new PairedDifference(
        summary.count(), summary.mean(), summary.standardDeviation(), summary.halfWidth95());
  }

  /** Whether the interval excludes no difference at all; a single pair says nothing. */
  public boolean isSignificant() {
    return Math.abs(mean) > halfWidth95;
  }
}
