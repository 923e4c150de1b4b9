// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import rani.report.plot.Chart;
import rani.report.plot.Chart.Panel;

/**
 * How a chart's panels stand: by rows, from the left.
 *
 * @param sharesX whether all have the same x axis, which is then below the last of each column
 *     alone
 * @param sharesY whether all have the same y axis, which is then left of the first of each row
 *     alone
 */
record Grid(int panels, int columns, boolean sharesX, boolean sharesY) {
  /** Panels of one variable are in as many rows as it takes for each to be wide enough. */
  static Grid of(Chart chart, Theme theme) {
    int panels = chart.panels().size();
    int columns = Math.min(chart.facets().columns(), panels);
    if (chart.facets().rowTitle().isEmpty()) {
      columns = Math.min(columns, theme.columnsMax());
    }
    return new Grid(
        panels,
        Math.max(1, columns),
        chart.panels().stream().map(Panel::x).distinct().count() <= 1,
        chart.panels().stream().map(Panel::y).distinct().count() <= 1);
  }

  int rows() {
    return Math.max(1, Math.ceilDiv(panels, columns));
  }

  /** Returns whether no place of the last row is empty. */
  boolean isFull() {
    return rows() * columns == panels;
  }

  /** Returns whether a panel's numbers and title of the x axis are written. */
  boolean hasX(int panel) {
    return !sharesX || panel + columns >= panels;
  }

  boolean hasY(int panel) {
    return !sharesY || panel % columns == 0;
  }
}
