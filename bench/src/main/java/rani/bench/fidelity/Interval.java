// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.study.statistics.Summary;

/**
 * A mean and half of its 95 % confidence interval.
 *
 * @param half 0 if there is one value only, and no interval
 */
public record Interval(double mean, double half) {
  /** Of independent values, by Student's t. */
  static Interval of(List<Double> values) {
    Summary summary = Summary.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    return new Interval(summary.mean(), values.size() < 2 ? 0 : summary.halfWidth95());
  }

  /**
   * How far one mean lies from another, as a part of the other; the half width is that of two
   * independent means, to first order.
   */
  static Interval relative(Interval ours, Interval theirs) {
    double ratio = ours.mean() / theirs.mean();
    double half =
        Math.abs(ratio) * Math.hypot(ours.half() / ours.mean(), theirs.half() / theirs.mean());
    return new Interval(ratio - 1, Double.isNaN(half) ? 0 : half);
  }

  SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("mean", mean);
    facts.put("half-width", half);
    return facts;
  }
}
