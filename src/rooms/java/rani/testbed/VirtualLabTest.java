// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.world.Reply;

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
          lab.show("c", StatusQuery.SERVICES).byKey().toString().contains("distinct.10.0.0.1=9"));
      assertEquals(Trust.EXACT, lab.trust());
    }
  }

  @Test
  void whatAScheduleCanDoCanBeDoneAtOnce() throws Exception {
    try (Lab lab = Lab.virtual(network(List.of()), 1)) {
      lab.start();
      lab.go();

      var replies = lab.operate("{link: b -- c, set: {loss: 100%}}");

      assertEquals(List.of("b", "c"), List.copyOf(replies.keySet()));
      assertTrue(replies.values().stream().allMatch(Reply::ok), replies::toString);
      assertTrue(lab.runUntilDone(Duration.ofMinutes(1)));
      lab.runFor(Duration.ofSeconds(1));
      assertTrue(lab.show("c", StatusQuery.SERVICES).byKey().toString().contains("packets=0"));
      assertFalse(lab.operate("{mend: a -- b}").firstEntry().getValue().ok(), "it is not cut");
      assertThrows(FileError.class, () -> lab.operate("{mend: a -- x}"));
      assertThrows(FileError.class, () -> lab.operate("{at: 1s, cut: a -- b}"));
      assertThrows(FileError.class, () -> lab.operate("{node: a, start: {echo: {prt: 1}}}"));
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
