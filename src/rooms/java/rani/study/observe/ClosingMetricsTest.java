// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import rani.service.metric.ServiceFacts;

/** How often and how far windows were closed, and what ACC did, out of what services say. */
class ClosingMetricsTest {
  @Test
  void closesAreSummedAndTheirSizesWeighted() {
    SequencedMap<String, Double> metrics =
        metrics(
            Map.of(
                "b1", Map.of("source", Map.of("closes", 3L, "closed-packets", 30.0, "let-go", 7L)),
                "b2", Map.of("source", Map.of("closes", 1L, "closed-packets", 2.0, "let-go", 1L)),
                "c1", Map.of("source", Map.of("offered", 100L)),
                "r1", Map.of("acc-filter", Map.of("installed", 4L, "discarded", 40L)),
                "r2", Map.of("acc-monitor", Map.of("actions", 5L))));

    assertEquals(4.0, metrics.get("rdp.closes.total"));
    assertEquals(8.0, metrics.get("rdp.close-size.mean"));
    assertEquals(10.0, metrics.get("rdp.close-size.b1"));
    assertEquals(0.2, metrics.get("rdp.closes-per-second.mean")); // of 4 in 10 s at 2 sources
    assertEquals(5.0, metrics.get("acc.actions.total"));
    assertEquals(4.0, metrics.get("acc.filters.total"));
    assertEquals(40.0, metrics.get("acc.discarded.total"));
    assertEquals(8.0, metrics.get("acc.let-go.total"));
  }

  @Test
  void ratesAreOfWhatHappenedWithinTheSpan() {
    var from =
        Map.of(
            "b1", Map.of("source", Map.of("closes", 1L)),
            "c1", Map.of("sink", Map.of("message-bytes", 1_000L)));
    var until =
        Map.of(
            "b1", Map.of("source", Map.of("closes", 5L)),
            "b2", Map.of("source", Map.of("closes", 2L)), // came later
            "c1", Map.of("sink", Map.of("message-bytes", 5_000L)));
    var end =
        Map.of(
            "b1", Map.of("source", Map.of("closes", 9L)),
            "b2", Map.of("source", Map.of("closes", 2L)),
            "c1", Map.of("sink", Map.of("message-bytes", 50_000L)));
    SequencedMap<String, Double> metrics = metrics(new ServiceFacts(from, until, end), 10);

    assertEquals(11.0, metrics.get("rdp.closes.total"));
    assertEquals(0.3, metrics.get("rdp.closes-per-second.mean")); // of 4 + 2 in 10 s at 2 sources
    assertEquals(3_200.0, metrics.get("rdp.delivered.total"));
  }

  @Test
  void whereNothingIsClosedThereIsNoSize() {
    SequencedMap<String, Double> metrics =
        metrics(Map.of("b1", Map.of("source", Map.of("closes", 0L, "closed-packets", 0.0))));

    assertEquals(0.0, metrics.get("rdp.closes.total"));
    assertFalse(metrics.containsKey("rdp.close-size.mean"));
    assertFalse(metrics.containsKey("rdp.close-size.b1"));
    assertEquals(0.0, metrics.get("acc.filters.total"));
  }

  @Test
  void whatOneMonitorMeasuredIsToldAndSeveralAreNotMixed() {
    Map<String, Object> monitor =
        Map.of("requests", 7L, "packet-mean-bytes", 600.0, "triplet-mean-bits-per-second", 2e5);
    var one = metrics(Map.of("r3", Map.of("abcd-monitor", monitor)));
    var two =
        metrics(
            Map.of("r3", Map.of("abcd-monitor", monitor), "r4", Map.of("abcd-monitor", monitor)));

    assertEquals(7.0, one.get("abcd.requests.total"));
    assertEquals(600.0, one.get("abcd.packet-bytes.mean"));
    assertEquals(2e5, one.get("abcd.triplet.mean"));
    assertEquals(14.0, two.get("abcd.requests.total"));
    assertFalse(two.containsKey("abcd.packet-bytes.mean"));
  }

  @Test
  void whatSeveralNodesSayIsAdded() {
    SequencedMap<String, Double> metrics =
        metrics(
            Map.of(
                "b1", Map.of("source", Map.of("requests-taken", 3L)),
                "b2", Map.of("source", Map.of("requests-taken", 5L)),
                "r1", Map.of("abcd-splitter", Map.of("shortened", 7L, "removed-bytes", 700L)),
                "r2", Map.of("abcd-splitter", Map.of("shortened", 2L, "removed-bytes", 50L)),
                "s1", Map.of("sink", Map.of("message-bytes", 1000L)),
                "s2", Map.of("sink", Map.of("message-bytes", 250L))));

    assertEquals(8.0, metrics.get("acc.requests-taken.total"));
    assertEquals(9.0, metrics.get("abcd.shortened.total"));
    assertEquals(750.0, metrics.get("abcd.removed-bytes.total"));
    assertEquals(8 * 1250 / 10.0, metrics.get("rdp.delivered.total"));
  }

  @Test
  void ofARunWithoutLengthThereAreNoRates() {
    SequencedMap<String, Double> metrics =
        metrics(
            Map.of(
                "b1", Map.of("source", Map.of("closes", 3L, "closed-packets", 30.0)),
                "s1", Map.of("sink", Map.of("message-bytes", 1000L))),
            0);

    assertEquals(3.0, metrics.get("rdp.closes.total"));
    assertFalse(metrics.containsKey("rdp.closes-per-second.mean"));
    assertFalse(metrics.containsKey("rdp.delivered.total"));
    assertFalse(metrics(Map.of()).containsKey("rdp.delivered.total"), "nothing came");
  }

  private static SequencedMap<String, Double> metrics(Map<String, Map<String, Object>> facts) {
    return metrics(facts, 10);
  }

  private static SequencedMap<String, Double> metrics(
      Map<String, Map<String, Object>> facts, int seconds) {
    return metrics(new ServiceFacts(Map.of(), facts, facts), seconds);
  }

  private static SequencedMap<String, Double> metrics(ServiceFacts facts, int seconds) {
    var run =
        new Observations(
            TestPlans.whole("n7", "node", OptionalDouble.empty(), new LinkedHashMap<>(), 0));
    run.happened(seconds * 1_000_000_000L);
    return run.metrics(facts);
  }
}
