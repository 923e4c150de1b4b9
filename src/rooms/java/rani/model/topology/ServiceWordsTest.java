// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.testbed.Lab;
import rani.world.Reply;

/** The words behind a service's verb have units and names of nodes, as files have. */
class ServiceWordsTest {
  private static final String NETWORK =
      """
      topology: pair
      defaults: {node: {services: {ping: {}}}}
      nodes: {n1: {}, far-end: {}}
      links: {n1 -- far-end: {delay: 10ms}}
      schedule:
        - {at: 1s, node: far-end, tell: {ping: [start, n1, count=1]}}
      """;

  @TempDir private Path folder;

  private Lab network() throws Exception {
    Path file = Files.writeString(folder.resolve("pair.yaml"), NETWORK);
    Lab lab = Lab.virtual(TopologyFile.load(file), 1);
    lab.start();
    lab.go();
    return lab;
  }

  private static Reply start(Lab lab, String words) throws Exception {
    return lab.tell("n1", "ping", "start", List.of(words.split(" ")));
  }

  @Test
  void aNodeIsNamedAndAmountsHaveUnits() throws Exception {
    try (Lab lab = network()) {
      assertTrue(start(lab, "far-end passive count=2 interval=20ms size=1kB").ok());
      assertTrue(start(lab, "10.0.0.2 count=1").ok(), "an address will do");
      assertTrue(lab.runUntilDone(Duration.ofSeconds(10)));

      Reply shown = lab.tell("n1", "ping", "show", List.of("1"));
      assertEquals("10.0.0.2", shown.facts().byKey().get("to"));
      assertEquals("passive", shown.facts().byKey().get("way"));
      assertEquals(1000, shown.facts().byKey().get("size-bytes"));
      assertEquals(2, shown.facts().byKey().get("received"));
      assertEquals(
          1, lab.tell("far-end", "ping", "show", List.of("1")).facts().byKey().get("received"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "far-and|`to` takes the name of a node, found `far-and` (did you mean `far-end`?)",
        "far-end cuont=5|unknown key `cuont` (did you mean `count`?)",
        "far-end interval=5|`interval`: `5` needs a unit: ns, us, ms, s, min",
        "far-end count=x|`count`: `x` is not a whole number",
        "far-end wya|`wya` is not NAME=VALUE",
        "far-end count=1 count=2|`count=2` says it once more",
        "count=1|`to` is missing",
        "far-end interval=0s|interval and timeout are at least 1ms"
      })
  void whatIsWrongIsToldWithTheNearestRightThing(String words, String message) throws Exception {
    try (Lab lab = network()) {
      Reply reply = start(lab, words);

      assertFalse(reply.ok());
      assertEquals(message, reply.message());
    }
  }
}
