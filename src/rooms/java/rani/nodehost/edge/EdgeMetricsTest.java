// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import rani.service.metric.Crossing;
import rani.service.metric.FilterSpan;
import rani.service.metric.ObservedRun;
import rani.service.metric.ServiceFacts;

class EdgeMetricsTest {
  /** A run of which 4 s are observed. */
  private static final ObservedRun RUN =
      new ObservedRun() {
        @Override
        public String nameOf(String address) {
          return address;
        }

        @Override
        public String queueNode() {
          return "n1";
        }

        @Override
        public SequencedMap<String, Long> entered(String node) {
          return new LinkedHashMap<>();
        }

        @Override
        public List<Crossing> crossings() {
          return List.of();
        }

        @Override
        public List<FilterSpan> filters() {
          return List.of();
        }

        @Override
        public double spanSeconds() {
          return 4;
        }
      };

  private static Map<String, Object> edge(long bytes, long again, long trips, double seconds) {
    Map<String, Object> sent = new LinkedHashMap<>();
    sent.put("packets", 10L);
    sent.put("acknowledged-bytes", bytes);
    sent.put("retransmissions", again);
    sent.put("ece", 2 * again);
    sent.put("round-trips", trips);
    sent.put("round-trips-sum-seconds", seconds);
    sent.put("rtt-min-seconds", 0.02);
    return Map.of("edge", Map.of("sent", sent, "received", Map.of("ce", again + 1)));
  }

  @Test
  void whatGrewWithinTheSpanCounts() {
    Map<String, Map<String, Object>> from = Map.of("n1", edge(1000, 1, 10, 0.3));
    Map<String, Map<String, Object>> until = new LinkedHashMap<>();
    until.put("n1", edge(5000, 4, 30, 1.1));
    until.put("n2", edge(2000, 0, 0, 0));
    until.put("n3", Map.of("edge", Map.of("sent", Map.of("packets", 0L))));
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();

    new EdgeMetrics(RUN).addTo(metrics, new ServiceFacts(from, until, until));

    assertEquals(8 * 4000 / 4.0, metrics.get("tcp.goodput.n1"));
    assertEquals(8 * 6000 / 4.0, metrics.get("tcp.goodput.total"));
    assertEquals(3, metrics.get("tcp.retransmissions.n1"));
    assertEquals(3, metrics.get("tcp.marks.n1"));
    assertEquals(4, metrics.get("tcp.marks.total"));
    assertEquals(6, metrics.get("tcp.echoes.n1"));
    assertEquals(0.8 / 20, metrics.getOrDefault("tcp.rtt.n1.mean", 0.0), 1e-12);
    assertEquals(0.02, metrics.get("tcp.rtt.n1.min"));
    assertEquals(false, metrics.containsKey("tcp.rtt.n2.mean"), "no round trip was measured");
    assertEquals(false, metrics.containsKey("tcp.goodput.n3"), "its edge is not used");
  }
}
