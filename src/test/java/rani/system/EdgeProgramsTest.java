// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** {@code edges} of topologies and experiments: real programs at the ends of a row of nodes. */
class EdgeProgramsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final String ROW = "topology: row\ngenerate: {linear: {nodes: 3}}\nedges:\n";

  /** Leaves two programs behind, one of them in a session of its own. */
  private static final String DAEMONS =
      "sleep 1000 & setsid sleep 1000 & echo here; exec sleep 1000";

  @TempDir private Path temporary;

  private Workplace place;

  @BeforeAll
  static void needParts() {
    ShellTest.needEdges();
    List.of("curl", "python3").forEach(RealPart::program);
  }

  @BeforeEach
  void begin() throws IOException {
    place = new Workplace(temporary);
  }

  @AfterEach
  void nothingIsLeft() {
    place.down();
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private RaniCommand up(String edges) {
    place.write("row.yaml", ROW + edges);
    return place.rani("up", "row.yaml", "--trust");
  }

  private Path log(String program) {
    return place.runs().getLast().resolve("edges").resolve(program + ".log");
  }

  private String ps() {
    return place.rani("ps").run().expectExit(0).out();
  }

  @Test
  void programsStartInTheirOrderWithFolderAndEnvironment() throws IOException {
    Path pages = Files.createDirectory(place.here().resolve("pages"));
    Files.writeString(pages.resolve("index.html"), "first");
    up("""
              client: {at: n1, run: 'pwd; echo "$WORD"; curl -sS http://n3/seen; exit 3',
                folder: pages, after: web, env: {WORD: "a b"}}
              web: {at: n3, run: 'curl -sS http://n2:81/ > seen && exec python3 -m http.server 80',
                ready: 80, after: data}
              data: {at: n2, run: 'sleep 1; exec python3 -m http.server 81 --directory pages',
                ready: 81}
            """)
        .run()
        .expectExit(0);

    FileWatch.await(log("client"), text -> text.endsWith("first"), SOON);
    assertEquals(pages + "\na b\nfirst", Files.readString(log("client")));
    FileWatch.await(log("web"), text -> text.contains("\"GET /seen HTTP/1.1\" 200"), SOON);
    String ended = awaitPs("client       ended with exit code 3 after ");
    assertTrue(ended.contains(" s at n1; its log: "), ended);
    assertTrue(ended.contains("web          ready at n3  pid "), ended);
    String json = place.rani("ps", "--json").run().expectExit(0).out();
    assertTrue(json.contains("{\"program\":\"client\",\"node\":\"n1\",\"state\":\"ended\""), json);
    assertTrue(json.contains("\"exit-code\":3"), json);
    Outcome verb = place.rani("exec", "programs", "n3").run().expectExit(0);
    assertTrue(verb.out().contains("web      n3    ready"), verb::toString);
  }

  /** Asks until the answer has a text, which it has when a program has ended. */
  private String awaitPs(String wanted) {
    for (int k = 0; k < 100; k++) {
      String told = ps();
      if (told.contains(wanted)) {
        return told;
      }
    }
    throw new AssertionError("not " + wanted + " in\n" + ps());
  }

  @Test
  void whatAProgramStartedEndsWithItsNodeAndWithTheNetwork() {
    up("""
              a: {at: n1, run: "%s"}
              b: {at: n3, run: "%s"}
            """
            .formatted(DAEMONS, DAEMONS))
        .run()
        .expectExit(0);
    FileWatch.await(log("a"), "here\n"::equals, SOON);
    FileWatch.await(log("b"), "here\n"::equals, SOON);
    RunRecordFile record = RunRecordFile.of(place.runs().getLast());
    ProcessHandle killed = record.process("n1");
    List<ProcessHandle> ofA = killed.descendants().toList();
    assertTrue(ofA.size() >= 5, "unshare, its shell, the command, and two that it left");
    List<ProcessHandle> ofB = record.process("n3").descendants().toList();

    Signals.send("KILL", killed);
    ofA.forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
    assertTrue(ofB.stream().allMatch(Workplace::isAlive), "those of another node run on");
    place.down();
    ofB.forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
  }

  @Test
  void aProgramThatIsKilledHasEndedSo() {
    up("  web: {at: n3, run: 'sleep 1000 & exec python3 -m http.server 80', ready: 80}\n")
        .run()
        .expectExit(0);
    RunRecordFile record = RunRecordFile.of(place.runs().getLast());
    List<ProcessHandle> programs = record.process("n3").descendants().toList();
    ProcessHandle python =
        programs.stream()
            .filter(each -> each.info().command().orElse("").contains("python3"))
            .findFirst()
            .orElseThrow();

    Signals.send("KILL", python);
    programs.forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
    String told = awaitPs("ended with exit code 137");
    assertTrue(told.contains("n3           alive"), told);
  }

  @Test
  void aProgramThatIsNotReadyInTimeStopsTheStart() {
    Outcome outcome =
        up("""
                  web: {at: n3, run: 'echo almost; exec sleep 1000', ready: 80, ready-within: 1s}
                  client: {at: n1, run: 'touch ran', after: web}
                """)
            .run()
            .expectExit(3);

    assertTrue(
        outcome
            .err()
            .contains("program web at node n3 does not listen at TCP port 80 after 1.0 s; its log"),
        outcome::toString);
    assertTrue(outcome.err().contains("web.log:\nalmost\n"), outcome::toString);
    assertTrue(Files.notExists(place.here().resolve("ran")));
    assertEquals(List.of(), place.processes());
  }

  @Test
  void aServerThatEndsStopsTheStart() {
    Outcome outcome =
        up("  web: {at: n3, run: 'echo no page >&2; exit 9', ready: 80}\n").run().expectExit(3);

    assertTrue(
        outcome.err().contains("program web at node n3 ended with exit code 9 after "),
        outcome::toString);
    assertTrue(outcome.err().contains(" s before it was ready; its log is "), outcome::toString);
    assertTrue(outcome.err().contains("web.log:\nno page\n"), outcome::toString);
    Outcome folder = up("  a: {at: n3, run: date, folder: none}\n").run().expectExit(3);
    assertTrue(
        folder.err().contains("the folder of program a is not there: " + place.here()),
        folder::toString);
    assertEquals(List.of(), place.processes());
  }

  @Test
  void anExperimentWaitsForItsProgramsAndJudgesThem() {
    String file = Checkout.file("config/edges/page.yaml");
    Outcome virtual = InThisJvm.rani("run", file, "--mode", "virtual").expectExit(3);
    assertTrue(
        virtual.err().contains("topology page has edges, and real programs cannot live in virtual"),
        virtual::toString);

    Outcome outcome = place.rani("run", file, "--trust").run().expectExit(0);
    assertTrue(outcome.out().contains("is refused: 22 (equals 22)"), outcome::toString);
    assertEquals(read(Path.of(Checkout.file("config/edges/pages/index.html"))), read(log("first")));
    String report = read(place.runs().getLast().resolve("report.html"));
    assertTrue(report.contains("Programs at edges"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void nothingOutlivesARunThatIsKilled() {
    place.write(
        "long.yaml",
        """
        experiment: long
        topology:
          generate: {linear: {nodes: 2}}
          edges: {a: {at: n1, run: "%s"}, web: {at: n2, run: python3 -m http.server 80, ready: 80}}
        run: {until: 1000s, max: 2000s}
        """
            .formatted(DAEMONS));
    Running run = place.rani("run", "long.yaml", "--trust").start();
    assertTrue(run.err().await(line -> line.contains("traffic begins"), SOON), run::toString);
    FileWatch.await(log("a"), "here\n"::equals, SOON);
    Program.end(run);
    place
        .processes()
        .forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
  }
}
