// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.model.host.TopologyHost;
import rani.report.run.SweepRun;
import rani.study.experiment.SweepFile;
import rani.study.sweep.CheckedLine;
import rani.study.sweep.HandedRow;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.SweepSample;
import rani.study.sweep.SweepWatch;
import rani.study.sweep.TrialRow;
import rani.study.trial.RunOptions;
import rani.testbed.host.WorkHost;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A sweep over hosts that are made up: honest ones, and such that are lost, die or lie. */
class HostsSweepTest {
  private static final int REPEAT = 3;
  private static final int TRIALS = 6 * REPEAT;
  private static final List<String> FILES =
      List.of("results.jsonl", "summary.csv", "trials.csv", "fields.json", "sweep.json");

  @TempDir private Path folder;
  private final SequencedMap<String, MadeUpHost> hosts = new LinkedHashMap<>();

  /** What happens to workers that have not answered when their time is over. */
  private final BlockingQueue<Runnable> limits = new LinkedBlockingQueue<>();

  private final List<String> remarks = Collections.synchronizedList(new ArrayList<>());
  private SweepSample sample;

  @BeforeEach
  void writeTheFile() throws IOException {
    sample = new SweepSample(folder, REPEAT);
  }

  @AfterEach
  void everyHostWasClosed() {
    hosts.forEach((name, host) -> assertTrue(host.isClosed(), name));
  }

  private SweepPlan plan() throws Exception {
    return new SweepPlan(
        SweepFile.load(sample.file(), List.of(), List.of()),
        RunOptions.Mode.VIRTUAL,
        null,
        OptionalInt.empty(),
        OptionalLong.empty(),
        Shard.WHOLE,
        true);
  }

  private void honest(String... names) {
    for (String name : names) {
      hosts.put(name, MadeUpHost.honest(name, folder));
    }
  }

  private void lying(String name, MadeUpHost.Mouth mouth) {
    hosts.put(name, new MadeUpHost(name, folder, mouth));
  }

  private SweepRun.Order order(String out) throws Exception {
    return sample.order(out, plan(), 2, true);
  }

  /** Runs or goes on with the sweep on all hosts, one trial at a time on each. */
  private SweepOutcome sweep(String out) throws Exception {
    List<TopologyHost> named =
        hosts.keySet().stream()
            .map(
                name ->
                    new TopologyHost(
                        name, "127.0.0.1", TopologyHost.By.HERE, "", "", 0, List.of(), "", ""))
            .toList();
    SweepWatch watch =
        new SweepWatch() {
          @Override
          public void remark(String line) {
            remarks.add(line);
          }
        };
    return SweepRun.by(
        trials -> HostsSweep.run(named, 1, (host, _) -> opened(host), limits::add, trials),
        order(out),
        watch);
  }

  private WorkHost opened(TopologyHost host) throws LabFailure {
    MadeUpHost made = Objects.requireNonNull(hosts.get(host.name()));
    if (made.name().startsWith("unreachable")) {
      made.close();
      throw new LabFailure("host " + host.name() + ": no agent");
    }
    return made;
  }

  private void assertAsOnOneMachine(String out) throws Exception {
    SweepRun.virtual(order("whole"), SweepWatch.SILENT);
    for (String file : FILES) {
      assertEquals(
          Files.readString(folder.resolve("whole").resolve(file)),
          Files.readString(folder.resolve(out).resolve(file)),
          file);
    }
  }

  private void assertRemarked(String... words) {
    assertTrue(
        remarks.stream().anyMatch(line -> List.of(words).stream().allMatch(line::contains)),
        remarks::toString);
  }

  private JsonNode toldOf(String out) throws IOException {
    JsonNode sessions =
        new JsonMapper()
            .readTree(new SweepFolder(folder.resolve(out)).provenance().toFile())
            .get("sessions");
    return sessions.get(sessions.size() - 1);
  }

  @Test
  void threeHostsComputeWhatOneMachineDoes() throws Exception {
    honest("a", "b", "c");

    SweepOutcome outcome = sweep("out");

    assertEquals(TRIALS, outcome.trials());
    assertAsOnOneMachine("out");
    JsonNode told = toldOf("out");
    assertEquals(3, told.get("jobs").asInt());
    long trials = 0;
    for (JsonNode host : told.get("hosts")) {
      trials += host.get("trials").asLong();
      assertRemarked("host " + host.get("host").asString() + " ran");
    }
    assertEquals(TRIALS, trials);
  }

