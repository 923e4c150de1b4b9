// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.system.RaniCommand.Running;

/** The end of programs at edges: of each that they have started, whatever ends first. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShellEndTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** Leaves two programs behind, one of them in a session of its own. */
  private static final String DAEMONS = "sleep 1000 & setsid sleep 1000 & echo here; ";

  @TempDir private static Path temporary;

  private Workplace place;

  @BeforeAll
  void bringNetworkUp() throws IOException {
    ShellTest.needEdges();
    place = new Workplace(temporary);
    place.write("row.yaml", "{topology: row, generate: {linear: {nodes: 3}}}");
    place.rani("up", "row.yaml").run().expectExit(0);
  }

  @AfterAll
  void nothingIsLeft() {
    place.down();
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private Running shell(String node, String script) {
    Running shell = place.rani("shell", node, "--", "sh", "-c", DAEMONS + script).start();
    assertTrue(shell.out().await("here"::equals, SOON), shell::toString);
    return shell;
  }

  private static void assertEnded(List<ProcessHandle> programs) {
    assertTrue(programs.size() >= 5, "unshare, its shell, the command, and two that it left");
    for (ProcessHandle each : programs) {
      assertTrue(Workplace.awaitEnd(each, SOON), () -> "it runs on: " + each.info());
    }
  }

  private RunRecordFile record() {
    return RunRecordFile.of(place.runs().getLast());
  }

  @Test
  void nothingOutlivesTheCommand() {
    Running shell = shell("n1", "read line; exit 7");
    shell.await().expectExit(7);
    assertEquals(record().alive(), place.processes(), "nothing but the nodes");
  }

  @Test
  void nothingOutlivesTheShellThatIsKilled() {
    Running shell = shell("n1", "exec sleep 1000");
    List<ProcessHandle> programs = shell.process().descendants().toList();
    Program.end(shell);
    assertEnded(programs);
  }

  @Test
  void nothingOutlivesTheNodeThatIsKilled() {
    Running shell = shell("n2", "exec sleep 1000");
    List<ProcessHandle> programs = shell.process().descendants().toList();
    assertTrue(record().process("n2").destroyForcibly());
    String said = shell.await().expectExit(137).err();
    assertTrue(said.contains("node n2 has ended"), said);
    assertEnded(programs);
  }

  @Test
  void nothingOutlivesNodeAndShellThatAreKilledAtOnce() {
    Running shell = shell("n3", "exec sleep 1000");
    List<ProcessHandle> programs = shell.process().descendants().toList();
    ProcessHandle node = record().process("n3");
    shell.process().destroyForcibly();
    assertTrue(node.destroyForcibly());
    assertEnded(programs);
  }
}
