// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.study.experiment.SweepFile;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;
import rani.study.sweep.CheckedLine;
import rani.study.sweep.CodeVersion;
import rani.study.sweep.JsonText;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.SweepSample;
import rani.study.sweep.SweepVerify;
import rani.study.sweep.SweepWatch;
import rani.study.sweep.TrialRow;
import rani.study.sweep.TrialRunner;
import rani.study.sweep.VariantSummary;
import rani.study.trial.RunOptions;

class SweepRunTest {
  private static final int TRIALS = 6 * 3;

  @TempDir private Path folder;
  private SweepSample sample;

  @BeforeEach
  void writeTheFile() throws IOException {
    sample = new SweepSample(folder, 3);
  }

  @Test
  void resultsAreSortedAndDoNotTellHowManyJobsThereWere() throws Exception {
    SweepOutcome one = sample.run("one", Shard.WHOLE, 1);
    sample.run("three", Shard.WHOLE, 3);

    assertEquals(sample.results("one"), sample.results("three"));
    List<String> lines = sample.results("one").lines().toList();
    assertEquals(TRIALS, lines.size());
    assertEquals(lines.stream().sorted().toList(), lines);
    assertEquals(TRIALS, one.trials());
    assertEquals(6, one.variants().size());
    assertTrue(one.report().isPresent());
  }

  @Test
  void mergedShardsAreTheWholeByteForByte() throws Exception {
    sample.run("whole", Shard.WHOLE, 1);
    for (int k = 1; k <= 4; k++) {
      sample.run("part-" + k, new Shard(k, 4), 1);
    }

    SweepMerge.merge(
        List.of(at("part-3"), at("part-1"), at("part-4"), at("part-2")),
        at("all"),
        "merge",
        Progress.SILENT);

    assertEquals(sample.results("whole"), sample.results("all"));
    for (String file :
        List.of("summary.csv", "trials.csv", "fields.json", "experiment.yaml", "sweep.json")) {
      assertEquals(
          Files.readString(at("whole").resolve(file)), Files.readString(at("all").resolve(file)));
    }
  }

  @Test
  void ofMoreShardsThanTrialsTheLastHaveNoneAndAreMergedToo() throws Exception {
    sample.run("whole", Shard.WHOLE, 1);
    List<Path> parts = new ArrayList<>();
    for (int k = 1; k <= TRIALS + 2; k++) {
      SweepOutcome outcome = sample.run("part-" + k, new Shard(k, TRIALS + 2), 2);
      assertEquals(k <= TRIALS ? 1 : 0, outcome.trials());
      parts.add(at("part-" + k));
    }

    SweepMerge.merge(parts, at("all"), "merge", Progress.SILENT);

    assertEquals(sample.results("whole"), sample.results("all"));
  }

  @Test
  void resumingRunsNoFinishedTrialAgain() throws Exception {
    sample.run("whole", Shard.WHOLE, 1);
    String whole = sample.results("whole");
    SweepFolder cut = new SweepFolder(at("whole"));
    List<String> journal = Files.readAllLines(cut.journal());
    Files.writeString(cut.journal(), String.join("\n", journal.subList(0, 11)) + "\n{\"ind");
    Files.delete(cut.results());
    AtomicInteger ran = new AtomicInteger();

    sample.resume("whole", sample.plan(Shard.WHOLE), SweepSample.counted(ran));

    assertEquals(TRIALS - 11, ran.get());
    assertEquals(whole, sample.results("whole"));
  }

  @Test
  void resumingWhatWasNotBegunBeginsIt() throws Exception {
    AtomicInteger ran = new AtomicInteger();

    sample.resume("new", sample.plan(Shard.WHOLE), SweepSample.counted(ran));

    assertEquals(TRIALS, ran.get());
  }

