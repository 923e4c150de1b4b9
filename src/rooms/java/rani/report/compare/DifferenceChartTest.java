// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.report.compare.ComparePage.Row;
import rani.report.plot.Chart;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Tick;
import rani.study.compare.RunComparison.OfMetric;
import rani.study.statistics.MeanDifference;
import rani.study.statistics.Summary;

/** Differences of two runs as a chart. */
class DifferenceChartTest {
  private static Row row(String metric, double[] before, double[] after) {
    MeanDifference difference = MeanDifference.paired(before, after);
    return new Row(
        new LinkedHashMap<>(),
        metric,
        new OfMetric(Summary.of(before), Summary.of(after), difference));
  }

  private static Chart chart(List<Row> rows) {
    return DifferenceChart.of(rows, "B", "B beside A", List.of());
  }

  private static <T> List<T> layers(Chart chart, Class<T> kind) {
    return chart.panels().getFirst().layers().stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /**
   * Half the interval is t(0.975; 2) · s / √3 with t = 4.3027: differences 10, 12, 14 have the mean
   * 12, s = 2 and half 4.968; of A's mean 100 these are 12 % and 4.968 %.
   */
  @Test
  void aDifferenceStandsInPercentOfTheFirstWithItsIntervalAndTheFirstRowIsAtTheTop() {
    Row more = row("drops.total", new double[] {100, 100, 100}, new double[] {110, 112, 114});
    Row less = row("lgc.triggers", new double[] {10, 20, 30}, new double[] {5, 15, 25});
    Chart chart = chart(List.of(more, less));
    Panel panel = chart.panels().getFirst();

    Chart.Line interval = layers(chart, Chart.Line.class).getFirst();
    assertEquals(0.12 - 0.04968, interval.points().getFirst().x(), 1e-4);
    assertEquals(0.12 + 0.04968, interval.points().getLast().x(), 1e-4);
    assertEquals(1, interval.points().getFirst().y());
    List<Chart.Dots> dots = layers(chart, Chart.Dots.class);
    assertEquals(0.12, dots.getFirst().points().getFirst().x(), 1e-12);
    assertFalse(panel.x().isLog());
    assertEquals("B beside A\u2019s mean in %", panel.x().label());
    assertEquals(
        List.of("triggers of LGC", "packets dropped in all"),
        panel.y().ticks().stream().map(Tick::label).toList());
    assertEquals(List.of("differs", "no difference seen"), chart.legend().names());
    assertEquals(-0.25, dots.getFirst().points().getLast().x(), 1e-12);
  }

  @Test
  void whereOneIsSeveralTimesTheOtherTheAxisHasRatiosAndIsLogarithmic() {
    Row more = row("drops.total", new double[] {2, 2}, new double[] {8, 8.2});
    Row wide = row("lgc.triggers", new double[] {1, 9}, new double[] {20, 5});
    Chart chart = chart(List.of(more, wide));
    Panel panel = chart.panels().getFirst();

    assertTrue(panel.x().isLog());
    assertTrue(panel.x().low() > 0.5, "what chance may have made does not widen the axis");
    Chart.Line beyond = layers(chart, Chart.Line.class).getLast();
    assertEquals(panel.x().low(), beyond.points().getFirst().x(), "it ends at the edge");
    assertTrue(chart.caption().contains("reach beyond the axis"), chart::caption);
    assertEquals("B as a multiple of A\u2019s mean", panel.x().label());
    assertEquals(4.05, layers(chart, Chart.Dots.class).getFirst().points().getFirst().x(), 1e-12);
    assertEquals(1, layers(chart, Chart.Moments.class).getFirst().points().getFirst().x());
  }

  @Test
  void aSingleTrialHasNoIntervalAndWhatHasNoRatioIsNamed() {
    Row zero = row("drops.total", new double[] {0}, new double[] {7});
    Row same = row("filter.installs.total", new double[] {1}, new double[] {1});
    Row single = row("lgc.triggers", new double[] {10}, new double[] {11});
    Chart chart = chart(List.of(zero, same, single));

    assertEquals(List.of(), layers(chart, Chart.Line.class));
    assertEquals(1, layers(chart, Chart.Dots.class).getFirst().points().size());
    assertTrue(chart.caption().contains("single trials have no interval"), chart::caption);
    assertTrue(chart.caption().contains("ratio, of: packets dropped in all."), chart::caption);
    assertTrue(chart(List.of(same)).isEmpty());
  }

  @Test
  void moreRowsThanFitAreLeftToTheTable() {
    List<Row> rows = new ArrayList<>();
    for (int k = 0; k < DifferenceChart.ROWS_MAX + 5; k++) {
      rows.add(row("through.n" + k, new double[] {0.5}, new double[] {0.6}));
    }
    Chart chart = chart(rows);

    assertEquals(
        DifferenceChart.ROWS_MAX, chart.panels().getFirst().y().ticks().size(), chart::caption);
    assertTrue(chart.caption().contains("the table has 5 more"), chart::caption);
  }
}
