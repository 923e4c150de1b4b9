// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {
  private static Map<String, Double> cpu(
      Map<String, Duration> atGo, Map<String, Duration> atEnd, long bytes) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    LiveMetrics.addCpu(metrics, atGo, atEnd, bytes);
    return metrics;
  }

  @Test
  void cpuTimeIsThatSinceGo() {
    Map<String, Duration> atGo = Map.of("n1", Duration.ofMillis(500));
    Map<String, Duration> atEnd =
        Map.of("n1", Duration.ofMillis(1250), "n2", Duration.ofMillis(250));

    assertEquals(
        Map.of(
            "cpu.seconds.n1", 0.75,
            "cpu.seconds.n2", 0.25,
            "cpu.seconds.total", 1.0,
            "cpu.seconds-per-megabyte", 0.25),
        cpu(atGo, atEnd, 4_000_000));
    assertEquals(
        Map.of("cpu.seconds.n1", 0.75, "cpu.seconds.n2", 0.25, "cpu.seconds.total", 1.0),
        cpu(atGo, atEnd, 0));
    assertEquals(Map.of(), cpu(atGo, Map.of(), 4_000_000));
  }
}
