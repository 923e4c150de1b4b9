// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.report.run.SweepMerge;
import rani.report.run.SweepRun;
import rani.study.experiment.SweepFile;
import rani.study.trial.RunOptions;

/** What becomes of a sweep of twelve trials whose journal is not as it was written. */
class DamagedJournalTest {
  private static final int TRIALS = 12;

  /** The files of a sweep that was run once for all tests. */
  private static final Map<String, byte[]> SWEPT = new TreeMap<>();

  private final List<String> told = new ArrayList<>();
  private final AtomicInteger ran = new AtomicInteger();
  private long already = TRIALS;

  @TempDir private Path folder;
  private SweepSample sample;
  private SweepFolder sweep;
  private String results;
  private List<String> lines;

  @BeforeAll
  static void runASweep(@TempDir Path once) throws Exception {
    new SweepSample(once, 2).run("sweep", Shard.WHOLE, 1);
    try (Stream<Path> files = Files.list(once.resolve("sweep"))) {
      for (Path file : files.toList()) {
        SWEPT.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
  }

  @BeforeEach
  void copyTheSweep() throws IOException {
    sample = new SweepSample(folder, 2);
    sweep = new SweepFolder(Files.createDirectory(sample.path("sweep")));
    for (Map.Entry<String, byte[]> file : SWEPT.entrySet()) {
      Files.write(sweep.path().resolve(file.getKey()), file.getValue());
    }
    results = sample.results("sweep");
    lines = lines(sweep);
    assertEquals(TRIALS, lines.size());
  }

  @Test
  void aFirstByteThatIsChangedCostsItsTrialAlone() throws Exception {
    resume(journal -> journal.set(3, "[" + journal.get(3).substring(1)));

    assertMended(1);
    assertTold("line 4: it says that its checksum is ");
  }

  @Test
  void aDigitThatIsChangedIsNotBelieved() throws Exception {
    resume(
        journal ->
            journal.set(6, changed(journal.get(6), "\"offered.a\":20.0", "\"offered.a\":90.0")));

    assertMended(1);
    assertTold("line 7: it says that its checksum is ");
  }

  @Test
  void theNumberOfATrialIsGuardedToo() throws Exception {
    resume(journal -> journal.set(6, changed(journal.get(6), "\"index\":6", "\"index\":7")));

    assertMended(1);
    assertTold("line 7: it says that its checksum is ");
  }

  /** As a crash of the machine leaves them, where a block was not yet on disk. */
  @Test
  void zeroBytesInTheMiddleCostTheTrialsWhoseLinesTheyTook() throws Exception {
    resume(
        journal -> {
          String two = journal.get(4) + "\n" + journal.remove(5);
          int from = journal.get(4).length() - 100;
          journal.set(4, two.substring(0, from) + "\0".repeat(200) + two.substring(from + 200));
        });

    assertMended(2);
    assertTold("line 5: 200 zero bytes stand in it, such as a machine leaves that fails");
  }

  /** The trial behind them is whole, although its line does not begin behind a line feed. */
  @Test
  void zeroBytesBetweenTwoLinesCostNothing() throws Exception {
    resume(journal -> journal.set(3, "\0".repeat(200) + journal.get(3)));

    assertMended(0);
    assertTold("line 4: 200 zero bytes stand in it, such as a machine leaves that fails");
  }

  @Test
  void aLineThatIsThereTwiceCountsOnce() throws Exception {
    resume(journal -> journal.add(9, journal.get(2)));

    assertMended(0);
    assertTold("line 10: the trial of line 3 is there again");
  }

  @Test
  void twoLinesOfOneTrialThatDifferAreBothNotBelieved() throws Exception {
    String other = changed(row(lines.get(2)), "\"offered.a\":20.0", "\"offered.a\":90.0");
    resume(
        journal -> {
          journal.add(9, journal.get(2));
          journal.add(10, line(2, new SweepFolder(sample.path("sweep")), other));
        });

    assertMended(1);
    assertTold(
        "line 10: the trial of line 3 is there again",
        "line 11: the trial of line 3 is there again, and says something else; neither is"
            + " believed");
  }

  @Test
  void aLineFeedThatIsMissingCostsNothing() throws Exception {
    resume(journal -> journal.set(3, journal.get(3) + journal.remove(4)));

    assertMended(0);
    assertTold("line 4: its line feed is missing, and the next line follows at once");
  }

  @Test
  void aLineFeedThatIsAnotherByteCostsTheTrialBeforeItAlone() throws Exception {
    resume(journal -> journal.set(3, journal.get(3) + "x" + journal.remove(4)));

    assertMended(1);
    assertTold("line 4: it is no line of a journal: `{\"index\":3,");
  }

  @Test
  void aLineFeedTooManyIsNamed() throws Exception {
    resume(
        journal -> {
          journal.set(3, journal.get(3).substring(0, 70) + "\n" + journal.get(3).substring(70));
          journal.add(8, "");
        });

    assertMended(1);
    assertTold(
        "line 4: it is no line of a journal: `{\"index\":3,",
        "line 5: it says that its checksum is ",
        "line 10: it is empty");
  }

  @Test
  void aLineThatIsTooLongCostsNoOther() throws Exception {
    resume(journal -> journal.set(3, "x".repeat(LineCutter.LINE_BYTES_MAX + 1)));

    assertMended(1);
    assertTold("line 4: it is longer than 16 MiB");
  }

  @Test
  void theOrderOfLinesIsOfNoConcern() throws Exception {
    resume(Collections::reverse);

    assertEquals(0, ran.get());
    assertEquals(List.of(), told);
    assertEquals(results, sample.results("sweep"));
  }

  @Test
  void aTornLastLineIsRunAgainWithoutAWord() throws Exception {
    String all = Files.readString(sweep.journal());
    Files.writeString(sweep.journal(), all.substring(0, all.length() - 30));
    resume();

    assertEquals(1, ran.get());
    assertEquals(List.of(), told);
    assertEquals(results, sample.results("sweep"));
    assertEquals(lines.subList(0, TRIALS - 1), lines(sweep).subList(0, TRIALS - 1));
  }

  /** Behind damage a torn line is still only torn. */
  @Test
  void damageAndATornLineAreToldApart() throws Exception {
    lines.set(3, "[" + lines.get(3).substring(1));
    String all = String.join("\n", lines);
    Files.writeString(sweep.journal(), all.substring(0, all.length() - 30));
    resume();

    assertMended(2);
    assertTold("line 4: it says that its checksum is ");
  }

  @Test
  void moreDamageThanAnybodyReadsIsCounted() throws Exception {
    resume(journal -> journal.replaceAll(line -> "[" + line.substring(1)));

    assertMended(TRIALS);
    assertEquals(DamagedLines.TOLD_MAX + 2, told.size());
    assertEquals(sweep.journal() + ": and so on, 12 lines in all", told.get(DamagedLines.TOLD_MAX));
  }

  @Test
  void whatWasDamagedIsKeptAndTheProvenanceTells() throws Exception {
    resume(journal -> journal.set(3, "[" + journal.get(3).substring(1)));

    lines.set(3, "[" + lines.get(3).substring(1));
    assertEquals(text(lines), Files.readString(sweep.path().resolve("journal.damaged")));
    assertTrue(
        Files.readString(sweep.provenance()).contains("journal.jsonl, line 4: it says"),
        "provenance");
  }

  @Test
  void aTrialOfAnotherShardIsRefusedByResumeMergeAndVerify() throws Exception {
    sample.run("part-1", new Shard(1, 3), 1);
    sample.run("part-2", new Shard(2, 3), 1);
    sample.run("part-3", new Shard(3, 3), 1);
    SweepFolder first = new SweepFolder(sample.path("part-1"));
    List<String> mixed = lines(first);
    mixed.add(2, lines(new SweepFolder(sample.path("part-3"))).get(1));
    write(first, mixed);
    String why =
        first.journal()
            + ", line 3: the trial of index 5 is shard 3/3's, and the folder is shard 1/3's. Lines"
            + " of other sweeps or shards are to be taken out of it first";

    LabFailure resumed =
        assertThrows(
            LabFailure.class,
            () -> sample.resume("part-1", sample.plan(new Shard(1, 3)), SweepSample.WORLD));
    LabFailure merged = assertThrows(LabFailure.class, () -> merge("part-2", "part-1", "part-3"));

    assertEquals(why, resumed.getMessage());
    assertEquals(why, merged.getMessage());
    assertEquals(mixed, lines(first));
    assertFalse(Files.exists(sample.path("all")));
    assertRefusedByVerify(why);
  }

  private void assertRefusedByVerify(String why) throws Exception {
    SweepFolder first = ofThisCode("part-1");
    List<String> mixed = lines(first);
    mixed.add(2, line(5, first, row(mixed.get(1))));
    write(first, mixed);

    LabFailure refused =
        assertThrows(
            LabFailure.class,
            () -> SweepVerify.verify(first, OptionalLong.empty(), 1, SweepWatch.SILENT));
    assertEquals(why.replace("part-1", "code-part-1"), refused.getMessage());
  }

  /** A shard of three that the code of this JVM runs. */
  private SweepFolder ofThisCode(String name) throws Exception {
    SweepPlan plan =
        new SweepPlan(
            SweepFile.load(sample.file(), List.of(), List.of()),
            RunOptions.Mode.VIRTUAL,
            CodeVersion.hex(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            new Shard(1, 3),
            true);
    SweepRun.in(SweepSample.WORLD, sample.order("code-" + name, plan, 1, false), SweepWatch.SILENT);
    return new SweepFolder(sample.path("code-" + name));
  }

  @Test
  void aTrialOfAnotherSweepIsRefusedAndNamed() throws Exception {
    SweepSample other = new SweepSample(Files.createDirectory(folder.resolve("other")), 4);
    other.run("sweep", Shard.WHOLE, 1);
    List<String> mixed = new ArrayList<>(lines);
    mixed.set(3, lines(new SweepFolder(other.path("sweep"))).get(3));
    write(sweep, mixed);

    LabFailure refused =
        assertThrows(
            LabFailure.class,
            () -> sample.resume("sweep", sample.plan(Shard.WHOLE), SweepSample.WORLD));

    assertEquals(
        sweep.journal()
            + ", line 4: it is of another sweep: of sample, run by the code c0dec0dec0de…,"
            + " parameters {delay=1ms, loss=10%}, seed 4. Lines of other sweeps or shards are to"
            + " be taken out of it first",
        refused.getMessage());
    assertEquals(mixed, lines(sweep));
  }

  /** As they were before lines had checksums; hours of work are not thrown away for that. */
  @Test
  void aJournalWithoutChecksumsIsReadAndSaysSo() throws Exception {
    resume(
        journal -> {
          journal.replaceAll(DamagedJournalTest::unchecked);
          journal.removeLast();
        });

    assertEquals(1, ran.get());
    assertEquals(
        List.of(
            sweep.journal()
                + ": 11 lines have no checksum, as all had before there was one, and are believed"
                + " as they stand"),
        told);
    assertEquals(rowsWithoutChecksum(results), rowsWithoutChecksum(sample.results("sweep")));
  }

  @Test
  void aLineWithoutChecksumIsReadWithCare() throws Exception {
    resume(
        journal -> {
          journal.set(2, unchecked(journal.get(2)));
          journal.set(3, unchecked(journal.get(3)).replace("\"seed\":", "\"seed\":x"));
        });

    assertEquals(1, ran.get());
    assertEquals(
        List.of(
            sweep.journal() + ", line 4: it has no checksum, and holds no row of a trial",
            sweep.journal()
                + ": 1 line has no checksum, as all had before there was one, and are believed as"
                + " they stand"),
        told.subList(0, 2));
  }

  @Test
  void mergeTellsOfDamageAndWhatMendsIt() throws Exception {
    for (int k = 1; k <= 3; k++) {
      sample.run("part-" + k, new Shard(k, 3), 1);
    }
    SweepFolder second = new SweepFolder(sample.path("part-2"));
    List<String> part = lines(second);
    part.set(1, changed(part.get(1), "\"offered.a\":20.0", "\"offered.a\":90.0"));
    write(second, part);

    LabFailure refused = assertThrows(LabFailure.class, () -> merge("part-1", "part-2", "part-3"));

    assertEquals(
        "1 of 12 trials are missing: 1 of shard 2/3, which `rani sweep --resume --out "
            + second.path()
            + "` runs",
        refused.getMessage());
    assertTrue(
        told.getFirst().startsWith(second.journal() + ", line 2: it says that its checksum is"),
        told::toString);
    sample.resume("part-2", sample.plan(new Shard(2, 3)), SweepSample.WORLD);
    merge("part-1", "part-2", "part-3");
    assertEquals(results, sample.results("all"));
  }

  @Test
  void mergeLeavesOutWhatIsDamagedAndThereAgain() throws Exception {
    for (int k = 1; k <= 2; k++) {
      sample.run("part-" + k, new Shard(k, 2), 1);
    }
    SweepFolder second = new SweepFolder(sample.path("part-2"));
    List<String> part = lines(second);
    part.add(part.get(3));
    part.add(1, "what is this");
    write(second, part);

    merge("part-1", "part-2");

    assertEquals(
        List.of(
            second.journal() + ", line 2: it is no line of a journal: `what is this`",
            second.journal() + ", line 8: the trial of line 5 is there again"),
        told);
    assertEquals(results, sample.results("all"));
    List<String> joined = lines(new SweepFolder(sample.path("all")));
    assertEquals(
        lines.stream().map(DamagedJournalTest::row).sorted().toList(),
        joined.stream().map(DamagedJournalTest::row).sorted().toList());
  }

  @Test
  void aTrialThatDamageHidesIsNotLookedForInVain() throws Exception {
    byte[] row = row(lines.get(3)).getBytes(ISO_8859_1);
    String hash = JsonText.read(CheckedLine.object(row), TrialRow.class).trial();
    Files.delete(sweep.results());
    lines.set(3, "[" + lines.get(3).substring(1));
    write(sweep, lines);

    LabFailure none = assertThrows(LabFailure.class, () -> TrialLookup.find(sweep, hash));

    assertTrue(
        String.valueOf(none.getMessage())
            .contains("see results.jsonl. " + sweep.journal() + ", line 4: it says that"),
        none::getMessage);
  }

  private void resume(Consumer<List<String>> damage) throws Exception {
    List<String> journal = new ArrayList<>(lines);
    damage.accept(journal);
    write(sweep, journal);
    resume();
  }

  private void resume() throws Exception {
    Files.delete(sweep.results());
    SweepRun.in(
        SweepSample.counted(ran),
        sample.order("sweep", sample.plan(Shard.WHOLE), 1, true),
        new Listener());
  }

  /** Keeps what is told of earlier runs. */
  private final class Listener implements SweepWatch {
    @Override
    public void begin(long trials, long finished, int jobs) {
      assertEquals(TRIALS, trials);
      already = finished;
    }

    @Override
    public void remark(String line) {
      told.add(line);
    }

    @Override
    public void finished(TrialRow row) {}

    @Override
    public void end() {}
  }

  /** Nothing is missing in the end, nothing else was run again, and it was said. */
  private void assertMended(int trials) throws IOException {
    assertEquals(trials, ran.get());
    assertEquals(TRIALS - trials, already);
    assertEquals(results, sample.results("sweep"));
    assertEquals(
        "trials are run again where damage left no whole line of them; "
            + sweep.path().resolve("journal.damaged")
            + " keeps the journal as it was",
        told.getLast());
    assertEquals(
        lines.stream().filter(line -> line.endsWith("}")).count(),
        lines(sweep).stream().filter(line -> line.endsWith("}")).count());
  }

  private void assertTold(String... damage) {
    assertEquals(damage.length + 1, told.size(), told::toString);
    for (int k = 0; k < damage.length; k++) {
      String line = told.get(k);
      assertTrue(line.startsWith(sweep.journal() + ", " + damage[k]), line);
    }
  }

  private void merge(String... parts) throws Exception {
    Progress progress = told::add;
    SweepMerge.merge(
        List.of(parts).stream().map(sample::path).toList(), sample.path("all"), "merge", progress);
  }

  /** A line as it was before there were checksums. */
  private static String unchecked(String line) {
    String bare = line.replaceAll(",\"crc32c\":\"[0-9a-f]{8}\"", "");
    return bare.replaceFirst(",\"sweep\":\"[0-9a-f]{16}\"", "");
  }

  private static String rowsWithoutChecksum(String rows) {
    return rows.lines().map(DamagedJournalTest::unchecked).collect(Collectors.joining("\n"));
  }

  private static String row(String line) {
    return line.replaceFirst("^\\{\"index\":.*?\"row\":", "")
        .replaceFirst(",\"crc32c\":\"[0-9a-f]{8}\"}$", "");
  }

  private static String line(long index, SweepFolder of, String row) {
    try {
      return JournalLines.text(index, 1, of.identity().id(), row).strip();
    } catch (LabFailure e) {
      throw new AssertionError(e);
    }
  }

  private static String changed(String text, String from, String to) {
    assertTrue(text.contains(from), text);
    return text.replace(from, to);
  }

  private static List<String> lines(SweepFolder folder) throws IOException {
    return new ArrayList<>(Files.readAllLines(folder.journal()));
  }

  private static String text(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static void write(SweepFolder folder, List<String> lines) throws IOException {
    Files.writeString(folder.journal(), text(lines));
  }
}
