// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against decimals of more digits than any tie between two doubles has. */
class ExactMomentsProperties {
  /** A tie has at most 767 digits, and sums of squares of these values some 2,600. */
  private static final MathContext ENOUGH = new MathContext(3_000);

  private static final int VALUES_MAX = 12;

  @Provide
  Arbitrary<double[]> hostile() {
    Arbitrary<Double> one =
        Arbitraries.oneOf(
            Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite),
            Arbitraries.of(
                0.0,
                -0.0,
                0.1,
                1e300,
                -1e300,
                1e308,
                Double.MAX_VALUE,
                -Double.MAX_VALUE,
                Double.MIN_VALUE,
                -Double.MIN_VALUE,
                Double.MIN_NORMAL,
                Math.nextUp(1.0),
                0x1p53,
                0x1p53 + 2,
                1e16,
                1e-30),
            Arbitraries.doubles().between(0, 1));
    return one.list().ofMinSize(1).ofMaxSize(VALUES_MAX).map(ExactMomentsProperties::array);
  }

  /** Values of which large ones cancel, so that what is left are the small ones. */
  @Provide
  Arbitrary<double[]> cancelling() {
    return hostile()
        .flatMap(
            large ->
                Arbitraries.doubles()
                    .between(-1, 1)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(4)
                    .map(
                        small -> {
                          List<Double> all = new ArrayList<>(small);
                          for (double value : large) {
                            all.add(value);
                            all.add(-value);
                          }
                          Collections.shuffle(all, new Random(all.size()));
                          return array(all);
                        }));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Property(tries = 300)
  void theMeanIsTheExactOneRoundedOnce(@ForAll("hostile") double[] values) {
    assertEquals(exactMean(values).doubleValue() + 0.0, ExactMoments.mean(values) + 0.0);
  }

  @Property(tries = 300)
  void whatCancelsLeavesTheRest(@ForAll("cancelling") double[] values) {
    assertEquals(exactMean(values).doubleValue() + 0.0, ExactMoments.mean(values) + 0.0);
  }

  @Property(tries = 300)
  void theDeviationIsTheExactOneRoundedOnce(@ForAll("hostile") double[] values) {
    assertDeviation(values);
  }

  @Property(tries = 300)
  void theDeviationOfWhatCancelsIsExactToo(@ForAll("cancelling") double[] values) {
    assertDeviation(values);
  }

  private static void assertDeviation(double[] values) {
    if (values.length == 1) {
      assertTrue(Double.isNaN(ExactMoments.standardDeviation(values)));
      return;
    }
    BigDecimal count = BigDecimal.valueOf(values.length);
    BigDecimal mean = exactMean(values);
    BigDecimal squares =
        Arrays.stream(values)
            .mapToObj(value -> new BigDecimal(value).subtract(mean, ENOUGH).pow(2, ENOUGH))
            .reduce(BigDecimal.ZERO, (sum, one) -> sum.add(one, ENOUGH));
    BigDecimal variance = squares.divide(count.subtract(BigDecimal.ONE), ENOUGH);
    assertEquals(
        variance.sqrt(new MathContext(1_200)).doubleValue(),
        ExactMoments.standardDeviation(values));
  }

  private static BigDecimal exactMean(double[] values) {
    return Arrays.stream(values)
        .mapToObj(BigDecimal::new)
        .reduce(BigDecimal.ZERO, BigDecimal::add)
        .divide(BigDecimal.valueOf(values.length), ENOUGH);
  }

  @Property(tries = 300)
  void equalValuesHaveThemselvesAsMeanAndNoDeviation(
      @ForAll @IntRange(min = 2, max = 300) int count, @ForAll("hostile") double[] values) {
    double[] equal = new double[count];
    Arrays.fill(equal, values[0]);

    assertEquals(values[0] + 0.0, ExactMoments.mean(equal) + 0.0);
    assertEquals(0.0, ExactMoments.standardDeviation(equal));
  }

  /** By hand. */
  @ParameterizedTest
  @CsvSource({
    "1e300 1 -1e300, 0.3333333333333333",
    "1e308 1e308 1e308, 1e308",
    "4.9e-324 0, 0",
    "4.9e-324 4.9e-324 0, 4.9e-324",
    "0.1 0.1 0.1 0.1 0.1 0.1 0.1, 0.1",
    "9007199254740992 1 1, 3002399751580331.3333"
  })
  void someMeansAreKnown(String values, double mean) {
    double[] numbers = Arrays.stream(values.split(" ")).mapToDouble(Double::parseDouble).toArray();

    assertEquals(mean, ExactMoments.mean(numbers));
  }
}
