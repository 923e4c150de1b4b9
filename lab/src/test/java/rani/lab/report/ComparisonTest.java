// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

  @ParameterizedTest
  @CsvSource({
    "lgc.trigger.p, 39, 39, the same",
    "lgc.trigger.p, 39, 42, 3 more than the paper (+7.7\u202f%)",
    "lgc.trigger.held, 21, 20, 1 less than the paper (\u22124.8\u202f%)",
    "through.n1, 53.5%, 0.53, 0.5 percentage points less than the paper",
    "through.n1, 53.5%, 0.535, the same",
    "through.n1, 53.5%, 0.5350000000001, the same",
    "lgc.gap-seconds, 2, 2.25, 0.25\u202fs more than the paper (+12.5\u202f%)",
    "drops.total, 0, 4, 4 more than the paper",
    "queue.n7.average-max, <10, 9.99, within the paper's bound",
    "queue.n7.average-max, <10, 10, outside the paper's bound",
    "queue.n7.average-max, <= 10, 10, within the paper's bound",
    "lgc.gap-seconds, > 4, 4.5, within the paper's bound",
  })
  void theDifferenceIsStatedInWords(String metric, String paper, double ours, String words) {
    assertEquals(words, Comparison.of("x", metric, paper, ours).difference());
  }

  @Test
  void theUnitStandsBesideBothNumbers() {
    Comparison comparison = Comparison.of("greedy throughput", "through.n1", "53.5%", 0.54);

    assertEquals("53.5\u202f%", comparison.paper());
    assertEquals("54\u202f%", comparison.ours());
  }

  @Test
  void whatWasNotMeasuredIsNotCompared() {
    Comparison comparison = Comparison.of("p", "lgc.trigger.p", "39", null);

    assertEquals("not measured", comparison.ours());
    assertEquals("nothing to compare", comparison.difference());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "53,5%", "=> 3", "<", "NaN", "== 4"})
  void aTextThatIsNoNumberAndNoBoundIsRefused(String paper) {
    assertThrows(
        IllegalArgumentException.class, () -> Comparison.of("x", "lgc.trigger.p", paper, 1.0));
  }

  @ParameterizedTest
  @CsvSource({
    "lgc.trigger.p, packets in the queue at the trigger (p)",
    "'lgc.trigger-2.p', 'packets in the queue at the trigger (p), trigger 2'",
    "queue.n7.average-max, greatest average queue at n7",
    "through.n1, throughput of n1",
    "drops.filtered, packets dropped: filtered",
    "delivered.total, packets delivered in all",
    "something.new, something.new",
    "new, new"
  })
  void aMetricHasWords(String metric, String words) {
    assertEquals(words, PaperNumbers.inWords(metric));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "39, 39",
    "-2, \u22122",
    "7.84219, 7.842",
    "0.000012345, 0.00001235",
    "123456, 123456",
    "1234.56, 1234.6",
    "-0.0, 0"
  })
  void numbersHaveFourDigitsAndWholeOnesAll(double value, String text) {
    assertEquals(text, Figures.number(value));
  }
}
