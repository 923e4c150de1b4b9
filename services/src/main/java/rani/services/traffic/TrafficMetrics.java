// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.service.metric.MetricRow;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceFacts;
import rani.service.metric.ServiceMetrics;

/**
 * Metrics of traffic, computed from the facts that sources and sinks report at the end of the run:
 * packets offered and delivered, response times, and window reductions. Facts that are not numbers
 * are ignored.
 */
final class TrafficMetrics implements ServiceMetrics {
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
          fct.refused.NODE | COUNT | RUN | facts of `source`
            transfers of NODE that were refused
            transfers that arrived while as many as may be were under way, or for which there was no
            port or route
            over nodes: sum: fct.refused.total | transfers that were refused
          rdp.responses.NODE | COUNT | RUN | facts of `source`
            responses to NODE
            responses that came to a source that asks for them
          rdp.response-mean-seconds.NODE | SECONDS | RUN | facts of `source`
            mean time of a response to NODE
            mean time from a request to its response
          rdp.response-max-seconds.NODE | SECONDS | RUN | facts of `source`
            longest time of a response to NODE
            longest time from a request to its response
          rdp.closes.NODE | COUNT | RUN | facts of `source`
            times that a window of NODE was closed
            times that congestion closed a window of the source, by whatever it learnt of it
            over nodes: sum: rdp.closes.total | times that windows were closed
          rdp.close-size.NODE | PACKETS | RUN | facts of `source`
            packets by which a close closes a window of NODE
            packets by which windows were closed / rdp.closes.NODE, where there were any
            over nodes: sum of packets / sum of closes: rdp.close-size.mean
          rdp.close-size.mean | PACKETS | RUN | facts of `source`
            packets by which a close closes a window
            packets by which all windows were closed / rdp.closes.total, where there were any
          rdp.closes-per-second.mean | PER_SECOND | SPAN | facts of `source`
            closes per second of a source's window
            those of rdp.closes.total within S / |S| / number of sources that have connections
          rdp.delivered.total | BITS_PER_SECOND | SPAN | facts of `sink`
            data that sinks took
            8 * bytes of data that sinks took over connections within S / |S|, where there were
            any
          """);

  private static final List<String> ARRIVED = List.of("distinct.", "messages.");

  private final ObservedRun run;

  TrafficMetrics(ObservedRun run) {
    this.run = run;
  }

  @Override
  public void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts) {
    addFlows(metrics, facts);
    double seconds = run.spanSeconds();
    addCloses(metrics, facts, seconds);
    double deliveredBytes = facts.grown("sink", "message-bytes");
    if (deliveredBytes > 0 && seconds > 0) {
      metrics.put("rdp.delivered.total", 8 * deliveredBytes / seconds);
    }
  }

  private void addFlows(Map<String, Double> metrics, ServiceFacts facts) {
    Map<String, Double> delivered = delivered(facts);
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
    addRefused(metrics, facts);
    for (Map.Entry<String, Map<?, ?>> entry : facts.of("source").entrySet()) {
      String node = entry.getKey();
      Map<?, ?> source = entry.getValue();
      if (ServiceFacts.number(source, "responses") > 0) {
        put(metrics, "rdp.responses." + node, source.get("responses"));
        put(metrics, "rdp.response-mean-seconds." + node, source.get("response-seconds-mean"));
        put(metrics, "rdp.response-max-seconds." + node, source.get("response-seconds-max"));
      }
    }
  }

  private static void addRefused(Map<String, Double> metrics, ServiceFacts facts) {
    double total = 0;
    boolean any = false;
    for (Map.Entry<String, Map<?, ?>> source : facts.of("source").entrySet()) {
      if (source.getValue().get("flows-refused") instanceof Number refused) {
        metrics.put("fct.refused." + source.getKey(), refused.doubleValue());
        total += refused.doubleValue();
        any = true;
      }
    }
    if (any) {
      metrics.put("fct.refused.total", total);
    }
  }

  /** Returns delivered packets by the source's name, over all sinks. */
  private Map<String, Double> delivered(ServiceFacts facts) {
    Map<String, Double> delivered = new LinkedHashMap<>();
    for (Map<?, ?> sink : facts.of("sink").values()) {
      for (Map.Entry<?, ?> fact : sink.entrySet()) {
        String name = String.valueOf(fact.getKey());
        for (String prefix : ARRIVED) {
          if (name.startsWith(prefix) && fact.getValue() instanceof Number number) {
            String source = run.nameOf(name.substring(prefix.length()));
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

  /** Adds the window reductions of each source over all its connections, and of all sources. */
  private static void addCloses(Map<String, Double> metrics, ServiceFacts facts, double seconds) {
    SequencedMap<String, Map<?, ?>> sources = facts.of("source");
    sources.values().removeIf(source -> !(source.get("closes") instanceof Number));
    if (sources.isEmpty()) {
      return;
    }
    double count = 0;
    double packets = 0;
    for (Map.Entry<String, Map<?, ?>> source : sources.entrySet()) {
      double closes = ServiceFacts.number(source.getValue(), "closes");
      double closed = ServiceFacts.number(source.getValue(), "closed-packets");
      count += closes;
      packets += closed;
      metrics.put("rdp.closes." + source.getKey(), closes);
      if (closes > 0) {
        metrics.put("rdp.close-size." + source.getKey(), closed / closes);
      }
    }
    metrics.put("rdp.closes.total", count);
    if (seconds > 0) {
      double inSpan = facts.grown("source", "closes");
      metrics.put("rdp.closes-per-second.mean", inSpan / seconds / sources.size());
    }
    if (count > 0) {
      metrics.put("rdp.close-size.mean", packets / count);
    }
  }
}
