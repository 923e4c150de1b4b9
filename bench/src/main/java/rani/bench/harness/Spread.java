// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.List;
import java.util.function.ToDoubleFunction;
import rani.world.Facts;

/** Minimum, median and maximum of several values; all are NaN if {@code count} is 0. */
public record Spread(double minimum, double median, double maximum, int count) {
  public static Spread of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int count = sorted.size();
    if (count == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
    }
    double median = (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    return new Spread(sorted.getFirst(), median, sorted.getLast(), count);
  }

  public static <T> Spread of(List<T> items, ToDoubleFunction<T> value) {
    return of(items.stream().map(value::applyAsDouble).toList());
  }

  /** Returns the spread for JSON, without members if there was no value. */
  Facts facts() {
    return count == 0 ? Facts.NONE : new Shown(minimum, median, maximum);
  }

  private record Shown(double minimum, double median, double maximum) implements Facts {}
}
