// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import rani.parts.RealPart;
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
            "edges",
            "figures",
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

  /** Has nothing but what the launcher itself needs, and what a test adds. */
  private Path fewPrograms() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("programs"));
    for (String name : List.of("cat", "cksum", "mkdir", "touch", "chmod", "sh")) {
      Path program = folder.resolve(name);
      Files.writeString(program, "#!/bin/sh\nexec /bin/" + name + " \"$@\"\n");
      assertTrue(program.toFile().setExecutable(true));
    }
    return folder;
  }

  private static Map<String, String> verdicts(Outcome outcome) {
    Map<String, String> verdicts = new LinkedHashMap<>();
    for (String line : outcome.out().lines().toList()) {
      JsonNode finding = JSON.readTree(line);
      verdicts.put(finding.get("about").asString(), finding.get("verdict").asString());
    }
    return verdicts;
  }

  @Test
  void whatTestsNeedIsShownAndHowToInstallWhatIsMissing() throws IOException {
    Path programs = fewPrograms();

    Outcome outcome =
        RaniCommand.rani("doctor", "--tests", "--json")
            .with("PATH", programs.toString())
            .run()
            .expectExit(0);

    Map<String, String> verdicts = verdicts(outcome);
    assertEquals("ok", verdicts.get("sh"), outcome::toString);
    assertEquals("doubtful", verdicts.get("iperf3"), outcome::toString);
    assertTrue(verdicts.keySet().containsAll(List.of("sshd", "chromium", "root")));
    assertTrue(outcome.out().contains("\"advice\":\"Debian: gcc libc6-dev\""), outcome::toString);
    assertTrue(outcome.out().contains("\"advice\":\"pip: vl-convert-python=="), outcome::toString);
    assertTrue(outcome.out().contains("\"advice\":\"npm: assemblyscript@"), outcome::toString);
    assertTrue(outcome.err().contains("npm install --global assemblyscript@"), outcome::toString);
    assertTrue(
        outcome.err().matches("(?s).*apt-get install --yes --no-install-recommends .*iperf3.*"),
        outcome::toString);
  }

  @Test
  void whatIsMissingIsInstalledByRootIfTold() throws IOException {
    RealPart.root();
    Path programs = fewPrograms();
    Path fake =
        Files.writeString(
            programs.resolve("apt-get"),
            """
            #!/bin/sh
            case "$1" in
              install) for each; do touch "%1$s/$each" && chmod +x "%1$s/$each"; done ;;
            esac
            """
                .formatted(programs));
    assertTrue(fake.toFile().setExecutable(true));

    Outcome outcome =
        RaniCommand.rani("doctor", "--tests", "--install", "--json")
            .with("PATH", programs.toString())
            .run();

    Map<String, String> verdicts = verdicts(outcome);
    assertEquals("ok", verdicts.get("iperf3"), outcome::toString);
    // What came has other names than what is missing, of which it must not say that it is there.
    assertEquals("doubtful", verdicts.get("cc"), outcome::toString);
    outcome.expectExit(1);
  }

  @Test
  void installingIsForTestsAlone() {
    Outcome outcome = RaniCommand.rani("doctor", "--install").run().expectExit(2);

    assertTrue(outcome.err().contains("--install goes with --tests"), outcome::toString);
  }
}
