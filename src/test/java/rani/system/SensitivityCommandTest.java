// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;

/** What {@code rani sensitivity} promises. */
@Execution(CONCURRENT)
class SensitivityCommandTest {
  private static final String FILE =
      """
      experiment: sample
      title: a queue that may be longer
      topology:
        nodes: {n1: {}, n2: {queue: {limit: 5packet}}, n3: {}}
        links: {n1 -- n2: {}, n2 -- n3: {rate: 10packet/s}}
      traffic:
        - {from: n1, to: n3, kind: cbr, packets: 40, rate: 20packet/s, start-spread: 10ms}
      run: {linger: 5s}
      paper: {cite: nobody, values: {through.n1: 100%, offered.n1: 40}}
      expect:
        - {name: something comes, metric: through.n1, above: 0}
      choices:
        topology.nodes.n2.queue.limit: [6packet, 50packet]
        traffic.0.rate: 25packet/s
      """;

  @TempDir private Path folder;
  private String file = "";

  @BeforeEach
  void write() throws IOException {
    file = "" + Files.writeString(folder.resolve("sample.yaml"), FILE);
  }

  private String at(String name) {
    return "" + folder.resolve(name);
  }

  @Test
  void itNamesTheChoiceThatDecidesAndTheReportOfARunDoesSo() throws IOException {
    Outcome outcome =
        InThisJvm.rani(
                "sensitivity", file, "--trials", "3", "--jobs", "1", "--out", at("s"), "--record")
            .expectExit(0);
    String decided =
        "a choice decides it: with topology.nodes.n2.queue.limit=50packet ours is 100\u202f%, which"
            + " agrees";
    assertTrue(outcome.out().contains(decided), outcome::toString);
    assertTrue(
        outcome.out().contains("disagree in 1 number; a choice decides 1"), outcome::toString);
    assertTrue(outcome.err().contains("2 choices, 3 alternatives"), outcome::toString);

    InThisJvm.rani("run", file, "--mode", "virtual", "--trials", "3", "--out", at("r"))
        .expectExit(0);
    String told = "A" + decided.substring(1) + ".";
    assertTrue(Files.readString(folder.resolve("r/report.html")).contains(told));
    InThisJvm.rani("report", "--index", at("r"), "--out", at("index.html")).expectExit(0);
    assertTrue(
        Files.readString(folder.resolve("index.html"))
            .contains(told.substring(0, told.length() - 1)));

    Outcome stale =
        InThisJvm.rani(
                "run", file, "--mode", "virtual", "--set", "run.linger=6s", "--out", at("other"))
            .expectExit(0);
    assertTrue(stale.err().contains("stale, and passed over"), stale::toString);
    assertFalse(Files.readString(folder.resolve("other/report.html")).contains(told));
  }

  @Test
  void whatWasInterruptedGoesOnToTheSameBytes() throws IOException {
    InThisJvm.rani("sensitivity", file, "--trials", "3", "--jobs", "1", "--out", at("s"))
        .expectExit(0);
    List<String> made = List.of("results.jsonl", "sensitivity.json", "sensitivity.csv");
    List<String> before = read(made);
    for (String name : made) {
      Files.delete(folder.resolve("s").resolve(name));
    }
    Path journal = folder.resolve("s/journal.jsonl");
    List<String> lines = Files.readAllLines(journal);
    Files.writeString(journal, String.join("\n", lines.subList(0, 5)) + "\n{\"ind");
    Outcome outcome =
        InThisJvm.rani("sensitivity", "--resume", "--out", at("s"), "--jobs", "1").expectExit(0);
    assertTrue(outcome.err().contains("5 of 12 trials are done already"), outcome::toString);
    assertEquals(before, read(made));
  }

  private List<String> read(List<String> names) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String name : names) {
      all.append(Files.readString(folder.resolve("s").resolve(name)));
    }
    return List.of(all.toString());
  }

  @Test
  void aTrialIsRunAgainByItsReplayCommand() throws IOException {
    InThisJvm.rani("sensitivity", file, "--trials", "2", "--jobs", "1", "--out", at("s"))
        .expectExit(0);
    Outcome again =
        InThisJvm.rani(
                "run",
                at("s/experiment.yaml"),
                "--mode",
                "virtual",
                "--pick",
                "choice=topology.nodes.n2.queue.limit=50packet",
                "--trials",
                "1",
                "--seed",
                "2",
                "--json",
                "--out",
                at("again"))
            .expectExit(0);
    assertTrue(
        again.out().contains("\"through.n1\" : 1.0") || again.out().contains("\"through.n1\":1.0"),
        again::toString);
  }

  @Test
  void estimatesAndTablesAndMistakesAreTold() {
    Outcome estimate = InThisJvm.rani("sensitivity", file, "--estimate").expectExit(0);
    assertTrue(estimate.err().contains("20 trials"), estimate::toString);
    Outcome table =
        InThisJvm.rani(
                "sensitivity",
                file,
                "--trials",
                "2",
                "--choice",
                "traffic.0.rate",
                "--markdown",
                "--out",
                at("m"))
            .expectExit(0);
    assertTrue(table.out().startsWith("| | paper | ours |"), table::toString);
    Outcome unknown =
        InThisJvm.rani("sensitivity", file, "--choice", "traffic.0.rat").expectExit(2);
    assertTrue(
        unknown
            .err()
            .contains("there is no choice `traffic.0.rat`; did you mean `traffic.0.rate`?"),
        unknown::toString);
    InThisJvm.rani("sensitivity", file, "--metric", "thrugh.n1").expectExit(2);
    InThisJvm.rani("sensitivity", file, "--record", "--metric", "through.n1").expectExit(2);
    InThisJvm.rani("sensitivity").expectExit(2);
  }
}
