// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import java.util.List;
import java.util.SequencedMap;
import rani.service.metric.MetricRow;
import rani.service.metric.ServiceFacts;
import rani.service.metric.ServiceMetrics;
import rani.world.NoteDetail;

/** Metrics of the messages that move filters upstream. */
final class ActiveFilterMetrics implements ServiceMetrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          lgc.active-filter-messages | COUNT | RUN | note
            messages that move the filter
            messages that moved filters upstream
          lgc.active-filter-messages-to-sources | COUNT | RUN | note
            messages that went to a source
            of these, those to the filtered source itself
          """);

  private long messages;
  private long messagesToSources;

  @Override
  public void note(long timeNanos, String node, String event, NoteDetail detail) {
    if (event.equals("propagate")) {
      String gci = detail.word("gci");
      messages++;
      messagesToSources += gci != null && gci.equals(detail.word("to")) ? 1 : 0;
    }
  }

  @Override
  public void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts) {
    metrics.put("lgc.active-filter-messages", (double) messages);
    metrics.put("lgc.active-filter-messages-to-sources", (double) messagesToSources);
  }
}