  @Test
  void resumingAnotherSweepIsRefusedAndSaysWhich() throws Exception {
    sample.run("part", new Shard(1, 2), 1);

    assertNotResumed("the shard is 2/2, not 1/2", sample.plan(new Shard(2, 2)));
    assertNotResumed("the code is another", plan("other code", OptionalInt.empty(), null));
    assertNotResumed("24 trials", plan(SweepSample.CODE, OptionalInt.of(4), null));
    assertNotResumed("the first seed is 7", plan(SweepSample.CODE, OptionalInt.empty(), 7L));
    assertNotResumed(
        "trials are without digests, not with them",
        plan(SweepSample.CODE, OptionalInt.empty(), null, false));
    Files.writeString(
        sample.file(), Files.readString(sample.file()).replace("packets: 20", "packets: 21"));
    assertNotResumed("the experiment file", plan(SweepSample.CODE, OptionalInt.empty(), null));
  }

  private SweepPlan plan(String code, OptionalInt repeat, @Nullable Long seed) throws Exception {
    return plan(code, repeat, seed, true);
  }

  private SweepPlan plan(String code, OptionalInt repeat, @Nullable Long seed, boolean digests)
      throws Exception {
    return new SweepPlan(
        SweepFile.load(sample.file(), List.of(), List.of()),
        RunOptions.Mode.VIRTUAL,
        code,
        repeat,
        seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
        new Shard(1, 2),
        digests);
  }

  private void assertNotResumed(String why, SweepPlan plan) {
    LabFailure refused =
        assertThrows(LabFailure.class, () -> sample.resume("part", plan, SweepSample.WORLD));
    assertTrue(refused.toString().contains(why), refused::toString);
  }

  @Test
  void aSecondSweepInOneFolderIsRefusedWithThePidOfTheFirst() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    TrialRunner.World waiting =
        (experiment, key, replay) -> {
          inside.countDown();
          try {
            leave.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return SweepSample.WORLD.run(experiment, key, replay);
        };
    SweepPlan plan = sample.plan(Shard.WHOLE);
    var first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return sample.resume("same", plan, waiting);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    inside.await();

    for (boolean resume : List.of(true, false)) {
      LabFailure refused =
          assertThrows(
              LabFailure.class,
              () ->
                  SweepRun.in(
                      SweepSample.WORLD, sample.order("same", plan, 1, resume), SweepWatch.SILENT));
      assertTrue(
          refused.toString().contains("process " + ProcessHandle.current().pid() + " "),
          refused::toString);
    }
    leave.countDown();
    assertEquals(TRIALS, first.join().trials());
  }

  @Test
  void trialsThatBreakOffAreRecordedAndStopNoOther() throws Exception {
    TrialRunner.World broken =
        (experiment, key, replay) -> {
          switch ((int) key.index()) {
            case 2 -> throw new LabFailure("a link did not come up");
            case 3 -> throw new AssertionError("a packet was lost");
            case 4 -> throw new IllegalStateException("no such state");
            default -> {
              return SweepSample.WORLD.run(experiment, key, replay);
            }
          }
        };

    SweepOutcome outcome = sample.resume("broken", sample.plan(Shard.WHOLE), broken);

    List<TrialRow> rows = rows("broken");
    assertEquals(TRIALS, rows.size());
    assertEquals(
        List.of(
            "AssertionError: a packet was lost",
            "IllegalStateException: no such state",
            "a link did not come up"),
        rows.stream()
            .filter(row -> row.failure() != null)
            .map(TrialRow::failure)
            .sorted()
            .toList());
    assertFalse(outcome.passed());
    assertEquals("a link did not come up", SweepOutcome.why(outcome.failures().getFirst()));
    assertEquals(
        "rani run experiment.yaml --mode virtual --pick delay=1ms --pick loss=10% --trials 1 --seed"
            + " 3",
        outcome.failures().getFirst().replay());
  }

