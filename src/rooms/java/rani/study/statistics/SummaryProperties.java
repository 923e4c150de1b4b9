// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SummaryProperties {

  @Property
  void aPercentileIsTheLeastValueThatSoManyAreNotAbove(
      @ForAll @Size(min = 1, max = 250) List<@DoubleRange(min = -1e15, max = 1e15) Double> all) {
    double[] values = all.stream().mapToDouble(Double::doubleValue).toArray();
    Summary summary = Summary.of(values);

    assertEquals(leastNotBelow(50, values), summary.p50());
    assertEquals(leastNotBelow(90, values), summary.p90());
    assertEquals(leastNotBelow(99, values), summary.p99());
    assertEquals(leastNotBelow(1, values, values.length), summary.min());
    assertEquals(leastNotBelow(100, values), summary.max());
  }

  @Property
  void whatIsCloseTogetherIsToldApart(
      @ForAll @IntRange(min = 1, max = 300) int count,
      @ForAll @DoubleRange(min = 1, max = 1e12) double least) {
    double[] values = new double[count];
    values[0] = least;
    for (int k = 1; k < count; k++) {
      values[k] = Math.nextUp(values[k - 1]);
    }

    assertEquals(values[(99 * count + 99) / 100 - 1], Summary.of(values).p99());
  }

  /** By the definition, without order. */
  private static double leastNotBelow(int percent, double[] values) {
    return leastNotBelow(percent, values, 100);
  }

  private static double leastNotBelow(int parts, double[] values, int of) {
    return Arrays.stream(values)
        .filter(
            candidate ->
                of * Arrays.stream(values).filter(value -> value <= candidate).count()
                    >= (long) parts * values.length)
        .min()
        .orElseThrow();
  }
}
