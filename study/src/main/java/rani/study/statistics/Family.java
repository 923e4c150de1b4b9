// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import java.util.Arrays;

/**
 * A family of differences that are tested together. Their p-values are corrected by Holm's method,
 * which bounds the probability of any false positive by the level, also for dependent tests (S.
 * Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
 * Statistics 6, 1979).
 */
public final class Family {
  /** A corrected p-value below this is significant. */
  public static final double LEVEL = 0.05;

  /** Largest number of kept p-values (8 MB). A larger family uses Bonferroni's correction. */
  static final int KEPT_MAX = 1_000_000;

  private static final int AT_FIRST = 64;

  private double[] sorted = {};
  private long size;
  private double[] corrected = {};

  /** Adds a member; a difference of a single pair has p-value NaN and is ignored. */
  public void add(PairedDifference difference) {
    add(difference.p());
  }

  /** Adds a member by its p-value; NaN is ignored. */
  void add(double p) {
    if (Double.isNaN(p)) {
      return;
    }
    if (size < KEPT_MAX) {
      if (size == sorted.length) {
        sorted = Arrays.copyOf(sorted, Math.max(AT_FIRST, 2 * sorted.length));
      }
      sorted[(int) size] = p;
    }
    size++;
  }

  public void add(MeanDifference difference) {
    add(difference.p());
  }

  public long size() {
    return size;
  }

  /** Returns the p-value of a member, corrected for the whole family. */
  double corrected(double p) {
    if (Double.isNaN(p)) {
      return p;
    }
    if (size > KEPT_MAX) {
      return Math.min(1, p * size); // Bonferroni's, never less than Holm's
    }
    if (corrected.length < size) {
      sort();
    }
    int place = Arrays.binarySearch(sorted, p);
    if (place < 0) {
      throw new IllegalArgumentException(p + " is the p-value of no member");
    }
    return corrected[place];
  }

  private void sort() {
    int count = (int) size;
    sorted = Arrays.copyOf(sorted, count);
    Arrays.sort(sorted);
    corrected = new double[count];
    double greatest = 0;
    for (int k = 0; k < count; k++) {
      greatest = Math.max(greatest, Math.min(1, (count - k) * sorted[k]));
      corrected[k] = greatest;
    }
  }
}
