// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.report.paper.Figures.Unit;

class FiguresTest {
  @ParameterizedTest
  @CsvSource({
    "delay.n1.mean, 0.00165, 0.00012, 1.65 \u00b1 0.12 ms",
    "delay.n1.mean, 0.00165, NaN, 1.65 ms",
    "delay.n1.mean, 0.0000421, NaN, 42.1 \u00b5s",
    "delay.n1.mean, -0.25, NaN, \u2212250 ms",
    "delay.n1.mean, 1.5, 0.25, 1.50 \u00b1 0.25 s",
    "delay.n1.mean, 0, NaN, 0 s",
    "throughput.n1, 2500000, NaN, 2.5 Mbit/s",
    "delivered.n1, 3, NaN, 3"
  })
  void timesOfARowAreInTheUnitThatSuitsThem(String metric, double mean, double half, String text) {
    String shown = Figures.interval(Unit.inRow(metric), mean, half);

    assertEquals(text, shown.replace('\u202f', ' '));
  }
}
