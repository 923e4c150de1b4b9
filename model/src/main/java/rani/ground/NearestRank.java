// SPDX-License-Identifier: Apache-2.0
package rani.ground;

/**
 * Percentiles by nearest rank, which all statistics of this program use: the inverse of the
 * empirical distribution. The p-th of n values is the ⌈p·n/100⌉-th smallest, so that it is always
 * one of them.
 *
 * <p>R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical Packages", The American
 * Statistician 50 (4), 1996: definition 1.
 */
public final class NearestRank {
  private NearestRank() {}

  /** Returns the index, from 0, of a percentile, 1…100, among 1…10<sup>16</sup> sorted values. */
  public static long place(int percent, long count) {
    return (percent * count + 99) / 100 - 1;
  }
}
