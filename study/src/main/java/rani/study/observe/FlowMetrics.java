// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.study.metric.MetricInterval;
import rani.study.metric.MetricRow;
import rani.study.metric.MetricUnit;

/** What sources sent and sinks received in numbers, by what they said at the end of the run. */
final class FlowMetrics {
  /** What it measures, for the sheet of metrics. */
  static final List<MetricRow> ROWS =
      List.of(
          new MetricRow(
              "offered.NODE",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets offered by NODE",
              "what the source says that it offered: packets, or messages of its connections",
              "facts of `source`"),
          new MetricRow(
              "delivered.NODE",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets delivered of NODE",
              "over all sinks, its distinct packets that came and the messages of its connections",
              "facts of `sink`",
              "sum over the sources: delivered.total"),
          new MetricRow(
              "delivered.total",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets delivered in all",
              "sum of delivered.NODE over the sources",
              "facts of `sink`"),
          new MetricRow(
              "through.NODE",
              MetricUnit.SHARE,
              MetricInterval.RUN,
              "throughput of NODE",
              "delivered.NODE / offered.NODE, of a source that offered any",
              "facts of `source` and `sink`"),
          new MetricRow(
              "retransmitted.NODE",
              MetricUnit.PACKETS,
              MetricInterval.RUN,
              "packets that NODE sent again",
              "what the source says that it sent again",
              "facts of `source`"),
          new MetricRow(
              "rdp.responses.NODE",
              MetricUnit.COUNT,
              MetricInterval.RUN,
              "responses to NODE",
              "responses that came to a source that asks for them",
              "facts of `source`"),
          new MetricRow(
              "rdp.response-mean-seconds.NODE",
              MetricUnit.SECONDS,
              MetricInterval.RUN,
              "mean time of a response to NODE",
              "mean time from a request to its response",
              "facts of `source`"),
          new MetricRow(
              "rdp.response-max-seconds.NODE",
              MetricUnit.SECONDS,
              MetricInterval.RUN,
              "longest time of a response to NODE",
              "longest time from a request to its response",
              "facts of `source`"));

  private static final String SOURCE = "source";
  private static final String SINK = "sink";
  private static final String OFFERED = "offered";
  private static final List<String> ARRIVED = List.of("distinct.", "messages.");
  private static final String RETRANSMITTED = "retransmitted";
  private static final String RESPONSES = "responses";

  private final SequencedMap<String, Double> offered = new LinkedHashMap<>();
  private final Map<String, Double> retransmitted = new LinkedHashMap<>();
  private final Map<String, Double> delivered = new LinkedHashMap<>();
  private final SequencedMap<String, SequencedMap<String, Double>> asking = new LinkedHashMap<>();

  /**
   * Reads the facts.
   *
   * @param facts node → service → its facts, as {@link Observations#metrics} has them
   */
  FlowMetrics(ObservationPlan plan, Map<String, ? extends Map<String, ?>> facts) {
    facts.forEach(
        (node, services) -> {
          SequencedMap<String, Double> source = numbers(services.get(SOURCE));
          if (source.containsKey(OFFERED)) {
            offered.put(node, source.get(OFFERED));
            retransmitted.put(node, source.getOrDefault(RETRANSMITTED, 0.0));
          }
          if (source.getOrDefault(RESPONSES, 0.0) > 0) {
            asking.put(node, source);
          }
          numbers(services.get(SINK)).forEach((name, value) -> arrived(plan, name, value));
        });
  }

  private void arrived(ObservationPlan plan, String name, double value) {
    for (String prefix : ARRIVED) {
      if (name.startsWith(prefix)) {
        delivered.merge(plan.nameOf(name.substring(prefix.length())), value, Double::sum);
      }
    }
  }

  void addTo(Map<String, Double> metrics) {
    double total = 0;
    for (Map.Entry<String, Double> flow : offered.entrySet()) {
      double arrived = delivered.getOrDefault(flow.getKey(), 0.0);
      total += arrived;
      metrics.put("offered." + flow.getKey(), flow.getValue());
      metrics.put("delivered." + flow.getKey(), arrived);
      metrics.put("retransmitted." + flow.getKey(), retransmitted.getOrDefault(flow.getKey(), 0.0));
      if (flow.getValue() > 0) {
        metrics.put("through." + flow.getKey(), arrived / flow.getValue());
      }
    }
    metrics.put("delivered.total", total);
    asking.forEach(
        (node, source) -> {
          put(metrics, "rdp.responses." + node, source.get(RESPONSES));
          put(metrics, "rdp.response-mean-seconds." + node, source.get("response-seconds-mean"));
          put(metrics, "rdp.response-max-seconds." + node, source.get("response-seconds-max"));
        });
  }

  private static void put(Map<String, Double> metrics, String name, @Nullable Double value) {
    if (value != null) {
      metrics.put(name, value);
    }
  }

  private static SequencedMap<String, Double> numbers(@Nullable Object facts) {
    SequencedMap<String, Double> numbers = new LinkedHashMap<>();
    if (facts instanceof Map<?, ?> values) {
      values.forEach(
          (name, value) -> {
            if (value instanceof Number number) {
              numbers.put(String.valueOf(name), number.doubleValue());
            }
          });
    }
    return numbers;
  }
}
