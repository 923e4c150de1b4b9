// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import java.util.List;
import java.util.SequencedMap;
import rani.service.metric.MetricRow;
import rani.service.metric.ServiceFacts;

/**
 * Metrics of Active Congestion Control, computed from the facts that its services and the sources
 * report at the end of the run.
 */
final class AccMetrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          acc.actions.total | COUNT | RUN | facts of `acc-monitor`
            losses that ACC answered
            losses that monitors answered
          acc.filters.total | COUNT | RUN | facts of `acc-filter`
            filters that ACC installed
            filters that were installed
          acc.discarded.total | PACKETS | RUN | facts of `acc-filter`
            packets that ACC's filters discarded
            packets that these filters discarded
          acc.let-go.total | COUNT | RUN | facts of `source`
            segments that senders took as lost for ACC
            segments that sources took as lost for a request
          acc.requests-taken.total | COUNT | RUN | facts of `source`
            requests of ACC that senders followed
            requests that sources followed
          """);

  private AccMetrics() {}

  static void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts) {
    metrics.put("acc.actions.total", facts.sum("acc-monitor", "actions"));
    metrics.put("acc.filters.total", facts.sum("acc-filter", "installed"));
    metrics.put("acc.discarded.total", facts.sum("acc-filter", "discarded"));
    metrics.put("acc.let-go.total", facts.sum("source", "let-go"));
    metrics.put("acc.requests-taken.total", facts.sum("source", "requests-taken"));
  }
}
