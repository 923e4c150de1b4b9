// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rani.report.plot.Chart;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Facets;
import rani.report.plot.Chart.Panel;

class GridTest {
  private static Axis axis(String title) {
    return new Axis(title, Chart.Unit.NONE, false, false, 0, 1, List.of());
  }

  private static Chart chart(Facets facets, List<String> yTitles, int columns) {
    List<Panel> panels = new ArrayList<>();
    for (String y : yTitles) {
      for (int k = 0; k < columns; k++) {
        panels.add(new Panel("column " + k, y, axis("x"), axis(y), List.of()));
      }
    }
    Chart sample = SampleCharts.lines(1);
    return new Chart("grid", "Grid", List.of(), "", sample.legend(), facets, List.copyOf(panels));
  }

  @Test
  void rowsOfMetricsAreNamedByTheirAxesAndColumnsOnce() {
    Chart chart = chart(new Facets("rate", "metric", 3), List.of("goodput", "delay"), 3);
    Grid grid = Grid.of(chart, Theme.PAPER);

    assertEquals(
        List.of("column 0", "column 1", "column 2", "", "", ""),
        IntStream.range(0, 6).mapToObj(grid::head).toList());
    assertTrue(IntStream.range(0, 6).allMatch(k -> grid.side(k).isEmpty()));
    assertEquals(List.of(3, 4, 5), IntStream.range(0, 6).filter(grid::hasX).boxed().toList());
    assertEquals(List.of(0, 3), IntStream.range(0, 6).filter(grid::hasY).boxed().toList());
  }

  @Test
  void rowsOfVariablesAreNamedAtTheirEnds() {
    Chart chart = chart(new Facets("rate", "aqm", 3), List.of("goodput", "goodput"), 3);
    Grid grid = Grid.of(chart, Theme.PAPER);

    assertEquals(
        List.of("", "", "goodput", "", "", "goodput"),
        IntStream.range(0, 6).mapToObj(grid::side).toList());
  }

  @Test
  void fivePanelsAreARowAcrossAPageAndTwoInAColumn() {
    Chart chart = chart(new Facets("aqm", "", 3), List.of("queue"), 5);

    assertEquals(5, Grid.of(chart, Theme.PAPER.across(2)).columns());
    Grid narrow = Grid.of(chart, Theme.PAPER.across(1));
    assertEquals(3, narrow.columns());
    assertFalse(narrow.hasX(0));
    assertTrue(narrow.hasX(2), "nothing stands below the third");
    assertEquals(5, IntStream.range(0, 5).filter(k -> !narrow.head(k).isEmpty()).count());
  }
}
