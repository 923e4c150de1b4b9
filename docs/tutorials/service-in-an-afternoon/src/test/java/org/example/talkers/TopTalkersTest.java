// SPDX-License-Identifier: Apache-2.0
package org.example.talkers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Lab;
import rani.world.Reply;

/** The service in a network in virtual time: the same packets on every run. */
class TopTalkersTest {
  private static Topology network(String options) throws Exception {
    Path file = Files.createTempFile("talkers", ".yaml");
    try {
      Files.writeString(
          file,
          """
          topology: talkers
          nodes:
            n1: {services: {source: {flows: [{to: n4, kind: cbr, rate: 90packet/s, packets: 900}]}}}
            n2: {services: {source: {flows: [{to: n4, kind: cbr, rate: 37packet/s, packets: 370}]}}}
            n3: {services: {top-talkers: %s}}
            n4: {services: {sink: {}}}
          links:
            n1 -- n3: {}
            n2 -- n3: {}
            n3 -- n4: {rate: 60packet/s, queue: {limit: 20packet}}
          """
              .formatted(options));
      return TopologyFile.load(file);
    } finally {
      Files.delete(file);
    }
  }

  private static Lab running(String options) throws Exception {
    Lab lab = Lab.virtual(network(options), 7);
    lab.start();
    lab.go();
    lab.runFor(Duration.ofSeconds(10));
    return lab;
  }

  private static Map<?, ?> first(Reply top) {
    return (Map<?, ?>) ((List<?>) top.facts().byKey().get("sources")).getFirst();
  }

  @Test
  void theGreedySourceIsAtTheTop() throws Exception {
    try (Lab lab = running("{}")) {
      Reply top = lab.tell("n3", "top-talkers", "top", List.of());

      assertTrue(top.ok(), top::message);
      assertEquals("10.0.0.1", first(top).get("source"));
      assertEquals(2, ((List<?>) top.facts().byKey().get("sources")).size());
      long seen = (long) top.facts().byKey().get("seen");
      assertTrue(seen > 100, () -> seen + " were seen");

      assertTrue(lab.tell("n3", "top-talkers", "reset", List.of()).ok());
      Reply emptied = lab.tell("n3", "top-talkers", "top", List.of());
      assertEquals(List.of(), emptied.facts().byKey().get("sources"));
    }
  }

  @Test
  void memoryStaysAsItIsHoweverManyTalk() throws Exception {
    try (Lab lab = running("{keep: 1}")) {
      Reply top = lab.tell("n3", "top-talkers", "top", List.of());

      assertEquals(1, ((List<?>) top.facts().byKey().get("sources")).size());
      assertEquals(top.facts().byKey().get("seen"), first(top).get("count"));
    }
  }

  @Test
  void aQuestionInBandIsAnswered() throws Exception {
    try (Lab lab = running("{}")) {
      lab.operate("{node: n2, inject: {to: n3, port: 7100}}");
      lab.runFor(Duration.ofSeconds(1));

      assertTrue(lab.show("n3", StatusQuery.SERVICES).byKey().toString().contains("asked=1"));
      // The answer found no one at the port that the question came from.
      assertTrue(lab.show("n2", StatusQuery.COUNTERS).byKey().toString().contains("no-listener=1"));
    }
  }

  @Test
  void anOptionThatIsWrongIsNamedWithItsPlace() {
    FileError error = assertThrows(FileError.class, () -> network("{keep: 0}"));

    assertTrue(error.getMessage().contains("`keep`: `0` is outside 1…256"), error::getMessage);
  }
}
