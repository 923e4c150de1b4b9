// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.report.Sensitivity;
import rani.report.run.SweepRun;

/** How a sweep of twelve trials goes on whose metrics are made up. */
class MadeUpSweepTest {
  private static final int TRIALS = 12;

  @TempDir private Path folder;
  private SweepSample sample;
  private SweepFolder sweep;
  private final Told told = new Told();
  private final List<Long> ran = new ArrayList<>();
  private final TrialRunner.World world =
      MadeUpTrials.world(
          key -> {
            ran.add(key.index());
            return MadeUpTrials.HALVES.of(key);
          });

  @BeforeEach
  void writeTheFile() throws IOException {
    sample = new SweepSample(folder, 2);
    sweep = new SweepFolder(sample.path("sweep"));
  }

  @Test
  void allThatIsDoneIsToldAndKept() throws Exception {
    SweepOutcome outcome = run(sample.plan(Shard.WHOLE), false);

    assertEquals(List.of("begin 12 0 1", "end"), told.calls);
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L), ran);
    assertEquals(
        List.of(1L, 2L, 1L, 2L), told.rows.stream().map(TrialRow::seed).toList().subList(0, 4));
    assertEquals(TRIALS, told.rows.size());
    assertEquals(TRIALS, outcome.trials());
    assertEquals(6, outcome.failed(), "each second repetition");
    assertEquals(SweepOutcome.FAILURES_MAX, outcome.failures().size());
    assertEquals(
        List.of("delay=1ms, loss=10%", "delay=1ms, loss=0%", "delay=1ms, loss=30%"),
        outcome.failures().stream()
            .map(row -> row.parameters().toString().replaceAll("[{}]", ""))
            .toList()
            .subList(0, 3));
    assertEquals(
        "most arrives: 0.5, not at least 85%", SweepOutcome.why(outcome.failures().getFirst()));
    assertEquals(List.of("harm.through.a", "through.a"), outcome.metrics());
    assertEquals(6, outcome.variants().size());
    assertEquals(
        List.of("through.a"),
        List.copyOf(outcome.variants().getFirst().metrics().sequencedKeySet()));
    assertEquals(1, outcome.variants().getFirst().passed());
    assertEquals(List.of(), outcome.doubts());
    assertEquals(sweep.report(), outcome.report().orElseThrow());
    assertEquals(sample.plan(Shard.WHOLE).identity(), sweep.identity());
    assertEquals(sample.plan(Shard.WHOLE).sweep().text(), Files.readString(sweep.experiment()));
    Map<?, ?> session = session();
    assertEquals("run", session.get("what"));
    assertEquals("rani sweep sample.yaml", session.get("command"));
    assertEquals(1, session.get("jobs"));
    assertEquals(TRIALS, session.get("trials"));
    assertFalse(sweep.isLive());
  }

  /** A trial that takes two milliseconds is said to have taken as long, and no longer. */
  @Test
  void howLongTrialsTookIsKept() throws Exception {
    long begin = System.nanoTime();
    SweepRun.in(
        (experiment, key, replay) -> {
          long since = System.nanoTime();
          while (System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(2)) {
            Thread.onSpinWait();
          }
          return world.run(experiment, key, replay);
        },
        sample.order("sweep", sample.plan(Shard.WHOLE), 1, false),
        told);
    double most = (System.nanoTime() - begin) / 1e9;

    double work = ((Number) requireNonNull(session().get("work-seconds"))).doubleValue();
    assertTrue(work >= TRIALS * 0.002 && work <= most, () -> work + " s of " + most);
    double sum = 0;
    for (String line : Files.readAllLines(sweep.journal())) {
      sum += ((Number) requireNonNull(JsonText.object(line).get("millis"))).longValue() / 1e3;
    }
    assertEquals(work, sum, 1e-9);
  }

  @Test
  void aShardHasItsOwnTrialsAndNoReport() throws Exception {
    SweepOutcome outcome = run(sample.plan(new Shard(2, 4)), false);

    assertEquals(List.of("begin 3 0 1", "end"), told.calls);
    assertEquals(List.of(1L, 5L, 9L), ran);
    assertEquals(3, outcome.trials());
    assertEquals(3, outcome.failed());
    assertEquals(3, outcome.failures().size());
    assertEquals(List.of(), outcome.variants());
    assertTrue(outcome.report().isEmpty());
    assertFalse(Files.exists(sweep.summary()));
    assertEquals(3, Files.readAllLines(sweep.results()).size());
  }

  @Test
  void whatIsFinishedIsNotRunAgain() throws Exception {
    List<Long> some = List.of(0L, 11L, 3L);
    MadeUpTrials.journal(sweep.path(), sample.plan(Shard.WHOLE), MadeUpTrials.HALVES, some);
    Files.writeString(sweep.journal(), Files.readString(sweep.journal()) + "{\"ind");

    SweepOutcome outcome = run(sample.plan(Shard.WHOLE), true);

    assertEquals(List.of("begin 12 3 1", "end"), told.calls);
    assertEquals(List.of(1L, 2L, 4L, 5L, 6L, 7L, 8L, 9L, 10L), ran);
    assertEquals(TRIALS, outcome.trials());
    assertEquals(9, session().get("trials"));
    assertEquals(TRIALS, Files.readAllLines(sweep.journal()).size());
    assertFalse(session().containsKey("damage"));
  }

  @Test
  void whatIsAllFinishedIsOnlySummedUp() throws Exception {
    MadeUpTrials.journal(sweep.path(), sample.plan(Shard.WHOLE), MadeUpTrials.HALVES);

    assertEquals(TRIALS, run(sample.plan(Shard.WHOLE), true).trials());

    assertEquals(List.of(), told.calls);
    assertEquals(List.of(), ran);
    assertEquals(0, session().get("trials"));
    assertTrue(Files.exists(sweep.report()));
  }

  @Test
  void damageIsToldMendedAndKept() throws Exception {
    MadeUpTrials.journal(sweep.path(), sample.plan(Shard.WHOLE), MadeUpTrials.HALVES);
    List<String> lines = new ArrayList<>(Files.readAllLines(sweep.journal()));
    lines.set(4, "what is this");
    Files.write(sweep.journal(), lines);
    String damaged = Files.readString(sweep.journal());

    run(sample.plan(Shard.WHOLE), true);

    String damage = sweep.journal() + ", line 5: it is no line of a journal: `what is this`";
    assertEquals(
        List.of(
            "remark " + damage,
            "remark trials are run again where damage left no whole line of them; "
                + sweep.path().resolve("journal.damaged")
                + " keeps the journal as it was",
            "begin 12 11 1",
            "end"),
        told.calls);
    assertEquals(List.of(4L), ran);
    assertEquals(damaged, Files.readString(sweep.path().resolve("journal.damaged")));
    lines.remove(4);
    assertEquals(lines, Files.readAllLines(sweep.journal()).subList(0, TRIALS - 1));
    assertEquals(List.of(damage), session().get("damage"));
  }

  @Test
  void anotherSweepIsNotGoneOnWith() throws Exception {
    run(sample.plan(new Shard(1, 2)), false);

    assertEquals(
        "the sweep in " + sweep.path() + " is another, since the shard is 2/2, not 1/2",
        refused(sample.plan(new Shard(2, 2)), true));
    Files.writeString(
        sample.file(), Files.readString(sample.file()).replace("repeat: 2", "repeat: 3"));
    assertEquals(
        "the sweep in "
            + sweep.path()
            + " is another, since there are 18 trials, 3 of each variant, not 12 trials, 2 of each"
            + " variant",
        refused(sample.plan(new Shard(1, 2)), true));
  }

  @Test
  void aFolderThatIsNotASweepsIsLeftAlone() throws Exception {
    Path thesis = Files.createDirectory(sweep.path()).resolve("thesis.txt");
    Files.writeString(thesis, "years of work");

    assertEquals(
        sweep.path() + " is not empty; a sweep has a folder of its own, or goes on with --resume",
        refused(sample.plan(Shard.WHOLE), false));
    assertEquals(
        sweep.path() + " is no folder of a sweep: it has no sweep.json",
        refused(sample.plan(Shard.WHOLE), true));
    assertEquals("years of work", Files.readString(thesis));
    Files.delete(thesis);
    Files.writeString(sweep.journal(), "");
    assertEquals(
        sweep.path() + " is no folder of a sweep: it has no sweep.json",
        refused(sample.plan(Shard.WHOLE), true));
    Path file = Files.writeString(folder.resolve("file"), "mine");
    assertEquals(
        file + " is a file, not a folder",
        assertThrows(
                LabFailure.class,
                () ->
                    SweepRun.in(
                        world, sample.order("file", sample.plan(Shard.WHOLE), 1, true), told))
            .getMessage());
  }

  /** Killed before it could say what is run. */
  @Test
  void whatIsOnlyBegunIsBegunAgain() throws Exception {
    Files.createDirectory(sweep.path());
    Files.writeString(sweep.experiment(), "experiment: sam");
    Files.writeString(sweep.path().resolve("sweep.json.unfinished"), "{");
    Files.writeString(sweep.path().resolve(SweepLock.FILE), "1");

    assertEquals(TRIALS, run(sample.plan(Shard.WHOLE), true).trials());
    assertEquals(sample.plan(Shard.WHOLE).sweep().text(), Files.readString(sweep.experiment()));
  }

  @Test
  void oneWhoIsAtWorkIsNotDisturbed() throws Exception {
    Files.createDirectory(sweep.path());
    String why =
        "process " + ProcessHandle.current().pid() + " is at work on a sweep in " + sweep.path();
    try (SweepLock lock = SweepLock.take(sweep.path())) {
      Files.writeString(sweep.path().resolve("thesis.txt"), "years of work");
      assertEquals(why, refused(sample.plan(Shard.WHOLE), false));
      assertEquals(why, refused(sample.plan(Shard.WHOLE), true));
    }
  }

  @Test
  void aJournalThatCannotBeReadEndsItAndSaysHowToGoOn() throws Exception {
    MadeUpTrials.journal(sweep.path(), sample.plan(Shard.WHOLE), MadeUpTrials.HALVES, List.of());
    Files.delete(sweep.journal());
    Files.createDirectory(sweep.journal());

    String refused = refused(sample.plan(Shard.WHOLE), true);

    assertTrue(refused.startsWith("cannot write to " + sweep.path() + ": "), refused);
    assertTrue(
        refused.endsWith(
            "; finished trials are kept, and once that is mended this goes on: rani sweep"
                + " --resume"),
        refused);
  }

  @Test
  void troubleEndsItAndIsTold() throws Exception {
    told.trouble = new IllegalStateException("no terminal");
    assertEquals(
        "the sweep broke off: java.lang.IllegalStateException: no terminal",
        refused(sample.plan(Shard.WHOLE), false));
    assertEquals(List.of(0L), ran);
    assertEquals(List.of("begin 12 0 1", "end"), told.calls);
    assertFalse(Files.exists(sweep.results()));

    told.trouble = new OutOfMemoryError("Java heap space");
    assertEquals(
        "the sweep broke off: java.lang.IllegalStateException: java.lang.OutOfMemoryError: Java"
            + " heap space",
        refused(sample.plan(Shard.WHOLE), true));
    assertEquals(List.of(0L, 1L), ran);
  }

  @Test
  void whoIsInterruptedStopsWaiting() throws Exception {
    told.atBegin = () -> Thread.currentThread().interrupt();

    String refused = refused(sample.plan(Shard.WHOLE), false);

    assertTrue(Thread.interrupted(), "still is");
    assertEquals("the sweep broke off: java.lang.InterruptedException", refused);
    assertEquals("end", told.calls.getLast());
  }

  /** What a repository keeps of the file's choices goes into the folder, and is told of. */
  @Test
  void whatIsRecordedOfChoicesIsCopied() throws Exception {
    Sensitivity recorded =
        new Sensitivity(
            "sample", "of old", false, 2, "seeds 1–2", 0, 0, List.of(), List.of(), "1", "rani");
    Path kept = recorded.recordBeside(sample.file(), "rani sensitivity");

    run(sample.plan(Shard.WHOLE), false);

    assertEquals(List.of("recorded true", "begin 12 0 1", "end"), told.calls);
    Sensitivity copied = Sensitivity.read(sweep.path().resolve(Sensitivity.NAME));
    assertTrue(copied.stale(), "the file is another");
    assertFalse(Sensitivity.read(kept).stale());
  }

  private SweepOutcome run(SweepPlan plan, boolean resume) throws LabFailure {
    return SweepRun.in(world, sample.order("sweep", plan, 1, resume), told);
  }

  private String refused(SweepPlan plan, boolean resume) {
    return String.valueOf(assertThrows(LabFailure.class, () -> run(plan, resume)).getMessage());
  }

  private Map<?, ?> session() throws IOException {
    List<?> sessions =
        (List<?>)
            requireNonNull(JsonText.object(Files.readString(sweep.provenance())).get("sessions"));
    return (Map<?, ?>) sessions.getLast();
  }

  /** Keeps what it hears, and may make trouble. */
  private static final class Told implements SweepWatch {
    private final List<String> calls = new ArrayList<>();
    private final List<TrialRow> rows = new ArrayList<>();
    private @Nullable Throwable trouble;
    private Runnable atBegin = () -> {};

    @Override
    public void begin(long trials, long finished, int jobs) {
      calls.add("begin " + trials + " " + finished + " " + jobs);
      atBegin.run();
    }

    @Override
    public void remark(String line) {
      calls.add("remark " + line);
    }

    @Override
    public void recorded(boolean stale) {
      calls.add("recorded " + stale);
    }

    @Override
    public void finished(TrialRow row) {
      rows.add(row);
      switch (trouble) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new AssertionError(e);
      }
    }

    @Override
    public void end() {
      calls.add("end");
    }
  }
}
