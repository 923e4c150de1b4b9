// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import java.util.Map;
import rani.service.metric.MetricRow;

/** Counts scheduled operations that nodes carried out or refused. */
final class OperationWatch {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          schedule.done | COUNT | RUN | note
            scheduled orders carried out
            orders of the schedule that nodes carried out; one for both ends of a link counts
            twice
          schedule.refused | COUNT | RUN | note
            scheduled orders refused
            orders that they could not carry out
          """);

  private long done;
  private long refused;

  void note(ObservedNote note) {
    if (note.service().equals("node") && "schedule".equals(note.detail().word("by"))) {
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
