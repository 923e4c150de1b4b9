// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.study.metric.MetricInterval;
import rani.study.metric.MetricRow;
import rani.study.metric.MetricUnit;

/** What unresponsive flow control did, by what its services said at the end of the run. */
final class UfcMetrics {
  /** What it measures, for the sheet of metrics. */
  static final List<MetricRow> ROWS =
      List.of(
          new MetricRow(
              "ufc.drops.total",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets of precedence 0 that queues dropped",
              "packets of the lowest drop precedence that queues dropped, of flows that do not "
                  + "answer losses",
              "facts of `ufc-core` and `ufc-edge`"),
          new MetricRow(
              "ufc.reports.total",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "reports of drops",
              "reports of these, and of what was shaped",
              "facts of `ufc-core` and `ufc-edge`"),
          new MetricRow(
              "ufc.shaped.NODE",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets that the shaper at NODE dropped",
              "packets that the shaper of the edge dropped",
              "facts of `ufc-edge`",
              "sum: ufc.shaped.total"),
          new MetricRow(
              "ufc.shaped.total",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets that shapers dropped",
              "sum of ufc.shaped.NODE",
              "facts of `ufc-edge`"));

  private final SequencedMap<String, Double> shapedByNode = new LinkedHashMap<>();
  private boolean isThere;
  private double drops;
  private double reports;

  /**
   * Reads the facts.
   *
   * @param facts node → service → its facts, as {@link Observations#metrics} has them
   */
  UfcMetrics(Map<String, ? extends Map<String, ?>> facts) {
    facts.forEach(
        (node, services) -> {
          if (services.get("ufc-core") instanceof Map<?, ?> core) {
            isThere = true;
            drops += number(core, "drops");
            reports += number(core, "reports");
          }
          if (services.get("ufc-edge") instanceof Map<?, ?> edge) {
            isThere = true;
            drops += number(edge, "own-drops");
            reports += number(edge, "reports-congestion") + number(edge, "reports-shaping");
            shapedByNode.put(node, number(edge, "shaped"));
          }
        });
  }

  void addTo(Map<String, Double> metrics) {
    if (!isThere) {
      return;
    }
    metrics.put("ufc.drops.total", drops);
    metrics.put("ufc.reports.total", reports);
    double shaped = 0;
    for (Map.Entry<String, Double> edge : shapedByNode.entrySet()) {
      shaped += edge.getValue();
      metrics.put("ufc.shaped." + edge.getKey(), edge.getValue());
    }
    metrics.put("ufc.shaped.total", shaped);
  }

  private static double number(Map<?, ?> facts, String name) {
    return facts.get(name) instanceof Number number ? number.doubleValue() : 0;
  }
}
