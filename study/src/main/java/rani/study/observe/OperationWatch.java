// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import java.util.Map;
import rani.study.metric.MetricInterval;
import rani.study.metric.MetricRow;
import rani.study.metric.MetricUnit;

/** Counts what nodes did by their schedule, and what they refused to do. */
final class OperationWatch {
  /** What it measures, for the sheet of metrics. */
  static final List<MetricRow> ROWS =
      List.of(
          new MetricRow(
              "schedule.done",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "scheduled orders carried out",
              "orders of the schedule that nodes carried out; one for both ends of a link counts "
                  + "twice",
              "note"),
          new MetricRow(
              "schedule.refused",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "scheduled orders refused",
              "orders that they could not carry out",
              "note"));

  private static final String NODE = "node";

  private long done;
  private long refused;

  void note(ObservedNote note) {
    if (note.service().equals(NODE) && "schedule".equals(note.detail().word("by"))) {
      if (note.event().equals("refused")) {
        refused++;
      } else {
        done++;
      }
    }
  }

  void addTo(Map<String, Double> metrics) {
    if (done + refused > 0) {
      metrics.put("schedule.done", (double) done);
      metrics.put("schedule.refused", (double) refused);
    }
  }
}
