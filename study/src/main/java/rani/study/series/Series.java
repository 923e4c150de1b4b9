// SPDX-License-Identifier: Apache-2.0
package rani.study.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of a quantity in one run, in SI units and in order of time. Times are seconds since
 * the start of the run. A weight says for how much a value counts in a distribution: the part of
 * the measured span that it lasted, in seconds, or 1 for each value of samples and bins; 0 outside
 * the span. {@code connection} tells the connections of a node apart; it is empty elsewhere.
 *
 * @param workingTop the largest window of the {@link rani.study.observe.WorkingRange}; NaN of other
 *     quantities
 * @param left number of values that came when the room for values was used up
 */
public record Series(
    SeriesName name,
    String connection,
    double[] times,
    double[] values,
    double[] weights,
    List<State> states,
    double workingTop,
    long left) {
  /** A state with the span of time that it lasted, in seconds. */
  public record State(double from, double until, String text) {}

  public int size() {
    return times.length;
  }

  /** The values that count, sorted, with the sum of the weights up to each. */
  public record Distribution(double[] values, double[] weightsUpTo) {
    public boolean isEmpty() {
      return values.length == 0;
    }

    public double total() {
      return weightsUpTo[weightsUpTo.length - 1];
    }

    /** Returns which part of the whole is at most the value at an index, 0…1. */
    public double share(int index) {
      return weightsUpTo[index] / total();
    }

    /** Returns the least value that has at least a part, 0…1, of the whole up to it. */
    public double quantile(double part) {
      double wanted = part * total();
      int low = 0;
      int high = values.length - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (weightsUpTo[middle] >= wanted * (1 - 1e-12)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return values[low];
    }
  }

  /** Returns the distribution of values that all count alike. */
  public static Distribution distribution(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] upTo = new double[sorted.length];
    Arrays.setAll(upTo, k -> k + 1.0);
    return new Distribution(sorted, upTo);
  }

  /** Returns the distribution of the values of several series together. */
  public static Distribution distribution(List<Series> several) {
    record Weighted(double value, double weight) {}

    List<Weighted> all = new ArrayList<>();
    for (Series one : several) {
      for (int k = 0; k < one.size(); k++) {
        if (one.weights[k] > 0) {
          all.add(new Weighted(one.values[k], one.weights[k]));
        }
      }
    }
    all.sort((a, b) -> Double.compare(a.value, b.value));
    double[] values = new double[all.size()];
    double[] upTo = new double[all.size()];
    double sum = 0;
    for (int k = 0; k < all.size(); k++) {
      sum += all.get(k).weight;
      values[k] = all.get(k).value;
      upTo[k] = sum;
    }
    return new Distribution(values, upTo);
  }
}
