// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/** What unresponsive flow control did, out of what services say. */
class UfcMetricsTest {
  @Test
  void coresAndEdgesAreAddedUp() {
    SequencedMap<String, Double> metrics =
        metrics(
            Map.of(
                "c1", Map.of("ufc-core", Map.of("drops", 10L, "reports", 2L)),
                "e1", Map.of("ufc-edge", Map.of("shaped", 7L, "reports-shaping", 0L)),
                "e3",
                    Map.of(
                        "ufc-edge",
                        Map.of(
                            "shaped", 5L,
                            "own-drops", 3L,
                            "reports-congestion", 1L,
                            "reports-shaping", 4L))));

    assertEquals(13.0, metrics.get("ufc.drops.total"));
    assertEquals(7.0, metrics.get("ufc.reports.total"));
    assertEquals(12.0, metrics.get("ufc.shaped.total"));
    assertEquals(7.0, metrics.get("ufc.shaped.e1"));
    assertEquals(5.0, metrics.get("ufc.shaped.e3"));
  }

  @Test
  void aNetworkWithoutItHasNoneOfThese() {
    assertEquals(Map.of(), metrics(Map.of("n1", Map.of("sink", Map.of("packets", 1L)))));
  }

  private static SequencedMap<String, Double> metrics(Map<String, Map<String, Object>> facts) {
    var run =
        new Observations(
            TestPlans.whole("n7", "node", OptionalDouble.empty(), new LinkedHashMap<>(), 0));
    SequencedMap<String, Double> metrics = run.metrics(facts);
    metrics.keySet().removeIf(name -> !name.startsWith("ufc."));
    return metrics;
  }
}
