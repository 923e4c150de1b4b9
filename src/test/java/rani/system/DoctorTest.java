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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import rani.system.RaniCommand.Outcome;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rani doctor}: what it looks at, never how well the machine is. */
@Execution(ExecutionMode.CONCURRENT)
class DoctorTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path temporary;

  private Outcome doctor(Path runs) {
    return RaniCommand.rani("doctor", "--json").with("RANI_RUNS", runs.toString()).run();
  }

  @Test
  void everythingThatALiveNetworkNeedsIsLookedAt() {
    Outcome outcome = doctor(temporary.resolve("runs")).expectExit(0);

    List<JsonNode> findings = outcome.out().lines().map(JSON::readTree).toList();
    assertEquals(
        List.of(
            "java",
            "transport",
            "buffers",
            "loopback",
            "memory",
            "open files",
            "runs",
            "processors",
            "timers"),
        findings.stream().map(finding -> finding.get("about").asString()).toList());
    for (JsonNode finding : findings) {
      assertTrue(List.of("ok", "doubtful").contains(finding.get("verdict").asString()));
      assertTrue(finding.get("found").asString().matches(".*[0-9a-z].*"), finding::toString);
    }
    assertEquals("", outcome.err());
    assertTrue(Files.notExists(temporary.resolve("runs")), "it has only looked");
  }

  @Test
  void aFolderThatCannotBeWrittenIsFoundAndIsTheExitCode() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));

    Outcome outcome = doctor(file.resolve("runs")).expectExit(1);

    assertTrue(outcome.out().contains("file/runs cannot be written"), outcome::toString);
    assertTrue(outcome.out().contains("set RANI_RUNS to a folder that can"), outcome::toString);
  }
}
