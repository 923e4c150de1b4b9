// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.report.run.SweepRun;
import rani.study.experiment.SweepFile;
import rani.study.trial.RunOptions;

/** Twelve trials of a packet each are run, and again. */
class SweepVerifyTest {
  private static final int TRIALS = 12;

  @TempDir private Path folder;
  private SweepPlan plan;
  private SweepFolder sweep;
  private List<String> rows;
  private final Told told = new Told();

  @BeforeEach
  void run() throws Exception {
    SweepSample sample = new SweepSample(folder, 2);
    Files.writeString(
        sample.file(), Files.readString(sample.file()).replace("packets: 20", "packets: 1"));
    plan = plan(sample, RunOptions.Mode.VIRTUAL);
    sweep = MadeUpTrials.journal(sample.path("sweep"), plan, key -> MadeUpTrials.metrics());
    Files.delete(sweep.journal());
    TrialRunner runner = new TrialRunner(plan, TrialRunner.virtual(plan));
    rows = new ArrayList<>();
    try (Journal journal = Journal.open(sweep.journal(), plan.identity().id(), 0)) {
      for (int k = 0; k < TRIALS; k++) {
        rows.add(CheckedLine.of(JsonText.line(runner.row(plan.key(k)))));
        journal.append(k, 1, rows.getLast());
      }
    }
    writeResults();
  }

