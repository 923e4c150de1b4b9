// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rani fidelity}, beside a real ns-2 where there is one. */
class FidelityTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path kept;

  @Test
  void redAgreesWithTheNs2ThatIsInstalled() throws IOException {
    RealPart.program("ns");
    Outcome outcome =
        InThisJvm.rani("fidelity", "red", "--quick", "--json", "--keep", "" + kept).expectExit(0);
    List<JsonNode> found = outcome.out().lines().map(JSON::readTree).toList();
    assertEquals(2, found.size(), outcome::toString);
    for (JsonNode each : found) {
      assertEquals("red", each.get("fidelity").asString());
      assertEquals("agrees", each.get("goals").get(0).get("verdict").asString(), each::toString);
    }
    String commands = Files.readString(kept.resolve("commands.txt"));
    assertTrue(commands.contains("ns red.tcl red-packets-1.1.txt 1 packets each"), commands);
    assertTrue(Files.exists(kept.resolve("red.tcl")));
  }

  @Test
  void casesAreListedWithoutNs2() {
    Outcome outcome = InThisJvm.rani("fidelity", "--list").expectExit(0);
    for (String name : List.of("red", "flow", "pair", "acc", "law", "gateway", "ufc")) {
      assertTrue(outcome.out().lines().anyMatch(line -> line.startsWith(name + " ")), name);
    }
  }

  @Test
  void aCaseThatIsNotThereIsToldOfWithTheNearest() {
    Outcome outcome = InThisJvm.rani("fidelity", "flwo").expectExit(2);
    assertTrue(
        outcome.err().contains("there is no case `flwo`; did you mean `flow`?"), outcome::toString);
  }
}
