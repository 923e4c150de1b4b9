// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rani bench}: what it says, never how fast it was. */
@SlowTest
class BenchTest extends InWorkplace {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration SOON = Duration.ofSeconds(60);

  @BeforeAll
  static void needPeers() {
    RealPart.program("cc");
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
    JsonNode line = only("overload", "100 Mbit").getFirst();
    assertTrue(line.get("sent").asLong() >= line.get("delivered").asLong(), line::toString);
    assertTrue(line.get("delivered").asLong() > 0, line::toString);
    assertTrue(line.get("dropped-by-node").isObject(), line::toString);
  }

  /** What is found in the variants of a case that have this in their name. */
  private List<JsonNode> only(String bench, String variant) {
    Outcome outcome =
        place
            .rani("bench", bench, "--rounds", "1", "--window", "10ms", "--only", variant, "--json")
            .run();
    assertTrue(outcome.exit() == 0 || outcome.exit() == 1, outcome::toString);
    List<JsonNode> lines = outcome.out().lines().skip(1).map(JSON::readTree).toList();
    assertEquals(1, lines.size(), outcome::toString);
    assertEquals(bench, lines.getFirst().get("bench").asString());
    assertTrue(lines.getFirst().get("variant").asString().contains(variant), outcome::toString);
    return lines;
  }

  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true")
  void servedSaysWhatIsAddedToAPacket() {
    assertBesideReference(only("served", "16 that wait").getFirst(), "cpu-per-packet-nanos");
  }

  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true")
  void wasmSaysWhatACallTakesBesideJava() {
    JsonNode verdict = only("wasm", "verdict").getFirst();

    assertTrue(verdict.has("nanosPerCall"), verdict::toString);
    assertTrue(verdict.has("bytesPerCall"), verdict::toString);
    assertTrue(verdict.has("peerNanos"), verdict::toString);
  }

  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true")
  void idleStandsBesideTheReference() {
    assertBesideReference(only("idle", "100000").getFirst(), "cpu-per-packet-nanos");
  }

  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true")
  void latencyStandsBesideTheReference() {
    assertBesideReference(only("latency", "10000").getFirst(), "p50-nanos");
  }

  private static void assertBesideReference(JsonNode line, String figure) {
    List<JsonNode> contenders = List.copyOf(line.get("contenders").values());
    String reference = contenders.getFirst().get("contender").asString();
    assertEquals(reference + ", again", contenders.get(1).get("contender").asString());
    for (JsonNode contender : contenders) {
      assertTrue(contender.get(figure).get("median").asDouble() > 0, line::toString);
    }
  }

  @Test
  void shapingSaysHowEvenAndPunctualLinksAre() {
    JsonNode line = only("shaping", "10 Mbit").getFirst();
    JsonNode node = List.copyOf(line.get("contenders").values()).getLast();
    assertTrue(node.get("contender").asString().startsWith("node, "), line::toString);
    assertTrue(node.get("gap-p50-nanos").get("median").asDouble() >= 0, line::toString);
    assertTrue(node.has("rate-error") && node.has("late-p50-nanos"), line::toString);
  }

  @Test
  void controlCEndsEveryProcessOfIt() {
    Running running =
        place.rani("bench", "overload", "--window", "10ms", "--rounds", "1000").start();
    running.untilSaid("overload, ");
    running.signal("INT");
    running.await(SOON).expectExit(130);
  }
}
