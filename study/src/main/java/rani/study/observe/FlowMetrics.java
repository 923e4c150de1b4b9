// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.study.metric.MetricRow;

/** What sources sent and sinks received in numbers, by what they said at the end of the run. */
final class FlowMetrics {
  /** What it measures, for the sheet of metrics. */
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          offered.NODE | PACKETS | RUN | facts of `source`
            packets offered by NODE
            what the source says that it offered: packets, or messages of its connections
          delivered.NODE | PACKETS | RUN | facts of `sink`
            packets delivered of NODE
            over all sinks, its distinct packets that came and the messages of its connections
            over nodes: sum over the sources: delivered.total
          delivered.total | PACKETS | RUN | facts of `sink`
            packets delivered in all
            sum of delivered.NODE over the sources
          through.NODE | SHARE | RUN | facts of `source` and `sink`
            throughput of NODE
            delivered.NODE / offered.NODE, of a source that offered any
          retransmitted.NODE | PACKETS | RUN | facts of `source`
            packets that NODE sent again
            what the source says that it sent again
          rdp.responses.NODE | COUNT | RUN | facts of `source`
            responses to NODE
            responses that came to a source that asks for them
          rdp.response-mean-seconds.NODE | SECONDS | RUN | facts of `source`
            mean time of a response to NODE
            mean time from a request to its response
          rdp.response-max-seconds.NODE | SECONDS | RUN | facts of `source`
            longest time of a response to NODE
            longest time from a request to its response
          """);

  private static final List<String> ARRIVED = List.of("distinct.", "messages.");

  private FlowMetrics() {}

  static void addTo(Map<String, Double> metrics, ObservationPlan plan, ServiceFacts facts) {
    Map<String, Double> delivered = delivered(plan, facts);
    double total = 0;
    for (Map.Entry<String, Map<?, ?>> source : facts.of("source").entrySet()) {
      if (source.getValue().get("offered") instanceof Number number) {
        String node = source.getKey();
        double offered = number.doubleValue();
        double arrived = delivered.getOrDefault(node, 0.0);
        total += arrived;
        metrics.put("offered." + node, offered);
        metrics.put("delivered." + node, arrived);
        metrics.put(
            "retransmitted." + node, ServiceFacts.number(source.getValue(), "retransmitted"));
        if (offered > 0) {
          metrics.put("through." + node, arrived / offered);
        }
      }
    }
    metrics.put("delivered.total", total);
    facts
        .of("source")
        .forEach(
            (node, source) -> {
              if (ServiceFacts.number(source, "responses") > 0) {
                put(metrics, "rdp.responses." + node, source.get("responses"));
                put(
                    metrics,
                    "rdp.response-mean-seconds." + node,
                    source.get("response-seconds-mean"));
                put(
                    metrics,
                    "rdp.response-max-seconds." + node,
                    source.get("response-seconds-max"));
              }
            });
  }

  /** By the source's name, over all sinks. */
  private static Map<String, Double> delivered(ObservationPlan plan, ServiceFacts facts) {
    Map<String, Double> delivered = new LinkedHashMap<>();
    for (Map<?, ?> sink : facts.of("sink").values()) {
      for (Map.Entry<?, ?> fact : sink.entrySet()) {
        String name = String.valueOf(fact.getKey());
        for (String prefix : ARRIVED) {
          if (name.startsWith(prefix) && fact.getValue() instanceof Number number) {
            String source = plan.nameOf(name.substring(prefix.length()));
            delivered.merge(source, number.doubleValue(), Double::sum);
          }
        }
      }
    }
    return delivered;
  }

  private static void put(Map<String, Double> metrics, String name, @Nullable Object value) {
    if (value instanceof Number number) {
      metrics.put(name, number.doubleValue());
    }
  }
}
