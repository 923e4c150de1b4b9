// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.topology.Topology;
import rani.study.experiment.SweepFile;

/** Services with connections come and go under load: the books, checked after every event, hold. */
class ScheduleSimulation {
  private static final String EXPERIMENT =
      """
      experiment: restarts
      topology:
        defaults: {link: {rate: 2Mbit/s, delay: 5ms}}
        nodes: {n1: {}, n2: {services: {lgc: {}, active-filter: {}}}, n3: {}}
        links: {n1 -- n2: {}, n2 -- n3: {rate: 1Mbit/s}}
      traffic:
        - {from: n1, to: n3, kind: bulk, duration: 4s}
        - {from: n2, to: n3, kind: request-response, requests: 1000, think: 10ms}
      schedule:
        - {at: 1s, node: n3, stop: sink}
        - {at: 1.5s, node: n3, start: {sink: {delayed-ack: 0s}}}
        - {at: 2s, cut: n2 -- n3}
        - {at: 2.3s, mend: n2 -- n3}
        - {at: 3s, node: n1, stop: source}
        - {at: 3.5s, node: n1, start: {source: {flows: [{to: n3, kind: bulk, packets: 100}]}}}
        - {at: 4s, node: n2, stop: [lgc, active-filter]}
        - {at: 5s, node: n2, stop: source}
        - {at: 6s, node: n2, inject: {to: n3, service: sink, count: 5, gap: 100ms}}
      """;

  @TempDir private Path folder;

  @Test
  void connectionsAreBrokenOffAndOthersOpened() throws Exception {
    Path file = Files.writeString(folder.resolve("restarts.yaml"), EXPERIMENT);
    Topology network = SweepFile.load(file, List.of(), List.of()).variant(0).experiment().network();

    List<String> lines = run(network);

    assertEquals(12, count(lines, "service=node", "by=schedule"));
    assertEquals(0, count(lines, "event=refused"));
    assertEquals(2, count(lines, " n1 ", "service=source", "state=OPEN"), "before and after");
    assertEquals(5, count(lines, " n3 drop reason=bad-message", "service=4"));
    double end = Double.parseDouble(lines.getLast().split(" ")[0]);
    assertTrue(end > 6.4, () -> "traffic is done with the last injected packet, not at " + end);
    assertEquals(lines, run(network), "a second run of the same seed");
  }

  private static List<String> run(Topology network) throws Exception {
    List<String> lines = new ArrayList<>();
    VirtualLab lab =
        new VirtualLab(
            network,
            3,
            line -> lines.add(new String(line, StandardCharsets.US_ASCII).strip()),
            "this test");
    lab.start();
    lab.go();
    assertTrue(lab.runUntilDone(Duration.ofSeconds(30)));
    lab.runFor(Duration.ofMillis(100));
    List<String> told = List.copyOf(lines);
    lab.close(); // nothing is held that the books do not know of
    return told;
  }

  private static long count(List<String> lines, String... words) {
    return lines.stream().filter(l -> List.of(words).stream().allMatch(l::contains)).count();
  }
}
