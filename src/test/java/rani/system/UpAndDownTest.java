// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.ground.LabFailure;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import rani.testbed.RunRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rani up}, {@code ps} and {@code down}: networks that outlive the one who started them. */
class UpAndDownTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long MINUTE_MILLIS = 60_000;

  @BeforeEach
  void furnishPlace() throws IOException {
    place.write("pair.yaml", "topology: pair\nnodes: {a: {}, b: {}}\nlinks: {a -- b: {}}\n");
  }

  @Test
  @Execution(CONCURRENT)
  void downEndsTheRunThatItIsToldAndNoOther() throws Exception {
    Running firstUp = place.rani("up", "pair.yaml", "--out", "runs/first").start();
    Outcome secondUp = place.rani("up", "pair.yaml", "--out", "runs/second").run().expectExit(0);
    firstUp.await().expectExit(0);
    assertTrue(secondUp.out().contains("2 nodes, 1 link;"), secondUp::toString);
    RunRecordFile first = RunRecordFile.of(place.here().resolve("runs/first"));
    RunRecordFile second = RunRecordFile.of(place.here().resolve("runs/second"));
    assertEquals(2, first.alive().size(), first::toString);
    assertEquals(2, second.alive().size(), second::toString);
    assertEquals(List.of("first", "second"), runs());
    assertEquals(listed(), place.rani("ps", "--json").run().expectExit(0).out());
    Outcome ps = place.rani("ps").run().expectExit(0);
    for (String node : first.names()) {
      assertTrue(ps.out().contains("" + first.pid(node)), ps::toString);
    }

    String other = place.here().resolve("elsewhere").toString();
    Outcome elsewhere = place.rani("ps").with("RANI_RUNS", other).run().expectExit(0);
    assertTrue(elsewhere.out().startsWith("nothing runs below " + other), elsewhere::toString);
    assertTrue(elsewhere.out().contains("`rani ps -A`"), elsewhere::toString);

    Outcome which = place.rani("down").run().expectExit(2);
    Outcome down = place.rani("down", "first").run().expectExit(0);

    assertTrue(which.err().contains("first, second"), which::toString);
    assertTrue(down.out().contains("first: 2 nodes ended"), down::toString);
    assertEquals(List.of(), first.alive());
    assertEquals(2, second.alive().size(), second::toString);
    assertEquals(List.of("second"), runs());

    Outcome misspelt = place.rani("down", "secnd").run().expectExit(2);
    assertTrue(misspelt.err().contains("did you mean `second`?"), misspelt::toString);
    assertEquals(2, second.alive().size(), second::toString);
    place.down();
    assertEquals(List.of(), second.alive());
    assertEquals(List.of(), runs());
  }

  @Test
  @Execution(CONCURRENT)
  void aProcessThatWasGivenARecordedNumberIsNotTouched() throws Exception {
    place.rani("up", "pair.yaml", "--out", "runs/pair").run().expectExit(0);
    Path folder = place.here().resolve("runs/pair");
    RunRecordFile record = RunRecordFile.of(folder);
    ProcessHandle node = record.process("a");
    long started = record.startedMillis("a");
    Process stranger = new ProcessBuilder("cat").start();
    try {
      // Number and start time of two processes that are not the one that was recorded.
      record.forge("a", node.pid(), started - MINUTE_MILLIS);
      record.forge("b", stranger.pid(), record.startedMillis("b") - MINUTE_MILLIS);
      ProcessHandle other = ProcessHandle.of(RunRecordFile.of(folder).pid("b")).orElseThrow();
      assertEquals(stranger.pid(), other.pid());

      assertEquals(List.of(), runs());
      Outcome down = InThisJvm.rani("down", "" + folder).expectExit(0);

      assertTrue(down.out().contains("pair: 0 nodes ended"), down::toString);
      assertTrue(node.isAlive(), down::toString);
      assertTrue(stranger.isAlive(), down::toString);

      // With its own start time the node is known again.
      record.forge("a", node.pid(), started);
      assertEquals(List.of("pair"), runs());
      InThisJvm.rani("down", "" + folder).expectExit(0);
      assertTrue(Workplace.awaitEnd(node, SOON), "the node was not ended");
      assertTrue(stranger.isAlive());
    } finally {
      stranger.destroyForcibly();
      place.processes().forEach(ProcessHandle::destroyForcibly);
    }
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @ValueSource(strings = {"KILL", "INT"})
  void anUpThatIsEndedOnItsWayLeavesNothing(String signal) throws LabFailure {
    Running up = place.rani("up", "pair.yaml").start().untilSaid(" nodes by ");

    up.signal(signal);

    up.await(SOON).expectExit(signal.equals("INT") ? 130 : 137);
    for (ProcessHandle each : place.processes()) {
      assertTrue(Workplace.awaitEnd(each, SOON), () -> "outlived its start: " + each.info());
    }
    assertEquals(List.of(), runs());
  }

  @Test
  @Execution(CONCURRENT)
  void ofANodeElsewherePsSaysThatNobodyHoldsTheSessionWithItsHost() throws Exception {
    ProcessHandle alive = ProcessHandle.current();
    Process keeper = new ProcessBuilder("true").start();
    assertEquals(0, keeper.waitFor());
    Path folder = Files.createDirectories(place.here().resolve("runs/torn"));
    Files.writeString(
        folder.resolve("run.json"),
        """
        {"run": "torn", "topology": "pair", "token": "t",
         "nodes": [
           {"name": "a", "host": "", "pid": %d, "started-millis": %d, "control": ""},
           {"name": "b", "host": "far", "pid": 4711, "started-millis": 0, "control": ""}],
         "keepers": [{"name": "k", "host": "", "pid": %d, "started-millis": 1, "control": ""}]}
        """
            .formatted(
                alive.pid(),
                alive.info().startInstant().orElseThrow().toEpochMilli(),
                keeper.pid()));

    Outcome ps = place.rani("ps").run().expectExit(0);

    assertTrue(
        ps.out()
            .endsWith(
                "pid 4711 on host far  the process that held the session with its host is gone\n"),
        ps::toString);
    Files.delete(folder.resolve("run.json"));
  }

  @Test
  @Execution(CONCURRENT)
  void downCleansUpAfterNodesThatWereKilled() throws Exception {
    place.rani("up", "pair.yaml", "--out", "runs/pair").run().expectExit(0);
    RunRecordFile record = RunRecordFile.of(place.here().resolve("runs/pair"));
    ProcessHandle killed = record.process("a");
    Signals.send("KILL", killed);
    assertTrue(Workplace.awaitEnd(killed, SOON));

    Outcome square = place.rani("exec", "pingall").run().expectExit(3);
    assertTrue(square.out().lines().anyMatch(l -> l.matches("b +gone +·")), square::toString);

    Path lastWords = place.here().resolve("runs/pair/nodes/a.verdict");
    Files.writeString(lastWords, "service slow has not returned for 12.0 s\n");
    assertEquals(List.of("pair"), runs());
    Outcome ps = place.rani("ps").run().expectExit(0);
    Outcome down = place.rani("down").run().expectExit(0);

    assertTrue(
        ps.out().lines().anyMatch(l -> l.matches("  a +gone .*  service slow has not .*")),
        ps::toString);
    assertTrue(ps.out().lines().anyMatch(l -> l.matches("  b +alive .*")), ps::toString);
    assertTrue(down.out().contains("pair: 1 node ended"), down::toString);
    assertFalse(ps.out().contains("token"), ps::toString);
    assertEquals(List.of(), record.alive());
  }

  /** The runs that {@code rani ps} would list. */
  private List<String> runs() throws LabFailure {
    List<String> names = new ArrayList<>();
    for (JsonNode run : new JsonMapper().readTree(listed())) {
      names.add(run.get("run").asString());
    }
    return names;
  }

  /** What {@code rani ps --json} would print. */
  private String listed() throws LabFailure {
    Path root = place.here().resolve("runs");
    return RunRecord.json(root, RunRecord.alive(root));
  }
}
