// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of metrics by relevance. */
class MetricOrderTest {
  @Test
  void whatTheFileNamesIsFirstAndTheInnerNumbersOfServicesAreLast() {
    MetricOrder order = new MetricOrder(List.of("drops.total", "lgc.trigger.p"));

    assertEquals(
        List.of(
            "drops.total",
            "lgc.trigger.p",
            "throughput.b",
            "throughput.a",
            "delay.a.mean",
            "live.runs",
            "lgc.triggers",
            "of.my-own"),
        order.sorted(
            List.of(
                "lgc.triggers",
                "of.my-own",
                "throughput.b",
                "lgc.trigger.p",
                "delay.a.mean",
                "live.runs",
                "throughput.a",
                "drops.total")));
  }

  /** A new family of metrics must get its place. */
  @Test
  void everyMetricThatIsOfNoServiceHasAPlace() {
    List<String> without = new ArrayList<>();
    MetricSheet.rows().stream()
        .filter(row -> !ServiceNotes.rows().contains(row))
        .map(row -> MetricSheet.beginning(row.pattern()))
        .filter(beginning -> !MetricOrder.GENERAL.contains(beginning))
        .forEach(without::add);

    assertEquals(List.of(), without);
  }
}
