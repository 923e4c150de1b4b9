// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import org.jspecify.annotations.Nullable;
import rani.service.metric.MetricRow;
import rani.study.observe.MetricSheet;
import rani.world.Facts;

/**
 * A column of a table, as {@code fields.json} describes it.
 *
 * @param unit symbol of its SI unit; "" for texts, {@code number} for plain numbers
 * @param metric its name elsewhere, if the column holds one; else null
 * @param computed how the metric is computed; else null
 */
record Field(
    String column, String unit, String meaning, @Nullable String metric, @Nullable String computed)
    implements Facts {
  Field(String column, String unit, String meaning) {
    this(column, unit, meaning, null, null);
  }

  /** Returns the column of a metric, whose heading is the name with the unit. */
  static Field ofMetric(String metric) {
    return MetricSheet.find(metric)
        .map(named -> ofMetric(metric, named))
        .orElseGet(() -> new Field(metric, "number", metric, metric, null));
  }

  private static Field ofMetric(String metric, MetricSheet.Named named) {
    MetricRow row = named.row();
    return new Field(
        row.unit().column(metric), row.unit().text(), named.inWords(), metric, row.formula());
  }
}
