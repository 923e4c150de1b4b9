// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rani bench}: what it says, never how fast it was. */
class BenchTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path temporary;

  private Workplace place;

  @BeforeEach
  void makePlace() throws IOException {
    RealPart.program("cc");
    place = new Workplace(temporary);
  }

  @AfterEach
  void nothingIsLeft() {
    place.assertNothingRunsAndNoFileIsAstray();
  }

  @Test
  void forwardComparesANodeWithTheReference() {
    Outcome outcome =
        place
            .rani(
                "bench", "forward", "--rounds", "1", "--window", "10ms", "--only", "64 B", "--json")
            .run();
    assertTrue(outcome.exit() == 0 || outcome.exit() == 1, outcome::toString);
    List<JsonNode> lines = outcome.out().lines().map(JSON::readTree).toList();
    assertTrue(lines.getFirst().get("cores").asInt() > 0, outcome::toString);
    assertEquals(
        List.of("64 B, one by one", "64 B, in trains"),
        lines.stream().skip(1).map(line -> line.get("variant").asString()).toList());
    for (JsonNode line : lines.subList(1, lines.size())) {
      assertEquals("forward", line.get("bench").asString());
      assertEquals(1, line.get("rounds").asInt());
      assertTrue(line.get("void").isBoolean(), line::toString);
      assertTrue(line.get("reference").get("packets-per-second").get("median").asDouble() > 0);
      for (JsonNode rival : line.get("rivals")) {
        assertTrue(rival.get("contender").asString().matches("node, .*|c-trains"), rival::toString);
        assertEquals(1, rival.get("windows").asInt());
        assertTrue(rival.get("cpu-nanos-per-packet").get("median").asDouble() > 0);
        JsonNode memory = line.get("memory").get("node, mmsg");
        assertTrue(memory == null || memory.get("packets").asInt() > 0, line::toString);
        if (rival.get("windows-dropped").asInt() == 0) {
          assertTrue(rival.get("ratio").get("minimum").asDouble() > 0, rival::toString);
        }
      }
    }
  }

  @Test
  void overloadAccountsForEveryPacket() {
    Outcome outcome =
        place.rani("bench", "overload", "--rounds", "1", "--window", "10ms", "--json").run();
    assertTrue(outcome.exit() == 0 || outcome.exit() == 1, outcome::toString);
    List<JsonNode> lines = outcome.out().lines().skip(1).map(JSON::readTree).toList();
    assertEquals(
        List.of(
            "256 B, one by one",
            "256 B, in trains of 64",
            "1000 B, one by one, a link of 100 Mbit/s"),
        lines.stream().map(line -> line.get("variant").asString()).toList(),
        outcome::toString);
    for (JsonNode line : lines) {
      assertTrue(line.get("sent").asLong() >= line.get("delivered").asLong(), line::toString);
      assertTrue(line.get("delivered").asLong() > 0, line::toString);
    }
    assertTrue(lines.getLast().get("dropped-by-node").isObject(), outcome::toString);
  }

  @Test
  void servedIdleAndLatencyStandBesideTheirReferences() {
    Outcome outcome =
        place
            .rani(
                "bench", "served", "idle", "latency", "--rounds", "1", "--window", "10ms", "--json")
            .run();
    assertTrue(outcome.exit() == 0 || outcome.exit() == 1, outcome::toString);
    List<JsonNode> lines = outcome.out().lines().skip(1).map(JSON::readTree).toList();
    assertEquals(
        List.of("served", "served", "served", "idle", "latency", "latency"),
        lines.stream().map(line -> line.get("bench").asString()).toList(),
        outcome::toString);
    for (JsonNode line : lines) {
      List<JsonNode> contenders = List.copyOf(line.get("contenders").values());
      String reference = contenders.getFirst().get("contender").asString();
      assertEquals(reference + ", again", contenders.get(1).get("contender").asString());
      String figure =
          line.get("bench").asString().equals("latency") ? "p50-nanos" : "cpu-per-packet-nanos";
      for (JsonNode contender : contenders) {
        assertTrue(contender.get(figure).get("median").asDouble() > 0, line::toString);
      }
    }
  }

  @Test
  void shapingSaysHowEvenAndPunctualLinksAre() {
    Outcome outcome =
        place.rani("bench", "shaping", "--rounds", "1", "--window", "10ms", "--json").run();
    outcome.expectExit(0);
    List<JsonNode> lines = outcome.out().lines().skip(1).map(JSON::readTree).toList();
    assertEquals(4, lines.size(), outcome::toString);
    for (JsonNode line : lines) {
      JsonNode node = List.copyOf(line.get("contenders").values()).getLast();
      assertTrue(node.get("contender").asString().startsWith("node, "), line::toString);
      assertTrue(node.get("gap-p50-nanos").get("median").asDouble() >= 0, line::toString);
      assertTrue(node.get("rate-error").get("median").asDouble() < 1, line::toString);
    }
  }

  @Test
  void controlCEndsEveryProcessOfIt() {
    Running running =
        place.rani("bench", "forward", "--window", "10ms", "--rounds", "1000").start();
    running.untilSaid("forward, 64 B, one by one: round 1");
    running.signal("INT");
    running.await(SOON).expectExit(130);
  }
}
