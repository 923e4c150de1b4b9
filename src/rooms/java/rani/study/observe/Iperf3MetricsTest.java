// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import rani.model.edge.EdgeProgram;

class Iperf3MetricsTest {
  /** Of iperf3 3.12, without what is not read. */
  private static final String TCP =
      """
      {"start": {}, "intervals": [], "end": {
        "streams": [
          {"sender": {"retransmits": 4, "max_rtt": 91451, "min_rtt": 43558, "mean_rtt": 56561}},
          {"sender": {"retransmits": 9, "max_rtt": 91451, "min_rtt": 43000, "mean_rtt": 50000}}],
        "sum_sent": {"bytes": 1416144, "bits_per_second": 2832014.7, "retransmits": 13},
        "sum_received": {"bits_per_second": 2600000.5, "sender": true, "sender": true}}}
      """;

  private static final String UDP =
      """
      {"end": {
        "streams": [{"udp": {"jitter_ms": 0.25, "lost_packets": 50, "packets": 1000}}],
        "sum": {"jitter_ms": 0.25, "lost_packets": 50, "packets": 1000, "lost_percent": 5},
        "sum_sent": {"bits_per_second": 9992700}, "sum_received": {"bits_per_second": 9493065}}}
      """;

  private static Map<String, Double> metrics(String output) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    Iperf3Metrics.addTo(metrics, "n1-n3", output);
    return metrics;
  }

  @Test
  void aClientTellsOfItsTcp() {
    assertEquals(
        Map.of(
            "iperf3.n1-n3.goodput",
            2_600_000.5,
            "iperf3.n1-n3.retransmissions",
            13.0,
            "iperf3.n1-n3.rtt.mean",
            (0.056561 + 0.05) / 2,
            "iperf3.n1-n3.rtt.min",
            0.043),
        metrics(TCP));
  }

  @Test
  void aClientTellsOfItsDatagrams() {
    assertEquals(
        Map.of(
            "iperf3.n1-n3.goodput",
            9_493_065.0,
            "iperf3.n1-n3.loss",
            0.05,
            "iperf3.n1-n3.jitter",
            0.00025),
        metrics(UDP));
  }

  @Test
  void eachOfThemHasItsRow() {
    metrics(TCP).keySet().forEach(name -> assertTrue(MetricSheet.find(name).isPresent(), name));
    metrics(UDP).keySet().forEach(name -> assertTrue(MetricSheet.find(name).isPresent(), name));
  }

  @Test
  void whatFailedHasNoMetrics() {
    assertEquals(Map.of(), metrics("{\"end\": {}, \"error\": \"connection refused\"}"));
    assertEquals(Map.of(), metrics("iperf3: not found"));
    assertEquals(Map.of(), metrics(""));
    assertEquals(
        Map.of(), metrics(TCP.replace("2600000.5", "\"fast\"").replaceAll("rtt|retr", "")));
    assertEquals(Map.of(), metrics("{\"end\": {\"sum_received\": {\"bits_per_second\": -1}}}"));
    assertEquals(Map.of(), metrics("{\"end\": {\"sum_received\": {\"bits_per_second\": 1e999}}}"));
    assertEquals(Map.of(), metrics("[".repeat(100_000)));
  }

  /** Whatever a program writes, nothing is thrown. */
  @Property
  void anyCutAndAnyChangeIsTaken(
      @ForAll @IntRange(max = 600) int cut, @ForAll @IntRange(max = 600) int at, @ForAll char c) {
    StringBuilder text = new StringBuilder(TCP);
    text.setCharAt(Math.min(at, TCP.length() - 1), c);
    metrics(text.toString());
    metrics(text.substring(0, Math.min(cut, text.length())));
  }

  @Test
  void clientsWithJsonAreAsked() {
    assertTrue(Iperf3Metrics.isClient(program("exec iperf3 -c n3 -i 0 -J")));
    assertTrue(Iperf3Metrics.isClient(program("iperf3 --json --client n3")));
    assertFalse(Iperf3Metrics.isClient(program("iperf3 -c n3")));
    assertFalse(Iperf3Metrics.isClient(program("iperf3 -s -J")));
    assertFalse(Iperf3Metrics.isClient(program("curl -c x -J http://n3/")));
  }

  private static EdgeProgram program(String run) {
    return new EdgeProgram(
        "n1-n3",
        "n1",
        EdgeProgram.Kind.PROGRAM,
        run,
        "",
        EdgeProgram.Start.AT_ONCE,
        new LinkedHashMap<>(),
        "",
        "");
  }
}
