// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** {@code edges} of topologies and experiments: real programs at the ends of a row of nodes. */
@SlowTest
class EdgeProgramsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

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

  /** Of a row of two nodes, whose start fails. */
  private Running up(String name, String edges) {
    String file = name + ".yaml";
    place.write(file, "topology: row\ngenerate: {linear: {nodes: 2}}\nedges:\n" + edges);
    return place.rani("up", file, "--trust", "--out", "runs/" + name).start();
  }

  private Path log(String program) {
    return place.runs().getLast().resolve("edges").resolve(program + ".log");
  }

  private String ps() {
    return place.rani("ps").run().expectExit(0).out();
  }

  /** Of the network of this place. */
  private Outcome exec(String... words) {
    List<String> all = new ArrayList<>(List.of("exec", "--run", "" + place.runs().getLast()));
    all.addAll(List.of(words));
    return InThisJvm.rani(all.toArray(String[]::new)).expectExit(0);
  }

  @Test
  void programsOfANetworkStartAndEnd() throws IOException {
    Path pages = Files.createDirectory(place.here().resolve("pages"));
    Files.writeString(pages.resolve("index.html"), "first");
    place.write(
        "row.yaml",
        """
        topology: row
        generate: {linear: {nodes: 3}}
        edges:
          client: {at: n1, run: 'pwd; echo "$WORD"; curl -sS http://n3/seen; exit 3',
            folder: pages, after: web, env: {WORD: "a b"}}
          web: {at: n3, run: 'curl -sS http://n2:81/ > seen && exec python3 -m http.server 80',
            ready: 80, after: data}
          data: {at: n2, run: 'sleep 1; exec python3 -m http.server 81 --directory pages',
            ready: 81}
          killed: {at: n2, run: 'sleep 1000 & exec python3 -m http.server 82', ready: 82}
          a: {at: n1, run: "%s"}
          b: {at: n3, run: "%s"}
        """
            .formatted(DAEMONS, DAEMONS));
    place.rani("up", "row.yaml", "--trust").run().expectExit(0);
    theyStartInTheirOrderWithFolderAndEnvironment(pages);
    oneThatIsKilledHasEndedSo();
    whatTheyStartedEndsWithItsNodeAndWithTheNetwork();
  }

  private void theyStartInTheirOrderWithFolderAndEnvironment(Path pages) throws IOException {
    FileWatch.await(log("client"), text -> text.endsWith("first"), SOON);
    assertEquals(pages + "\na b\nfirst", Files.readString(log("client")));
    FileWatch.await(log("web"), text -> text.contains("\"GET /seen HTTP/1.1\" 200"), SOON);
    awaitEnded("client", "n1");
    String ended = ps();
    assertTrue(ended.contains("client       ended with exit code 3 after "), ended);
    assertTrue(ended.contains(" s at n1; its log: "), ended);
    assertTrue(ended.contains("web          ready at n3  pid "), ended);
    String json = place.rani("ps", "--json").run().expectExit(0).out();
    assertTrue(json.contains("{\"program\":\"client\",\"node\":\"n1\",\"state\":\"ended\""), json);
    assertTrue(json.contains("\"exit-code\":3"), json);
    Outcome verb = exec("programs", "n3");
    assertTrue(verb.out().contains("web      n3    ready"), verb::toString);
  }

  /** Asks until a program has ended. */
  private void awaitEnded(String program, String node) {
    Pattern ended = Pattern.compile("(?m)^" + program + " .*ended");
    long deadlineNanos = System.nanoTime() + SOON.toNanos();
    Outcome told = exec("programs", node);
    while (!ended.matcher(told.out()).find()) {
      assertTrue(System.nanoTime() < deadlineNanos, told::toString);
      told = exec("programs", node);
    }
  }

  private void oneThatIsKilledHasEndedSo() {
    ProcessHandle node = RunRecordFile.of(place.runs().getLast()).process("n2");
    List<ProcessHandle> programs = new ArrayList<>();
    ProcessHandle python = null;
    for (ProcessHandle first : node.children().toList()) {
      List<ProcessHandle> tree = first.descendants().toList();
      Optional<ProcessHandle> found = tree.stream().filter(EdgeProgramsTest::isKilled).findAny();
      if (found.isPresent()) {
        python = found.get();
        programs.add(first);
        programs.addAll(tree);
      }
    }
    assertTrue(programs.size() >= 4, "unshare, its shell, python3, and what it left: " + programs);

    Signals.send("KILL", Objects.requireNonNull(python));
    programs.forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
    awaitEnded("killed", "n2");
    String told = ps();
    assertTrue(told.contains("killed       ended with exit code 137"), told);
    assertTrue(told.contains("n2           alive"), told);
  }

  private static boolean isKilled(ProcessHandle process) {
    List<String> arguments = List.of(process.info().arguments().orElse(new String[0]));
    return arguments.equals(List.of("-m", "http.server", "82"));
  }

  private void whatTheyStartedEndsWithItsNodeAndWithTheNetwork() {
    FileWatch.await(log("a"), "here\n"::equals, SOON);
    FileWatch.await(log("b"), "here\n"::equals, SOON);
    RunRecordFile record = RunRecordFile.of(place.runs().getLast());
    ProcessHandle killed = record.process("n1");
    List<ProcessHandle> ofA = killed.descendants().toList();
    assertTrue(ofA.size() >= 5, "unshare, its shell, the command, and two that it left");
    List<ProcessHandle> ofOthers =
        Stream.of("n2", "n3").flatMap(node -> record.process(node).descendants()).toList();

    Signals.send("KILL", killed);
    ofA.forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
    assertTrue(ofOthers.stream().allMatch(Workplace::isAlive), "those of other nodes run on");
    place.down();
    ofOthers.forEach(each -> assertTrue(Workplace.awaitEnd(each, SOON), () -> "" + each.info()));
  }

  @Test
  void whatIsNotReadyStopsTheStart() {
    Running late =
        up(
            "late",
            """
              web: {at: n2, run: 'echo almost; exec sleep 1000', ready: 80, ready-within: 1s}
              client: {at: n1, run: 'touch ran', after: web}
            """);
    Running ended = up("ended", "  web: {at: n2, run: 'echo no page >&2; exit 9', ready: 80}\n");
    Running strayed = up("strayed", "  a: {at: n2, run: date, folder: none}\n");

    assertSaid(late, "program web at node n2 does not listen at TCP port 80 after 1.0 s; its log");
    assertSaid(late, "web.log:\nalmost\n");
    assertTrue(Files.notExists(place.here().resolve("ran")));
    assertSaid(ended, "program web at node n2 ended with exit code 9 after ");
    assertSaid(ended, " s before it was ready; its log is ");
    assertSaid(ended, "web.log:\nno page\n");
    assertSaid(strayed, "the folder of program a is not there: " + place.here());
    assertEquals(List.of(), place.processes());
  }

  private static void assertSaid(Running failed, String words) {
    Outcome outcome = failed.await().expectExit(3);
    assertTrue(outcome.err().contains(words), outcome::toString);
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