  private static SweepPlan plan(SweepSample sample, RunOptions.Mode mode) throws Exception {
    return new SweepPlan(
        SweepFile.load(sample.file(), List.of(), List.of()),
        mode,
        CodeVersion.hex(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Shard.WHOLE,
        true);
  }

  private void writeResults() throws IOException {
    Files.write(sweep.results(), rows.stream().sorted().toList());
  }

  @Test
  void allThatWasRunComesOutTheSame() throws Exception {
    assertEquals(new SweepVerify.Verdict(12, 0, List.of(), 0, List.of()), verify(2));

    assertEquals(List.of("begin 12 0 2", "end"), told.calls);
    assertEquals(
        rows.stream().map(SweepVerifyTest::row).map(SweepVerifyTest::name).sorted().toList(),
        told.rows.stream().map(SweepVerifyTest::name).sorted().toList());
  }

  @Test
  void whatASweepHasRunComesOutTheSame() throws Exception {
    Path again = folder.resolve("again");
    SweepRun.virtual(new SweepRun.Order(plan, again, false, 2, "rani sweep", ""), told);

    assertEquals(
        Files.readString(sweep.results()), Files.readString(new SweepFolder(again).results()));
  }

  @Test
  void someAreChosenEvenly() throws Exception {
    SweepVerify.Verdict verdict = SweepVerify.verify(sweep, OptionalLong.of(5), 1, told);

    // The k-th of five is ⌊12k/5⌋: 0, 2, 4, 7, 9.
    assertEquals(5, verdict.trials());
    assertTrue(verdict.passed());
    List<String> chosen = new ArrayList<>();
    for (int k : new int[] {0, 2, 4, 7, 9}) {
      chosen.add(name(row(rows.get(k))));
    }
    assertEquals(chosen, told.rows.stream().map(SweepVerifyTest::name).toList());
    assertEquals(12, SweepVerify.verify(sweep, OptionalLong.of(13), 1, told).trials());
  }

  /** The first ten are told of, all are counted. */
  @Test
  void whatComesOutDifferentlyIsToldAndCounted() throws Exception {
    rows.replaceAll(SweepVerifyTest::changed);
    writeResults();

    SweepVerify.Verdict verdict = verify(1);

    assertEquals(12, verdict.differing());
    assertEquals(SweepVerify.DIFFERENCES_MAX, verdict.differences().size());
    TrialRow first = row(rows.getFirst());
    assertEquals(
        "trial "
            + first.trial().substring(0, 12)
            + "… (rani run experiment.yaml --mode virtual --pick delay=1ms --pick loss=10%"
            + " --trials 1 --seed 1): metrics.offered.a is recorded as 7.0, and is now 1.0",
        verdict.differences().getFirst());
    assertFalse(verdict.passed());
    assertEquals(0, verdict.damaged());
    assertEquals(List.of(), verdict.damage());
    assertEquals(12, JsonText.object(verdict.json()).get("differing"));
  }

  /** Of rows with one name that is compared which has the labels and the repetition. */
  @Test
  void theNearestRowOfATrialIsCompared() throws Exception {
    String changed = changed(rows.get(4));
    String elsewhere = checked(changed, "\"delay\":\"1ms\"", "\"delay\":\"0ms\"");
    String later = checked(changed, "\"repetition\":0", "\"repetition\":1");
    rows.set(4, changed);
    rows.addAll(List.of(elsewhere, later));
    writeResults();

    SweepVerify.Verdict verdict = verify(1);

    assertEquals(2, verdict.differing());
    assertEquals(sweep.results() + " has 14 rows, not 12", verdict.differences().getFirst());
    assertTrue(
        verdict
            .differences()
            .getLast()
            .endsWith(": metrics.offered.a is recorded as 7.0, and is now 1.0"),
        verdict.differences()::getLast);
    rows.remove(4);
    writeResults();
    assertTrue(
        verify(1)
            .differences()
            .getLast()
            .endsWith(": parameters.delay is recorded as 0ms, and is now 1ms"),
        "the first row of its name");
  }

  @Test
  void aTrialThatIsGoneIsMissed() throws Exception {
    rows.remove(3);
    writeResults();

    SweepVerify.Verdict verdict = verify(1);

    assertEquals(2, verdict.differing());
    assertEquals(sweep.results() + " has 11 rows, not 12", verdict.differences().getFirst());
    assertTrue(
        verdict.differences().getLast().endsWith("): it is not among the results"),
        verdict.differences()::getLast);
  }

  @Test
  void damageToResultsAndJournalIsTold() throws Exception {
    rows.set(3, "what is this");
    Files.write(sweep.results(), rows);
    List<String> journal = new ArrayList<>(Files.readAllLines(sweep.journal()));
    journal.set(5, "and this");
    Files.write(sweep.journal(), journal);

    SweepVerify.Verdict verdict = verify(1);

    assertEquals(2, verdict.damaged());
    assertEquals(
        List.of(
            sweep.results() + ", line 4: it is no row of a trial: `what is this`",
            sweep.journal() + ", line 6: it is no line of a journal: `and this`"),
        verdict.damage());
    assertEquals(verdict.damage(), JsonText.object(verdict.json()).get("damage"));
    // That a row is missing is not told again: the damage says it.
    assertEquals(1, verdict.differing());
    assertEquals(1, verdict.differences().size());
    assertFalse(new SweepVerify.Verdict(12, 0, List.of(), 2, List.of()).passed());
  }

  /** Cut within a row, and behind one. */
  @Test
  void resultsThatAreCutAreNotTheSameHoweverFewTrialsAreRunAgain() throws Exception {
    byte[] whole = Files.readAllBytes(sweep.results());
    Files.write(sweep.results(), Arrays.copyOf(whole, whole.length - 100));
    assertEleven(SweepVerify.verify(sweep, OptionalLong.of(3), 1, told));

    Files.write(sweep.results(), rows.stream().sorted().toList().subList(0, 11));
    assertEleven(SweepVerify.verify(sweep, OptionalLong.of(3), 1, told));
  }

  private void assertEleven(SweepVerify.Verdict verdict) {
    assertEquals(
        List.of(sweep.results() + " has 11 rows, not 12"),
        verdict.differences().stream().filter(each -> each.contains("rows")).toList());
    assertFalse(verdict.passed());
  }

  @Test
  void aLineFeedThatIsMissingIsToldAndCostsNoRow() throws Exception {
    rows.set(3, rows.get(3) + rows.remove(4));
    Files.write(sweep.results(), rows);

    assertEquals(
        new SweepVerify.Verdict(
            12,
            0,
            List.of(),
            1,
            List.of(
                sweep.results()
                    + ", line 4: its line feed is missing, and the next line follows at once")),
        verify(1));
  }

  @Test
  void ofAnUnfinishedSweepTheJournalIsVerified() throws Exception {
    Files.delete(sweep.results());
    List<String> journal = new ArrayList<>(Files.readAllLines(sweep.journal()));
    journal.subList(4, 6).clear();
    journal.set(8, "what is this");
    Files.write(sweep.journal(), journal);

    SweepVerify.Verdict verdict = verify(1);

    assertEquals(
        new SweepVerify.Verdict(
            9,
            0,
            List.of(),
            1,
            List.of(sweep.journal() + ", line 9: it is no line of a journal: `what is this`")),
        verdict);
  }

  @Test
  void whatCannotBeRepeatedIsRefused() throws Exception {
    String identity = Files.readString(sweep.identityFile());
    Files.writeString(sweep.identityFile(), identity.replace(CodeVersion.hex(), SweepSample.CODE));
    assertEquals(
        sweep.path()
            + " cannot be verified here: the code is another: "
            + CodeVersion.hex().substring(0, 12)
            + "…, not c0dec0dec0de…",
        refused());
    Files.writeString(sweep.identityFile(), identity.replace("\"virtual\"", "\"live\""));
    assertEquals(sweep.path() + " holds live trials, which nothing repeats to the byte", refused());
    Files.writeString(sweep.identityFile(), identity);
    Files.delete(sweep.results());
    Files.createDirectory(sweep.results());
    assertTrue(refused().startsWith("cannot read the results in " + sweep.path() + ": "));
  }

  @Test
  void troubleEndsItAndIsTold() {
    told.trouble = new IllegalStateException("no terminal");

    assertEquals("cannot verify: java.lang.IllegalStateException: no terminal", refused());

    assertEquals("end", told.calls.getLast());
    assertEquals(1, told.rows.size());
  }

  /** The file is written over when the rows have been found in it. */
  @Test
  void resultsThatChangeMeanwhileAreTold() throws Exception {
    told.atBegin = () -> Files.writeString(sweep.results(), "x".repeat(100_000));
    assertTrue(
        refused().startsWith(sweep.results() + " has changed while it was read: in line "),
        "changed");

    writeResults();
    told.atBegin = () -> Files.writeString(sweep.results(), "");
    assertEquals(
        "cannot read the results in "
            + sweep.path()
            + ": java.io.IOException: "
            + sweep.results()
            + " has become shorter while it was read",
        refused());
  }

  @Test
  void whoIsInterruptedStopsWaiting() {
    told.atBegin = () -> Thread.currentThread().interrupt();

    assertEquals("interrupted", refused());

    assertTrue(Thread.interrupted(), "still is");
    assertEquals("end", told.calls.getLast());
  }

  private SweepVerify.Verdict verify(int jobs) throws Exception {
    return SweepVerify.verify(sweep, OptionalLong.empty(), jobs, told);
  }

  private String refused() {
    return String.valueOf(assertThrows(LabFailure.class, () -> verify(1)).getMessage());
  }

  private static String changed(String row) {
    return checked(row, "\"offered.a\":1.0", "\"offered.a\":7.0");
  }

  /** With a checksum of its own. */
  private static String checked(String row, String from, String to) {
    assertTrue(row.contains(from), row);
    byte[] object = CheckedLine.object(row.replace(from, to).getBytes(UTF_8));
    return CheckedLine.of(new String(object, UTF_8));
  }

  private static TrialRow row(String line) {
    return Rows.parsed(line.getBytes(UTF_8)).orElseThrow();
  }

  private static String name(TrialRow row) {
    return row.trial() + row.parameters() + row.repetition();
  }

  /** Keeps what it hears, and may make trouble. */
  private static final class Told implements SweepWatch {
    private final List<String> calls = new ArrayList<>();
    private final List<TrialRow> rows = new ArrayList<>();
    private @Nullable IllegalStateException trouble;
    private Action atBegin = () -> {};

    @FunctionalInterface
    private interface Action {
      void run() throws IOException;
    }

    @Override
    public void begin(long trials, long finished, int jobs) {
      calls.add("begin " + trials + " " + finished + " " + jobs);
      try {
        atBegin.run();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void finished(TrialRow row) {
      rows.add(row);
      if (trouble != null) {
        throw trouble;
      }
    }

    @Override
    public void end() {
      calls.add("end");
    }
  }
}