  @Test
  void aHostThatIsLostCostsNoTrial() throws Exception {
    honest("a");
    lying("b", (number, line) -> number < 3 ? List.of(line) : List.of(MadeUpHost.LOSS));

    sweep("out");

    assertAsOnOneMachine("out");
    assertRemarked("host b is lost: the link failed");
    assertEquals("the link failed", toldOf("out").get("hosts").get(1).get("lost").asString());
  }

  @Test
  void withoutAnyHostTheSweepEndsAndIsGoneOnWith() throws Exception {
    lying("a", (number, line) -> number < 5 ? List.of(line) : List.of(MadeUpHost.LOSS));

    LabFailure failure = assertThrows(LabFailure.class, () -> sweep("out"));

    assertTrue(failure.toString().contains("no host is left"), failure::getMessage);
    assertEquals(4, Files.readAllLines(folder.resolve("out/journal.jsonl")).size());
    hosts.clear();
    honest("b");
    sweep("out");
    assertAsOnOneMachine("out");
    assertEquals(TRIALS - 4, toldOf("out").get("trials").asInt());
  }

  @Test
  void aWorkerThatDiesIsReplaced() throws Exception {
    AtomicBoolean died = new AtomicBoolean();
    lying(
        "a",
        (number, line) ->
            number == 2 && !died.getAndSet(true) ? List.of(MadeUpHost.DEATH) : List.of(line));

    sweep("out");

    assertAsOnOneMachine("out");
    assertEquals(2, Objects.requireNonNull(hosts.get("a")).workers());
    assertRemarked("host a: a worker ended with exit code 137: out of memory");
  }

  @Test
  void aHostWhoseNextWorkerNeverAnswersIsLost() throws Exception {
    AtomicBoolean died = new AtomicBoolean();
    lying(
        "a",
        (number, line) -> {
          if (died.get()) {
            limits.forEach(Runnable::run);
            return List.of(); // it hangs, and does not end by itself
          }
          died.set(number == 2);
          return List.of(number == 2 ? MadeUpHost.DEATH : line);
        });

    LabFailure failure = assertThrows(LabFailure.class, () -> sweep("out"));

    assertTrue(failure.toString().contains("no host is left"), failure::getMessage);
    assertRemarked("host a is lost: a worker did not answer within 120 s");
    assertEquals(1, Files.readAllLines(folder.resolve("out/journal.jsonl")).size());
  }

  @Test
  void aHostWhoseFirstWorkerNeverAnswersIsNotReady() throws Exception {
    lying(
        "a",
        (_, _) -> {
          limits.forEach(Runnable::run);
          return List.of();
        });

    LabFailure failure = assertThrows(LabFailure.class, () -> sweep("out"));

    assertEquals("host a: a worker did not answer within 120 s", failure.getMessage());
  }

  @Test
  void aTrialThatKillsTwoWorkersInTurnIsRecordedAsFailed() throws Exception {
    MadeUpHost.Mouth mouth =
        (_, line) -> line.startsWith("{\"index\":7,") ? List.of(MadeUpHost.DEATH) : List.of(line);
    lying("a", mouth);

    SweepOutcome outcome = sweep("out");

    SweepRun.virtual(order("whole"), SweepWatch.SILENT);
    List<String> whole = Files.readAllLines(folder.resolve("whole/results.jsonl"));
    List<String> got = Files.readAllLines(folder.resolve("out/results.jsonl"));
    assertEquals(TRIALS, got.size());
    List<String> others = new ArrayList<>(got);
    others.removeAll(whole);
    assertEquals(1, others.size());
    assertTrue(others.getFirst().contains(HostsSweep.FATAL), others::toString);
    assertTrue(outcome.failures().stream().anyMatch(row -> HostsSweep.FATAL.equals(row.failure())));
  }

  @Test
  void twoHostsThatComeToDifferentResultsEndTheSweep() throws Exception {
    CountDownLatch copied = new CountDownLatch(1);
    AtomicBoolean silent = new AtomicBoolean();
    // b keeps trial 1 back until a has run it, too, and c says nothing, so that it is not over
    lying(
        "a",
        (_, line) -> {
          if (silent.get()) {
            return List.of();
          }
          if (isOf(1, line)) {
            silent.set(true);
            copied.countDown();
          }
          return List.of(line);
        });
    lying(
        "b",
        (number, line) -> {
          if (number > 0) {
            await(copied);
          }
          return List.of(number == 0 ? line : changed(line));
        });
    lying("c", (number, line) -> number == 0 ? List.of(line) : List.of());

    LabFailure failure = assertThrows(LabFailure.class, () -> sweep("out"));

    assertTrue(failure.toString().contains("came to different results"), failure::getMessage);
    hosts.clear();
    honest("d");
    sweep("out");
    assertRemarked("says something else; neither is believed");
    assertAsOnOneMachine("out");
  }

