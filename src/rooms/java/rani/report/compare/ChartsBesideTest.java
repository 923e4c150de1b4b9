// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import rani.report.plot.Chart;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Legend;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Unit;
import rani.study.experiment.Plot;

/** Charts of two runs over each other. */
class ChartsBesideTest {
  private static Axis axis(double high) {
    return new Axis("window", Unit.NONE, false, false, 0, high, List.of());
  }

  private static Chart chart(double high, List<String> names, Layer... layers) {
    return new Chart(
        "window",
        "Window over time",
        List.of("virtual time"),
        "Windows.",
        new Legend("", names, Plot.Legend.AUTO),
        Chart.Facets.NONE,
        List.of(new Panel("", "", axis(high), axis(high), List.of(layers))));
  }

  private static Chart.Line line(int series, double value) {
    return new Chart.Line(
        series, false, false, List.of(new At(0, 0, ""), new At(value, value, "")));
  }

  private static Optional<Chart> over(Chart one, Chart other) {
    return ChartsBeside.over(one, other, "B", "A has seed 1, B seed 2.");
  }

  @Test
  void linesOfTheSecondComeBehindThoseOfTheFirstAndAxesHoldBoth() {
    var moments = new Chart.Moments(List.of(new At(3, 0, "cut")));
    Chart chart =
        over(
                chart(10, List.of("n1", "n2"), line(0, 1), line(1, 2), moments),
                chart(30, List.of("n1", "n2"), line(0, 3), line(1, 4), moments))
            .orElseThrow();
    Panel panel = chart.panels().getFirst();

    assertEquals(List.of("A n1", "A n2", "B n1", "B n2"), chart.legend().names());
    assertEquals(List.of(line(0, 1), line(1, 2), moments, line(2, 3), line(3, 4)), panel.layers());
    assertEquals(axis(30), panel.x());
    assertEquals(axis(30), panel.y());
    assertEquals("Windows. A has seed 1, B seed 2.", chart.caption());
    assertEquals(List.of("virtual time"), chart.notes());
  }

  @Test
  void whatWouldHideTheOtherOrHasOtherAxesIsNotDrawnOver() {
    Chart one = chart(10, List.of(), line(0, 1));
    var bars = new Chart.Bars(0, 1, List.of(new At(0, 1, "")));

    assertEquals(List.of("A", "B"), over(one, one).orElseThrow().legend().names());
    assertTrue(over(one, chart(10, List.of(), bars)).isEmpty(), "bars");
    Panel other = new Panel("load 2", "", axis(1), axis(1), List.of(line(0, 1)));
    Chart elsewhere =
        new Chart(one.name(), "", List.of(), "", one.legend(), Chart.Facets.NONE, List.of(other));
    assertTrue(over(one, elsewhere).isEmpty(), "another panel");
    List<String> five = List.of("a", "b", "c", "d", "e");
    assertTrue(over(chart(1, five, line(0, 1)), chart(1, five, line(0, 1))).isEmpty(), "too many");
  }
}
