// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import rani.report.plot.Chart;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Panel;
import rani.study.experiment.Plot;

/** How a chart's panels stand: by rows, from the left. */
final class Grid {
  private final Chart chart;
  private final List<Panel> panels;
  private final int columns;

  private Grid(Chart chart, int columns) {
    this.chart = chart;
    this.panels = chart.panels();
    this.columns = columns;
  }

  /**
   * Panels of one variable are in as few rows as it takes for each to be wide enough, all rows
   * about as long.
   */
  static Grid of(Chart chart, Theme theme) {
    int panels = Math.max(1, chart.panels().size());
    int columns = Math.clamp(chart.facets().columns(), 1, panels);
    if (chart.facets().rowTitle().isEmpty()) {
      columns = Math.ceilDiv(panels, Math.ceilDiv(panels, theme.columnsMax()));
    }
    return new Grid(chart, columns);
  }

  int columns() {
    return columns;
  }

  int rows() {
    return Math.max(1, Math.ceilDiv(panels.size(), columns));
  }

  /** Returns whether a panel's x axis has numbers and a title: not if the one below has them. */
  boolean hasX(int panel) {
    return panel + columns >= panels.size()
        || !panels.get(panel).x().equals(panels.get(panel + columns).x());
  }

  /** Returns whether a panel's y axis has numbers and a title: not if one to the left has them. */
  boolean hasY(int panel) {
    return panel % columns == 0 || !panels.get(panel).y().equals(panels.get(panel - 1).y());
  }

  /** Returns whether there are x axes with numbers in the last row alone. */
  boolean sharesX() {
    return IntStream.range(0, (rows() - 1) * columns).noneMatch(this::hasX);
  }

  /** Returns whether there are y axes with numbers in the first column alone. */
  boolean sharesY() {
    return IntStream.range(0, panels.size()).noneMatch(k -> k % columns > 0 && hasY(k));
  }

  /** Returns what stands above a panel: where rows are named, too, only in the first. */
  String head(int panel) {
    boolean isNamed = chart.facets().rowTitle().isEmpty() || panel < columns;
    return isNamed && !areAxesNamed(chart.facets().columnTitle()) ? panels.get(panel).head() : "";
  }

  /** Returns what stands right of a panel: the name of its row. */
  String side(int panel) {
    boolean isLast = panel % columns == columns - 1 || panel == panels.size() - 1;
    return isLast && !areAxesNamed(chart.facets().rowTitle()) ? panels.get(panel).side() : "";
  }

  /** Returns whether a dimension is of metrics, each of which its own axis names. */
  private boolean areAxesNamed(String dimension) {
    return dimension.equals(Plot.METRIC) && (differ(Panel::x) || differ(Panel::y));
  }

  private boolean differ(Function<Panel, Axis> axis) {
    return panels.stream().map(panel -> axis.apply(panel).title()).distinct().count() > 1;
  }
}
