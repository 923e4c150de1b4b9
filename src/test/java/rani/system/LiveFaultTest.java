// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** Live runs to which something happens: whatever it is, the run says so and leaves nothing. */
@SlowTest
class LiveFaultTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long STOPPED_MILLIS = 300;

  /** What a run says once it has nodes, and once they form a network. */
  private static final String NODES = " nodes by ";

  private static final String GO = "every link is up";

  private static final String LINE =
      """
      experiment: line
      topology:
        topology: line
        nodes: {n1: {}, n2: {}}
        links: {n1 -- n2: {delay: 1ms}}
      traffic:
        - {from: n1, to: n2, kind: cbr, rate: 20packet/s, packets: 1000000, size: 100B}
      run: {until: 100s, linger: 0s, max: 100s}
      """;

  @BeforeEach
  void furnishPlace() throws IOException {
    place.write("line.yaml", LINE);
  }

  @Test
  @Execution(CONCURRENT)
  void aNodeThatIsKilledIsNamedAndEndsTheRun() {
    Running run = start().untilSaid(GO);
    RunRecordFile record = record();
    List<ProcessHandle> nodes = record.alive();
    assertEquals(2, nodes.size(), record::toString);

    Signals.send("KILL", record.process("n2"));

    Outcome outcome = run.await(SOON).expectExit(3);
    assertEquals("", outcome.out(), outcome::toString);
    String dead = "node n2 (process " + record.pid("n2") + ") ended with exit code 137";
    assertTrue(outcome.err().contains(dead), outcome::toString);
    for (ProcessHandle node : nodes) {
      assertFalse(Workplace.isAlive(node), () -> "a node outlived the run: " + record);
    }
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @ValueSource(strings = {NODES, GO})
  void ctrlCEndsTheRunWithTheVerdictInterrupted(String said) {
    Running run = start().untilSaid(said);

    // A terminal tells every process of the run; the nodes leave it to the one who started them.
    // While they are being started, that would race with the run's own hearing of it.
    if (said.equals(GO)) {
      for (ProcessHandle each : place.processes()) {
        if (each.pid() != run.process().pid()) {
          Signals.send("INT", each);
        }
      }
    }
    run.signal("INT");

    Outcome outcome = run.await(SOON).expectExit(130);
    assertEquals("", outcome.out(), outcome::toString);
    assertTrue(outcome.err().contains("interrupted"), outcome::toString);
    assertFalse(outcome.err().contains("\tat "), outcome::toString);
    if (said.equals(GO)) { // else a node that was just being started ends a moment later
      assertEquals(List.of(), place.processes(), "nothing may outlive the run");
    }
  }

  @Test
  @Execution(CONCURRENT)
  @EnabledIfSystemProperty(named = "rani.long", matches = "true")
  void whoeverTellsARunToEndIsHeardAsCtrlCIs() throws IOException {
    Running run = start().untilSaid(GO);

    run.signal("TERM");

    Outcome outcome = run.await(SOON).expectExit(143);
    assertTrue(outcome.err().contains("interrupted"), outcome::toString);
    assertFalse(outcome.err().contains("\tat "), outcome::toString);
    assertEquals(List.of(), place.processes(), "nothing may outlive the run");
    for (String node : List.of("n1", "n2")) {
      Path trace = place.runs().getFirst().resolve("trace/" + node + ".trace");
      assertTrue(Files.readString(trace).endsWith("\n"), "the last line is whole: " + trace);
    }
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @ValueSource(strings = {NODES, GO})
  void nodesEndWhenTheirRunIsKilled(String said) {
    Running run = start().untilSaid(said);
    List<ProcessHandle> all = place.processes();

    run.signal("KILL");

    for (ProcessHandle each : all) {
      assertTrue(Workplace.awaitEnd(each, SOON), () -> "outlived its run: " + each.info());
    }
    run.await(SOON).expectExit(137);
  }

  @Test
  void aNodeThatIsStoppedForAWhileMakesTheRunDoubtful() throws Exception {
    String failing = "expect=[{name: nothing arrives, metric: delivered.n1, equals: 0}]";
    Running run = start("--set", "run.until=6s", "--set", failing, "--why").untilSaid(GO);

    RunRecordFile record = record();
    for (ProcessHandle node : record.alive()) {
      Signals.send("INT", node); // a Ctrl-C that the run itself has not heard ends no node
      Signals.send("HUP", node);
    }
    ProcessHandle victim = record.process("n2");
    Signals.send("STOP", victim);
    // Here a pause on the wall clock is the very thing that is tested.
    try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
      clock
          .schedule(() -> Signals.send("CONT", victim), STOPPED_MILLIS, TimeUnit.MILLISECONDS)
          .get();
    }

    Outcome outcome = run.await(SOON).expectExit(1);
    List<String> lines = outcome.out().lines().toList();
    int trust = lines.indexOf("trust  doubtful");
    assertTrue(
        lines.getFirst().startsWith("doubtful: this machine was too busy; try again"), "" + lines);
    assertTrue(
        lines.get(1).startsWith("FAILED  nothing arrives: "), "a reader may try again first");
    assertTrue(trust > 1, () -> "" + lines);
    assertTrue(
        lines.subList(trust + 1, lines.size()).stream()
            .anyMatch(reason -> reason.startsWith("       n2: stood still")),
        () -> "" + lines);
  }

  @Test
  @Execution(CONCURRENT)
  void aPortInUseIsNamedWithItsNode() throws IOException {
    try (var holder = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
      String port = "" + holder.getLocalPort();

      Outcome outcome =
          start("--set", "topology.nodes.n2.ports={n1: {receive: " + port + "}}", "--trials=3")
              .await()
              .expectExit(3);

      assertEquals("", outcome.out(), outcome::toString);
      String last = outcome.err().lines().toList().getLast();
      String why = "cannot bind its receive socket to 127.0.0.1 port " + port;
      assertTrue(last.contains("node n2, link-0: " + why), outcome::toString);
      String wait = "3 trials live, one after the other, take 5 min";
      assertTrue(outcome.err().contains(wait), "it is said before anyone waits: " + outcome);
      assertFalse(outcome.err().contains("\tat "), outcome::toString);
    }
    assertEquals(List.of(), place.processes(), "nothing may outlive the run");
  }

  private Running start(String... more) {
    List<String> words = new ArrayList<>(List.of("run", "line.yaml"));
    words.addAll(List.of(more));
    return place.rani(words.toArray(String[]::new)).start();
  }

  private RunRecordFile record() {
    assertEquals(1, place.runs().size());
    return RunRecordFile.of(place.runs().getFirst());
  }
}
