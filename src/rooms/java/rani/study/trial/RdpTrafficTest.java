// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.json.Json;
import rani.study.experiment.ExperimentFile;
import rani.study.observe.ConnectionSeries;

/** Traffic over RDP from an experiment's file to its metrics, in virtual time. */
class RdpTrafficTest {
  private static final String NETWORK =
      """
      experiment: e
      topology:
        topology: t
        nodes: {n1: {}, n2: {}, n3: {}}
        links: {n1 -- n2: {rate: 10Mbit/s, delay: 1ms}, n2 -- n3: {rate: 1Mbit/s, delay: 20ms}}
      run: {until: traffic-done, linger: 3s, max: 60s}
      traffic:
      """;

  @TempDir private Path folder;

  @Test
  void aBulkTransferEndsTheRunWhenAllOfItIsAcknowledged() throws Exception {
    Trial trial = run("- {from: n1, to: n3, kind: bulk, packets: 300, size: 1000B}");

    assertMetric(300, "delivered.n1", trial);
    assertMetric(1, "through.n1", trial);
    assertMetric(0, "rdp.broken.n1", trial);
    assertMetric(1, "rdp.connections.n3", trial);
    ConnectionSeries source = trial.observations().connections().getFirst();
    assertEquals("closed", source.end().orElseThrow().reason());
    assertEquals(300, source.end().orElseThrow().messagesAcknowledged());
    assertTrue(source.windows().size() > 20, "its window was told");
    double goodput = trial.metrics().getOrDefault("rdp.goodput.n1", 0.0);
    assertTrue(goodput > 500_000 && goodput < 962_000, () -> "goodput " + goodput);
  }

  @Test
  void responsesAreCountedAndTimed() throws Exception {
    Trial trial =
        run(
            """
            - {from: n1, to: n3, kind: request-response, requests: 5, response-size: 2kB,
               think: 50ms, sink: {delayed-ack: 0s}}
            """);

    assertMetric(5, "rdp.responses.n1", trial);
    double mean = trial.metrics().getOrDefault("rdp.response-mean-seconds.n1", 0.0);
    // There and back is 42 ms; the response takes 16 ms on the slow link and 1.6 ms on the other.
    assertTrue(mean > 0.059 && mean < 0.070, () -> "a response took " + mean + " s");
  }

  @Test
  void aConnectionToAPortWhereNobodyListensIsRefusedAndEndsTheRun() throws Exception {
    Trial trial =
        run(
            NETWORK.replace("n3: {}}", "n3: {services: {sink: {port: 9}}}}")
                + "- {from: n1, to: n3, kind: bulk, packets: 10}");

    assertBroken("refused", 4, trial);
  }

  @Test
  void aConnectionToANodeThatSpeaksNoRdpTimesOutAndEndsTheRun() throws Exception {
    Trial trial =
        run("- {from: n1, to: n3, kind: bulk, packets: 10, retries: 2, sink: {rdp: false}}");

    assertBroken("timed-out", 30, trial);
    assertMetric(3, "drops.no-listener", trial);
  }

  private static void assertBroken(String reason, double secondsMax, Trial trial) {
    assertMetric(1, "rdp.broken.n1", trial);
    assertMetric(0, "delivered.n1", trial);
    ConnectionSeries source = trial.observations().connections().getFirst();
    assertEquals(reason, source.end().orElseThrow().reason());
    assertTrue(source.openedNanos().isEmpty(), "it never opened");
    double duration = trial.metrics().getOrDefault("duration-seconds", 99.0);
    assertTrue(duration < secondsMax, () -> "the run lasted " + duration + " s");
  }

  @Test
  void connectionsAreInTheJsonOfTheResult() throws Exception {
    Trial trial = run("- {from: n1, to: n3, kind: bulk, packets: 3}");
    String json =
        new ExperimentResult(
                "e", RunOptions.Mode.VIRTUAL, 1, List.of(trial), Path.of("r.html"), List.of())
            .json();
    List<?> connections = (List<?>) Json.object(json).find("connections");

    assertEquals(2, connections == null ? 0 : connections.size());
    assertTrue(json.contains("\"reason\" : \"closed\""), json);
    assertTrue(json.contains("\"messages-acknowledged\" : 3"), json);
    assertTrue(json.contains("\"srtt-seconds\" : 0.0"), json);
  }

  private Trial run(String traffic) throws Exception {
    String text = traffic.startsWith("experiment:") ? traffic : NETWORK + traffic;
    Path file = Files.writeString(folder.resolve("e.yaml"), text);
    return VirtualTrial.run(ExperimentFile.load(file, List.of()), 1, Optional.empty(), "no replay");
  }

  private static void assertMetric(double expected, String name, Trial trial) {
    assertEquals(
        expected, trial.metrics().getOrDefault(name, Double.NaN), () -> name + trial.metrics());
  }
}
