// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.lab.Lab;
import rani.lab.topology.Topology;
import rani.lab.topology.TopologyFile;
import rani.node.Command;

class VirtualLabTest {
  @TempDir private Path folder;

  @Test
  void aNetworkFromAFileCarriesItsTraffic() throws Exception {
    try (Lab lab = Lab.virtual(network(List.of()), 1)) {
      lab.start();
      lab.go();

      assertTrue(lab.runUntilDone(Duration.ofMinutes(1)));
      lab.runFor(Duration.ofSeconds(5));

      assertTrue(
          lab.show("c", Command.Subject.SERVICES).toString().contains("distinct.10.0.0.1=9"));
      assertEquals(Trust.EXACT, lab.trust());
    }
  }

  @Test
  void theSameSeedGivesTheSameDigestAndAnotherDelayAnother() throws Exception {
    String first = digest(network(List.of()), 7);

    assertEquals(first, digest(network(List.of()), 7));
    assertNotEquals(first, digest(network(List.of()), 8));
    assertNotEquals(first, digest(network(List.of("links.a -- b.delay=1001us")), 7));
  }

  private static String digest(Topology network, long seed) throws Exception {
    VirtualLab lab = new VirtualLab(network, seed, line -> {}, "this test");
    lab.start();
    lab.go();
    lab.runFor(Duration.ofSeconds(20));
    return lab.digest();
  }

  private Topology network(List<String> sets) throws Exception {
    Path file = folder.resolve("chain.yaml");
    Files.writeString(
        file,
        """
        topology: chain
        defaults: {link: {rate: 10packet/s, delay: 1ms}}
        nodes:
          a: {services: {source: {flows: [{to: c, packets: 9, start-spread: 50ms}]}}}
          b: {}
          c: {services: {sink: {}}}
        links: {a -- b: {}, b -- c: {}}
        """);
    return TopologyFile.load(file, sets);
  }
}
