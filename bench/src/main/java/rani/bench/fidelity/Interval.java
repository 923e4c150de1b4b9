// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.List;
import rani.study.statistics.Summary;
import rani.world.Facts;

/** A mean and half of its 95 % confidence interval; 0 for a single value. */
public record Interval(double mean, double halfWidth) implements Facts {
  /** Computes the interval of independent values by Student's t. */
  static Interval of(List<Double> values) {
    Summary summary = Summary.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    return new Interval(summary.mean(), values.size() < 2 ? 0 : summary.halfWidth95());
  }

  /** Returns the relative difference of two means, with a half width to first order. */
  static Interval relative(Interval ours, Interval theirs) {
    double ratio = ours.mean() / theirs.mean();
    double half =
        Math.abs(ratio)
            * Math.hypot(ours.halfWidth() / ours.mean(), theirs.halfWidth() / theirs.mean());
    return new Interval(ratio - 1, Double.isNaN(half) ? 0 : half);
  }
}
