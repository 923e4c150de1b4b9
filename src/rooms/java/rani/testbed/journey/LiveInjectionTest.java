// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.NamedFiles;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.JourneyWatch;
import rani.nodehost.journey.Journeys;
import rani.nodehost.journey.WatchedFlow;
import rani.testbed.Lab;

/**
 * The same on real sockets: what happened is the same, when it happened is the machine's affair.
 */
class LiveInjectionTest {
  private static final String NETWORK =
      """
      topology: line
      nodes: {n1: {}, n2: {}, n3: {services: {echo: {}}}}
      links: {n1 -- n2: {}, n2 -- n3: {}}
      """;

  @TempDir private Path folder;

  @Test
  void waysAreFollowedOnRealSocketsAndTheNodesForgetThemAfterwards() throws Exception {
    Path file = Files.writeString(folder.resolve("t.yaml"), NETWORK);
    try (Lab lab = Lab.live(TopologyFile.load(file), 7)) {
      lab.start();
      lab.go();

      InjectionReport echoed = inject(lab, Map.of("port", "7", "payload", "text:hello"));
      InjectionReport died = inject(lab, Map.of("ttl", "1"));

      assertTrue(echoed.isAllArrived(), () -> echoed.facts(9).toString());
      assertEquals(
          List.of("n1", "n2", "n3"),
          echoed.packets().getFirst().hops().stream().map(Hop::node).toList());
      assertEquals("delivered to echo at n3", echoed.packets().getFirst().fate().told());
      assertEquals(1, echoed.answers().getFirst().packet());
      assertEquals("dropped at n2: ttl-exceeded", died.packets().getFirst().fate().told());
      for (String node : lab.names()) {
        for (int k = 0; k < Journeys.WATCHES_MAX; k++) {
          WatchedFlow free = new WatchedFlow("w" + k, 1, 2, 17, 1, 1, 1);
          lab.node(node).require(new JourneyWatch(free)); // all are free
        }
      }
    }
  }

  private static InjectionReport inject(Lab lab, Map<String, String> fields) throws Exception {
    SequencedMap<String, String> ordered = new LinkedHashMap<>(fields);
    return Injection.execute(
        lab,
        InjectOrder.read(lab, "n1", "n3", ordered, NamedFiles.ANY),
        false,
        Duration.ofSeconds(30));
  }
}
