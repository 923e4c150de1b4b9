// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;

/** What is said of other hosts and of their clocks. */
class HostWordsTest {
  private static final SupervisorProtocol.HostFacts A = host("a", 0.0002);
  private static final SupervisorProtocol.HostFacts B = host("b", 0.0005);

  @TempDir private Path folder;

  private static SupervisorProtocol.HostFacts host(String name, double timeErrorSeconds) {
    SupervisorProtocol.Clock clock =
        new SupervisorProtocol.Clock(0.5, 0.0001, 0.50001, 0.0001, 20, 0.5, 10, timeErrorSeconds);
    return new SupervisorProtocol.HostFacts(
        name, "192.0.2.1", "ssh", 1, "25", "Linux", 2, clock, "");
  }

  @Test
  void aDriftIsToldWithItsErrorAndWhatItMakesOfTimes() {
    assertEquals(
        "host b: its clock drifted by +0.5 ± 10.0 ppm in 20 s; times of its nodes are good to"
            + " 0.500 ms",
        HostWords.drift(B));
    assertEquals("clock is ahead by 0.500000 s, known to 0.100 ms", HostWords.time(B));
  }

  @Test
  void aDelayHasTheErrorsOfBothClocksUnlessItStaysOnAHost() throws Exception {
    Topology network =
        TopologyFile.load(
            Files.writeString(
                folder.resolve("t.yaml"),
                """
                topology: t
                hosts:
                  desk: {address: 192.0.2.5, by: here}
                  a: {address: 192.0.2.1}
                  b: {address: 192.0.2.2}
                nodes: {d: {host: desk}, a1: {host: a}, a2: {host: a}, b1: {host: b}}
                links: {d -- a1: {}, a1 -- a2: {}, a2 -- b1: {}}
                """));
    SequencedMap<String, List<String>> ways = new LinkedHashMap<>();
    ways.put("a1", List.of("a2", "b1"));
    ways.put("a2", List.of("a1"));
    ways.put("d", List.of("a1", "d"));
    ways.put("b1", List.of());
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();

    HostWords.addDelayErrors(metrics, ways, network, List.of(A, B));

    assertEquals(List.of("delay.a1.error", "delay.d.error"), List.copyOf(metrics.keySet()));
    assertEquals(0.0007, metrics.getOrDefault("delay.a1.error", 0.0), 1e-12);
    assertEquals(0.0002, metrics.getOrDefault("delay.d.error", 0.0), 1e-12);
  }
}
