// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.service.metric.MetricRow;
import rani.service.metric.ServiceFacts;

/** Metrics of unresponsive flow control, computed from the facts of its services. */
final class UfcMetrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          ufc.drops.total | PACKETS | RUN | facts of `ufc-core` and `ufc-edge`
            packets of precedence 0 that queues dropped
            packets of the lowest drop precedence that queues dropped, of flows that do not answer
            losses
          ufc.reports.total | COUNT | RUN | facts of `ufc-core` and `ufc-edge`
            reports of drops
            reports of these, and of what was shaped
          ufc.shaped.NODE | PACKETS | RUN | facts of `ufc-edge`
            packets that the shaper at NODE dropped
            packets that the shaper of the edge dropped
            over nodes: sum: ufc.shaped.total | packets that shapers dropped
          """);

  private UfcMetrics() {}

  static void addTo(Map<String, Double> metrics, ServiceFacts facts) {
    SequencedMap<String, Map<?, ?>> edges = facts.of("ufc-edge");
    if (edges.isEmpty() && facts.of("ufc-core").isEmpty()) {
      return;
    }
    metrics.put(
        "ufc.drops.total", facts.sum("ufc-core", "drops") + facts.sum("ufc-edge", "own-drops"));
    metrics.put(
        "ufc.reports.total",
        facts.sum("ufc-core", "reports")
            + facts.sum("ufc-edge", "reports-congestion")
            + facts.sum("ufc-edge", "reports-shaping"));
    edges.forEach(
        (node, edge) -> metrics.put("ufc.shaped." + node, ServiceFacts.number(edge, "shaped")));
    metrics.put("ufc.shaped.total", facts.sum("ufc-edge", "shaped"));
  }
}
