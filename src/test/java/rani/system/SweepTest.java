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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** What {@code rani sweep} promises to people, scripts and clusters. */
class SweepTest extends InWorkplace {
  /** Thirty trials, enough of them to be killed at work. */
  private static final String FILE =
      """
      experiment: sample
      extends: %s
      sweep:
        variants:
          kind:
            plain: {}
            short: {set: {run.max: 100s}}
        repeat: 15
      """;

  private static final Duration LIMIT = Duration.ofMinutes(1);

  @BeforeEach
  void furnishPlace() throws IOException {
    place.write(
        "sample.yaml", FILE.formatted(Checkout.file("config/experiments/lgc-1-basic.yaml")));
  }

  /** One shard is killed by a signal that no one hears, and goes on. */
  @SlowTest
  @Test
  @Execution(CONCURRENT)
  void shardsOfWhichOneWasKilledAreTheWholeByteForByte() throws IOException {
    Files.createDirectory(at("part-1"));
    Running killed = sweep("--digests", "--shard", "1/2", "--out", "part-1", "--jobs", "1").start();
    FileWatch.await(at("part-1/journal.jsonl"), text -> text.contains("\n"), LIMIT);
    killed.signal("KILL");
    killed.await();
    assertFalse(Files.exists(at("part-1/results.jsonl")));
    String done = Files.readString(at("part-1/journal.jsonl")).lines().findFirst().orElseThrow();

    List<Running> shards =
        List.of(
            place.rani("sweep", "--resume", "--out", "part-1").start(),
            sweep("--digests", "--shard", "2/2", "--out", "part-2").start());
    shards.forEach(shard -> shard.await().expectExit(0));
    InThisJvm.rani("sweep", "merge", "" + at("part-2"), "" + at("part-1"), "--out", "" + at("all"))
        .expectExit(0);
    Outcome whole = sweep("--digests", "--out", "whole").run().expectExit(0);

    assertEquals(
        Files.readString(at("whole/results.jsonl")), Files.readString(at("all/results.jsonl")));
    assertTrue(Files.readString(at("part-1/journal.jsonl")).startsWith(done), "nothing twice");
    assertTrue(whole.out().contains("passed: 30 trials"), whole::toString);
    assertTrue(whole.err().contains("30 of 30 trials"), whole::toString);
    assertFalse(whole.err().contains("WARNING"), whole::toString);
    assertTrue(Files.size(at("all/report.html")) > 0);
    replays(at("whole"));
  }

  /** The line that a row gives for it runs just that trial. */
  private void replays(Path folder) throws IOException {
    String row =
        Files.readString(folder.resolve("results.jsonl"))
            .lines()
            .filter(l -> l.contains("short"))
            .findFirst()
            .orElseThrow();
    int from = row.indexOf("rani run ");
    String replay = row.substring(from, row.indexOf('"', from));
    String digest = row.replaceFirst(".*\"digest\":\"([0-9a-f]{64})\".*", "$1");

    Outcome again =
        place
            .rani()
            .inside(
                List.of(
                    "sh",
                    "-c",
                    "launcher=$2; rani() { \"$launcher\" \"$@\"; }; cd whole && "
                        + replay
                        + " --json --out ../again"))
            .run()
            .expectExit(0);

    assertEquals(digest, RunResult.of(again).digest());
  }

  @Test
  @Execution(CONCURRENT)
  void ctrlCEndsItWith130AndSaysHowToGoOn() throws IOException {
    Files.createDirectory(at("mine"));
    Running running = sweep("--out", "mine", "--jobs", "1").start();
    FileWatch.await(at("mine/journal.jsonl"), text -> text.contains("\n"), LIMIT);
    running.signal("INT");

    Outcome outcome = running.await().expectExit(130);

    assertTrue(
        outcome.err().contains("To go on: rani sweep --resume --out mine --jobs 1"),
        outcome::toString);
    assertTrue(!Files.exists(at("mine/results.jsonl")), outcome::toString);
  }

  @SlowTest
  @Test
  @Execution(CONCURRENT)
  void anAttachedOneEndsWithItsStandardInput() throws IOException {
    Files.createDirectory(at("attached"));
    Running running = sweep("--attached", "--out", "attached", "--jobs", "1").startWithInput();
    FileWatch.await(at("attached/journal.jsonl"), text -> text.contains("\n"), LIMIT);
    running.process().getOutputStream().close();

    Outcome outcome = running.await().expectExit(130);

    assertTrue(outcome.err().contains("To go on: rani sweep --resume"), outcome::toString);
    assertFalse(Files.exists(at("attached/results.jsonl")), outcome::toString);
    Outcome refused = InThisJvm.rani("sweep", "-", "--attached").expectExit(2);
    assertTrue(refused.err().contains("cannot come from standard input"), refused::toString);
  }

  /** Killed in its first second a sweep leaves its lock, and perhaps its experiment. */
  @Test
  @Execution(CONCURRENT)
  void aSweepThatWasEndedAsItBeganSaysWhatItTakesToGoOn() throws IOException {
    Path begun = Files.createDirectory(at("begun"));
    Files.writeString(begun.resolve("experiment.yaml"), "experiment: e\n");

    Outcome refused = InThisJvm.rani("sweep", "--resume", "--out", "" + begun).expectExit(2);

    assertTrue(
        refused.err().contains("say its experiment file, and the options"), refused::toString);
    String file = Checkout.file("config/experiments/hello.yaml");
    InThisJvm.rani("sweep", file, "--resume", "--out", "" + begun, "--trials", "1").expectExit(0);
  }

  @Test
  @Execution(CONCURRENT)
  void manyTrialsAreNotRunUnasked() {
    Outcome outcome =
        InThisJvm.rani("sweep", Checkout.file("config/experiments/hello.yaml"), "--trials", "20000")
            .expectExit(2);

    assertTrue(outcome.err().contains("20,000 trials"), outcome::toString);
    assertTrue(outcome.err().contains("--yes"), outcome::toString);
    assertEquals(List.of(), place.runs(), outcome::toString);
  }

  private RaniCommand sweep(String... arguments) {
    String[] words = new String[arguments.length + 2];
    words[0] = "sweep";
    words[1] = "sample.yaml";
    System.arraycopy(arguments, 0, words, 2, arguments.length);
    return place.rani(words);
  }

  private Path at(String name) {
    return place.here().resolve(name);
  }
}