  private static boolean isOf(int trial, String line) {
    return line.startsWith("{\"index\":" + trial + ",");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The line of a trial that measured something else. */
  private String changed(String line) {
    return edited(line, row -> withMetric(row, row.seed()));
  }

  private String edited(String line, UnaryOperator<TrialRow> edit) {
    try {
      HandedRow handed = HandedRow.parse(line.getBytes(UTF_8), plan().identity().id());
      return HandedRow.text(
              handed.index(), handed.millis(), plan().identity().id(), edit.apply(handed.row()))
          .strip();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static TrialRow withMetric(TrialRow row, long seed) {
    SequencedMap<String, Double> metrics = new LinkedHashMap<>(row.metrics());
    metrics.put("through.a", 0.125);
    return new TrialRow(
        row.trial(),
        row.experiment(),
        row.code(),
        row.parameters(),
        row.repetition(),
        seed,
        row.digest(),
        row.passed(),
        row.failure(),
        row.expect(),
        metrics,
        row.replay());
  }

  @Test
  void aRowOfATrialThatWasNotHandedOutIsNotTaken() throws Exception {
    assertNotTaken("was not given", line -> line.replaceFirst("\"index\":1,", "\"index\":17,"));
  }

  @Test
  void aRowOfAnotherTrialIsNotTaken() throws Exception {
    assertNotTaken(
        "is none of that trial", line -> edited(line, row -> withMetric(row, row.seed() + 1)));
  }

  @Test
  void aChangedLineIsNotTaken() throws Exception {
    assertNotTaken("is damaged", line -> line.replace("true", "false"));
  }

  @Test
  void aLineOfAnotherSweepIsNotTaken() throws Exception {
    assertNotTaken(
        "of another sweep", line -> line.replaceFirst("\"sweep\":\"....", "\"sweep\":\"0000"));
  }

  @Test
  void whatIsNoLineOfAJournalIsNotTaken() throws Exception {
    assertNotTaken("is damaged", _ -> "\u001b[2Jhello");
  }

  @Test
  void anEmptyLineIsNotTaken() throws Exception {
    assertNotTaken("is empty", _ -> "");
  }

  /** Host b says one line that it must not, and nothing of it is believed. */
  private void assertNotTaken(String why, UnaryOperator<String> lie) throws Exception {
    honest("a");
    lying("b", (number, line) -> number == 1 ? List.of(resealed(lie.apply(line))) : List.of(line));

    sweep("out");

    assertRemarked("host b is lost: ", why);
    assertEquals(0, toldOf("out").get("hosts").get(1).get("trials").asInt());
    assertAsOnOneMachine("out");
  }

  /** A lie with the checksum that it should have, if it has one whose trial was changed. */
  private static String resealed(String line) {
    return line.startsWith("{\"index\":17,")
        ? CheckedLine.of(new String(CheckedLine.object(line.getBytes(UTF_8)), UTF_8))
        : line;
  }

  @Test
  void anotherBuildIsRefusedBeforeAnyTrialRuns() throws Exception {
    honest("a");
    lying(
        "b",
        (number, line) ->
            number > 0
                ? List.of(line)
                : List.of(line.replaceFirst("\"code\":\"....", "\"code\":\"zzzz")));

    LabFailure failure = assertThrows(LabFailure.class, () -> sweep("out"));

    assertTrue(failure.isOfInput());
    assertTrue(failure.toString().contains("host b: its code is another: zzzz"));
    assertEquals(0, Files.size(folder.resolve("out/journal.jsonl")));
  }

  @Test
  void aHostThatCannotBeReachedAtTheStartIsDoneWithout() throws Exception {
    honest("a", "unreachable");

    sweep("out");

    assertRemarked("host unreachable: no agent; it goes on without it");
    assertAsOnOneMachine("out");
  }

  @Test
  void withoutAnyHostAtTheStartNothingBegins() throws Exception {
    honest("unreachable");

    LabFailure failure = assertThrows(LabFailure.class, () -> sweep("out"));

    assertEquals("host unreachable: no agent", failure.getMessage());
  }
}