  @Test
  void aJobThatRunsOutOfMemoryEndsTheSweepAndLeavesNoResult() throws Exception {
    TrialRunner.World exhausted =
        (experiment, key, replay) -> {
          if (key.index() == 5) {
            throw new OutOfMemoryError("Java heap space");
          }
          return SweepSample.WORLD.run(experiment, key, replay);
        };

    LabFailure told =
        assertThrows(
            LabFailure.class, () -> sample.resume("short", sample.plan(Shard.WHOLE), exhausted));

    assertTrue(told.toString().contains("Java heap space"), told::toString);
    assertFalse(Files.exists(new SweepFolder(at("short")).results()));
    AtomicInteger ran = new AtomicInteger();
    sample.resume("short", sample.plan(Shard.WHOLE), SweepSample.counted(ran));
    assertEquals(TRIALS - 5, ran.get());
  }

  private List<TrialRow> rows(String name) throws IOException {
    return sample
        .results(name)
        .lines()
        .map(line -> CheckedLine.object(line.getBytes(StandardCharsets.UTF_8)))
        .map(line -> JsonText.read(line, TrialRow.class))
        .toList();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskEndsItAndSaysHowToGoOn() throws Exception {
    sample.run("full", Shard.WHOLE, 1);
    SweepFolder full = new SweepFolder(at("full"));
    Files.delete(full.results());
    Files.delete(full.journal());
    Files.createSymbolicLink(full.journal(), Path.of("/dev/full"));

    LabFailure failure =
        assertThrows(
            LabFailure.class,
            () -> sample.resume("full", sample.plan(Shard.WHOLE), SweepSample.WORLD));

    assertTrue(failure.toString().contains("No space left"), failure::toString);
    assertTrue(failure.toString().contains("rani sweep --resume"), failure::toString);
    assertFalse(Files.exists(full.results()));
    Files.delete(full.journal()); // the folder for temporary files would tell of where it leads
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFifoInPlaceOfTheJournalHoldsNobody() throws Exception {
    sample.run("held", Shard.WHOLE, 1);
    Path journal = new SweepFolder(at("held")).journal();
    Files.delete(journal);
    assertEquals(0, new ProcessBuilder("mkfifo", journal.toString()).start().waitFor());

    LabFailure failure =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () ->
                assertThrows(
                    LabFailure.class,
                    () -> sample.resume("held", sample.plan(Shard.WHOLE), SweepSample.WORLD)));

    assertTrue(failure.toString().contains("this is a FIFO, not a file"), failure::toString);
  }

  @Test
  void variantsAreComparedWithTheirBaselineOnTheSameSeeds() throws Exception {
    SweepOutcome outcome = sample.run("all", Shard.WHOLE, 1);

    long family =
        outcome.variants().stream()
            .flatMap(variant -> variant.metrics().values().stream())
            .filter(metric -> metric.difference() != null)
            .count();
    for (VariantSummary variant : outcome.variants()) {
      VariantSummary.OfMetric through = requireNonNull(variant.metrics().get("through.a"));
      PairedDifference difference = through.difference();
      if (difference == null) {
        assertEquals("0%", variant.labels().get("loss"));
        assertEquals(1.0, through.summary().mean());
      } else {
        assertNotEquals("0%", variant.labels().get("loss"));
        assertEquals(3, difference.pairs());
        assertEquals(family, difference.family());
        assertTrue(difference.correctedP() > difference.p(), difference::toString);
        assertEquals(through.summary().mean() - 1, difference.mean(), 1e-12);
        assertTrue(difference.mean() < 0, variant::toString);
        Summary harm = requireNonNull(through.harm());
        assertEquals(1 - through.summary().mean(), harm.mean(), 1e-12);
        assertEquals(difference.halfWidth95(), harm.halfWidth95(), 1e-12);
      }
    }
    List<String> csv = Files.readAllLines(at("all").resolve("summary.csv"));
    assertTrue(
        csv.getFirst().startsWith("delay,delay_seconds,loss,loss_share,metric,trials,mean,"),
        csv.getFirst());
    assertTrue(
        csv.contains(
            "1ms,0.001,0%,0,through.a,3,1.0,0.0,0.0,1.0,1.0,1.0,1.0,1.0,,,,,0,,,,,,,share"),
        "baseline");
  }

  @Test
  void aTrialDependsOnItsVariantAndSeedAlone() throws Exception {
    sample.run("all", Shard.WHOLE, 1);
    TrialRow row = rows("all").get(5);
    SweepPlan picked =
        new SweepPlan(
            SweepFile.load(
                at("all").resolve("experiment.yaml"),
                List.of(),
                row.parameters().entrySet().stream()
                    .map(label -> label.getKey() + "=" + label.getValue())
                    .toList()),
            RunOptions.Mode.VIRTUAL,
            SweepSample.CODE,
            OptionalInt.of(1),
            OptionalLong.of(row.seed()),
            Shard.WHOLE,
            true);

    TrialRow again = new TrialRunner(picked, SweepSample.WORLD).row(picked.key(0));

    assertEquals(row.trial(), again.trial());
    assertEquals(row.digest(), again.digest());
    assertEquals(row.metrics(), again.metrics());
    assertNotEquals(row.digest(), rows("all").get(6).digest());
  }

  /** Their hashes are the same, and a tie must not be broken by who was first. */
  @Test
  void variantsThatDifferInNameAloneAreBothThere() throws Exception {
    Path twins = folder.resolve("twins.yaml");
    Files.writeString(
        twins,
        Files.readString(sample.file())
            .replace("sweep:\n", "sweep:\n  variants: {twin: {left: {}, right: {}}}\n"));
    for (int jobs = 1; jobs <= 3; jobs += 2) {
      SweepPlan plan =
          new SweepPlan(
              SweepFile.load(twins, List.of(), List.of("delay=1ms", "loss=10%")),
              RunOptions.Mode.VIRTUAL,
              SweepSample.CODE,
              OptionalInt.empty(),
              OptionalLong.empty(),
              Shard.WHOLE,
              true);
      SweepRun.in(
          SweepSample.WORLD, sample.order("jobs-" + jobs, plan, jobs, false), SweepWatch.SILENT);
    }

    assertEquals(sample.results("jobs-1"), sample.results("jobs-3"));
    List<TrialRow> rows = rows("jobs-1");
    assertEquals(6, rows.size());
    assertEquals(3, rows.stream().map(TrialRow::trial).distinct().count());
  }

  @Test
  void liveTrialsHaveFoldersOfTheirOwn() throws Exception {
    SweepPlan plan =
        new SweepPlan(
            SweepFile.load(sample.file(), List.of(), List.of("loss=0%")),
            RunOptions.Mode.LIVE,
            SweepSample.CODE,
            OptionalInt.of(1),
            OptionalLong.empty(),
            Shard.WHOLE,
            false);
    RunOptions options =
        new RunOptions(
            RunOptions.Mode.LIVE, true, Transport.NIO, 1, 1, Optional.empty(), "rani run");

    SweepOutcome outcome =
        SweepRun.live(
            sample.order("live", plan, 1, false), options, Progress.SILENT, SweepWatch.SILENT);

    assertTrue(outcome.passed(), outcome::toString);
    assertEquals(2, rows("live").size());
    for (TrialRow row : rows("live")) {
      assertEquals(null, row.digest());
      assertEquals(1.0, row.metrics().get("through.a"));
    }
    assertTrue(Files.isDirectory(at("live").resolve("trial-1")));
    assertTrue(Files.isDirectory(at("live").resolve("trial-2")));
    LabFailure refused =
        assertThrows(
            LabFailure.class,
            () -> SweepVerify.verify(outcome.folder(), OptionalLong.empty(), 1, SweepWatch.SILENT));
    assertTrue(refused.toString().contains("cannot be verified"), refused::toString);
  }

  @Test
  void verifyFindsWhatSomebodyChanged() throws Exception {
    sample.run("all", Shard.WHOLE, 1);
    SweepFolder all = new SweepFolder(at("all"));
    // What ran it was called something else than the code of this JVM.
    Files.writeString(
        all.identityFile(),
        Files.readString(all.identityFile()).replace(SweepSample.CODE, "0".repeat(64)));

    LabFailure refused =
        assertThrows(
            LabFailure.class,
            () -> SweepVerify.verify(all, OptionalLong.empty(), 1, SweepWatch.SILENT));
    assertTrue(refused.toString().contains("the code is another"), refused::toString);

    SweepRun.Order order = sample.order("real", SweepPlan.of(all), 1, false);
    SweepRun.virtual(order, SweepWatch.SILENT);
    SweepFolder real = new SweepFolder(at("real"));
    assertEquals(
        new SweepVerify.Verdict(TRIALS, 0, List.of(), 0, List.of()),
        SweepVerify.verify(real, OptionalLong.empty(), 2, SweepWatch.SILENT));
    String results = Files.readString(real.results());
    List<String> lines = new ArrayList<>(results.lines().toList());
    String other = lines.get(4).replaceFirst("\"offered\\.a\":20\\.0", "\"offered.a\":19.0");
    lines.set(4, other);
    Files.write(real.results(), lines);
    SweepVerify.Verdict changed =
        SweepVerify.verify(real, OptionalLong.of(1), 1, SweepWatch.SILENT);
    assertEquals(1, changed.damaged());
    assertTrue(
        changed
            .damage()
            .getFirst()
            .startsWith(real.results() + ", line 5: it says that its checksum is "),
        changed.damage()::getFirst);
    assertFalse(changed.passed());
    // With a checksum of its own it is no damage, but it is not what comes out.
    byte[] object = CheckedLine.object(other.getBytes(StandardCharsets.UTF_8));
    lines.set(4, CheckedLine.of(new String(object, StandardCharsets.UTF_8)));
    Files.write(real.results(), lines);
    SweepVerify.Verdict verdict =
        SweepVerify.verify(real, OptionalLong.empty(), 1, SweepWatch.SILENT);
    assertEquals(1, verdict.differing());
    assertEquals(0, verdict.damaged());
    assertFalse(verdict.passed());
    assertTrue(
        verdict
            .differences()
            .getFirst()
            .endsWith("metrics.offered.a is recorded as 19.0, and is now 20.0"),
        verdict.differences()::getFirst);
    assertEquals(4, SweepVerify.verify(real, OptionalLong.of(4), 1, SweepWatch.SILENT).trials());
  }

  @Test
  void digestsAreMadeWhereTheyAreAskedForAndNothingElseDiffers() throws Exception {
    for (boolean digests : List.of(true, false)) {
      SweepPlan plan = plan(CodeVersion.hex(), OptionalInt.empty(), null, digests);
      SweepRun.virtual(sample.order("digests-" + digests, plan, 1, false), SweepWatch.SILENT);
    }

    List<TrialRow> with = rows("digests-true");
    List<TrialRow> without = rows("digests-false");
    assertEquals(9, with.size());
    assertTrue(with.stream().map(TrialRow::digest).allMatch(hex -> hex != null), with::toString);
    for (int k = 0; k < with.size(); k++) {
      assertEquals(null, without.get(k).digest());
      assertEquals(with.get(k).trial(), without.get(k).trial());
      assertEquals(with.get(k).metrics(), without.get(k).metrics());
      assertEquals(with.get(k).expect(), without.get(k).expect());
    }
    for (boolean digests : List.of(true, false)) {
      SweepFolder folder = new SweepFolder(at("digests-" + digests));
      assertEquals(
          new SweepVerify.Verdict(9, 0, List.of(), 0, List.of()),
          SweepVerify.verify(folder, OptionalLong.empty(), 1, SweepWatch.SILENT));
    }
  }

  private Path at(String name) {
    return sample.path(name);
  }
}
