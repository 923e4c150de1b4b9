// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.model.choice.Choice;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.report.ReportFile;
import rani.report.ReportInput;
import rani.report.SensitivityInput;
import rani.report.SweepReportInput;
import rani.study.experiment.Experiment;
import rani.study.experiment.Pace;
import rani.study.experiment.Paper;
import rani.study.experiment.SweepFile;
import rani.study.experiment.Tried;
import rani.study.sweep.DamagedLines;
import rani.study.sweep.JournalRows;
import rani.study.sweep.MadeUpSweep;
import rani.study.sweep.MadeUpTrials;
import rani.study.sweep.NamedMetrics;
import rani.study.sweep.PaperValues;
import rani.study.sweep.Rows;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.SweepSample;
import rani.study.sweep.SweepWatch;

/** What a sweep's page is made of. */
class SweepReportsTest {
  @TempDir private Path folder;

  @Test
  void whatThePaperPrintsIsThatOfItsVariants() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace(
                "experiment: sample\n",
                """
                experiment: sample
                paper:
                  cite: A. Author, 1984
                  points:
                    - {at: {delay: 2ms, loss: 0%}, values: {through.a: 100%}}
                    - {at: {delay: 1ms, loss: 30%}, values: {through.a: <80%, delivered.a: 14}}
                """));

    List<PaperValues> printed = PaperValues.of(SweepFile.load(sample.file(), List.of(), List.of()));

    assertEquals(
        List.of(
            new PaperValues(labels("1ms", "30%"), values("through.a", "<80%", "delivered.a", "14")),
            new PaperValues(labels("2ms", "0%"), values("through.a", "100%"))),
        printed);
  }

  @Test
  void whereThePaperPrintsNothingNothingIsShown() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    assertEquals(List.of(), PaperValues.of(SweepFile.load(sample.file(), List.of(), List.of())));
  }

  /** A file with more variants than anyone compares with a paper is not asked for them all. */
  @Test
  void ofMoreThanAThousandVariantsThePaperIsNotShown() throws Exception {
    Experiment printed = printed("through.a", "100%");

    List<PaperValues> thousand = PaperValues.of(new MadeUpSweep(1000, index -> printed));

    assertEquals(1000, thousand.size());
    assertEquals(MadeUpTrials.labels("n", "999"), thousand.getLast().labels());
    assertEquals(List.of(), PaperValues.of(new MadeUpSweep(1001, index -> printed)));
  }

  @Test
  void aPaperThatPrintsNothingAndWhatIsNoExperimentAreLeftOut() throws Exception {
    Experiment printed = printed("through.a", "100%");
    Experiment silent = printed();
    MadeUpSweep sweep =
        new MadeUpSweep(3, index -> index == 0 ? silent : index == 1 ? refused() : printed);

    assertEquals(
        List.of(new PaperValues(MadeUpTrials.labels("n", "2"), values("through.a", "100%"))),
        PaperValues.of(sweep));
  }

  @Test
  void theReportHoldsWhatWasRunAndWhatCameOfIt() throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace(
                "experiment: sample\n",
                """
                experiment: sample
                title: ${delay} away
                description: The link takes ${delay}.
                paper:
                  cite: A. Author, 1984
                  section: "5"
                  figure: "9"
                  points:
                    - {at: {delay: 2ms, loss: 0%}, values: {through.a: 100%}}
                """));
    SweepPlan plan = sample.plan(Shard.WHOLE);

    SweepReportInput input = report(plan, List.of("through.a"));

    assertEquals(
        new ReportInput.Subject(
            "sample", "1ms…2ms away", "The link takes 1ms.…2ms.", "A. Author, 1984", "5", "9"),
        input.subject());
    assertEquals(
        new SweepReportInput.Provenance("virtual", "seeds 1–3", 18, Version.TEXT, "rani sweep it"),
        input.provenance());
    assertEquals(List.of("delay", "loss"), List.copyOf(input.variables().sequencedKeySet()));
    assertEquals(MadeUpTrials.labels("loss", "0%"), input.baseline());
    assertEquals("What is lost", input.plots().getFirst().title());
    assertEquals(List.of("through.a"), input.expected());
    assertEquals(
        List.of(new PaperValues(labels("2ms", "0%"), values("through.a", "100%"))), input.paper());
    assertEquals(18, input.rows().size());
    assertEquals(
        new SweepReportInput.Row(
            labels("1ms", "0%"),
            1,
            2,
            false,
            null,
            List.of(),
            MadeUpTrials.metrics("through.a", 0.5, "drops.total", 4),
            "rani run experiment.yaml --mode virtual --pick delay=1ms --pick loss=0% --trials 1"
                + " --seed 2"),
        input.rows().get(4));
  }

  @Test
  void whatTheFileDoesNotSayIsLeftOut() throws Exception {
    SweepReportInput input =
        report(new SweepSample(folder, 1).plan(Shard.WHOLE), List.of("through.a"));

    assertEquals(
        new ReportInput.Subject("sample", "sample", null, null, null, null), input.subject());
  }

  @Test
  void expectationsAreShownWithTheirBounds() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    SweepRun.in(
        MadeUpTrials.world(key -> MadeUpTrials.metrics("through.a", key.variant() < 5 ? 1 : 0.5)),
        sample.order("sweep", sample.plan(Shard.WHOLE), 1, false),
        SweepWatch.SILENT);

    List<SweepReportInput.Row> rows = read(sample.path("sweep")).rows();

    assertEquals(
        List.of(new SweepReportInput.Expected("most arrives", true, 1.0, "at least 85%")),
        rows.getFirst().expectations());
    assertEquals(
        List.of(new SweepReportInput.Expected("most arrives", false, 0.5, "at least 85%")),
        rows.getLast().expectations());
  }

  /** The first variant that makes an experiment tells what was run, of the first thousand. */
  @Test
  void aVariantThatIsNoExperimentTellsNothing() throws Exception {
    Experiment last = experiment("n is 4 of 4", null);
    Experiment second = experiment("n is 1 of 4", null);

    assertEquals(
        "n is 1…4 of 4",
        report(
                new MadeUpSweep(5, index -> index == 4 ? last : index == 0 ? refused() : second)
                    .plan(),
                List.of())
            .subject()
            .title());
    assertEquals(
        "n is 1 of 4",
        report(new MadeUpSweep(5, index -> index == 1 ? second : refused()).plan(), List.of())
            .subject()
            .title());
    MadeUpSweep late = new MadeUpSweep(1001, index -> index < 1000 ? refused() : last);
    assertEquals(Optional.empty(), write(late.plan(), 1, List.of()));
    MadeUpSweep inTime = new MadeUpSweep(1001, index -> index < 999 ? refused() : last);
    assertTrue(write(inTime.plan(), 1, List.of()).isPresent());
  }

  @Test
  void ofNoTrialsAndOfMoreThanAPageCanHoldThereIsNone() throws Exception {
    SweepPlan plan = new SweepSample(folder, 1).plan(Shard.WHOLE);
    SweepFolder sweep = journal(plan, 1);
    for (int count : new int[] {0, SweepReports.ROWS_MAX + 1}) {
      List<Rows.Place> places = Collections.nCopies(count, new Rows.Place(0, 1, 0, 0, 1));
      try (Rows rows = new Rows(sweep.journal(), places, new DamagedLines(sweep.journal()), 0, 0)) {
        assertEquals(
            Optional.empty(), SweepReports.write(plan, rows, sweep, "rani sweep it", List.of()));
      }
    }
    assertFalse(Files.exists(sweep.report()));
  }

  /** The page of choices has the metrics alone that are looked at, where a trial has them. */
  @Test
  void choicesThatAreTriedHaveAReportOfTheirOwn() throws Exception {
    Experiment experiment = experiment("choices", null);
    Tried tried =
        new Tried(
            List.of(),
            values(),
            List.of(),
            List.of(),
            "d1",
            values(),
            List.of(new Tried.Number(MadeUpTrials.labels("n", "0"), "through.a", "50%")));
    MadeUpSweep sweep = new MadeUpSweep(2, tried, index -> experiment);

    SweepPlan plan = sweep.plan();
    Path page = write(plan, 4, NamedMetrics.of(sweep)).orElseThrow();

    SensitivityInput input =
        assertInstanceOf(
                ReportFile.OfChoices.class, ReportFile.read(requireNonNull(page.getParent())))
            .input();
    assertEquals("d1", input.digest());
    assertEquals("choices", input.subject().title());
    assertEquals(4, input.rows().size());
    assertEquals(MadeUpTrials.metrics("through.a", 1), input.rows().getFirst().metrics());
    assertEquals(MadeUpTrials.metrics("through.a", 0.5), input.rows().get(1).metrics());
  }

  @Test
  void choicesAreToldWithWhatIsShipped() throws Exception {
    Location at = Location.ofFile("choices.yaml");
    Choice free =
        new Choice(
            "red.wq",
            at,
            List.of("red", "wq"),
            List.of(
                new Choice.Alternative("0.001", at, List.of(), "as in ns"),
                new Choice.Alternative("0.01", at, List.of(), "")),
            "");
    Choice fixed = new Choice("start", at, List.of(), List.of(), "nothing else is said");
    Tried.Number number = new Tried.Number(labels("1ms", "0%"), "drops.total", "39");
    Tried tried =
        new Tried(
            List.of(free, fixed),
            values("red.wq", "0.002"),
            List.of("red.wq=0.01"),
            List.of("start: set aside"),
            "d1",
            values("loss", "0%"),
            List.of(number));
    ReportInput.Subject subject =
        new ReportInput.Subject("sample", "title", null, null, null, null);
    SweepReportInput.Provenance provenance =
        new SweepReportInput.Provenance("virtual", "seed 1", 1, "1", "rani sensitivity");

    SensitivityInput input = SweepReports.choices(tried, subject, provenance, List.of());

    assertEquals(
        new SensitivityInput(
            subject,
            "d1",
            values("loss", "0%"),
            List.of(
                new SensitivityInput.TriedChoice(
                    "red.wq",
                    "0.002",
                    List.of(
                        new SensitivityInput.TriedAlternative("red.wq=0.001", "0.001", "as in ns"),
                        new SensitivityInput.TriedAlternative("red.wq=0.01", "0.01", "")),
                    ""),
                new SensitivityInput.TriedChoice("start", "", List.of(), "nothing else is said")),
            List.of("red.wq=0.01"),
            List.of("start: set aside"),
            List.of(new Tried.Number(labels("1ms", "0%"), "drops.total", "39")),
            provenance,
            List.of()),
        input);
  }

  @Test
  void aTitleWithVariablesSpeaksOfAllVariants() {
    assertEquals("10ms…50ms away", SweepReports.ofAll("10ms away", "50ms away"));
    assertEquals("the same", SweepReports.ofAll("the same", "the same"));
    assertEquals("one", SweepReports.ofAll("one", "two words"));
  }

  private SweepReportInput report(SweepPlan plan, List<String> metrics) throws Exception {
    Path page = write(plan, plan.trials(), metrics).orElseThrow();
    assertEquals("report.html", page.getFileName().toString());
    assertTrue(Files.isRegularFile(page), page::toString);
    return read(requireNonNull(page.getParent()));
  }

  private static SweepReportInput read(Path folder) throws LabFailure {
    return assertInstanceOf(ReportFile.Sweep.class, ReportFile.read(folder)).input();
  }

  /** Of the first trials. */
  private Optional<Path> write(SweepPlan plan, long trials, List<String> metrics) throws Exception {
    SweepFolder sweep = journal(plan, trials);
    try (Rows rows = JournalRows.of(sweep)) {
      return SweepReports.write(plan, rows, sweep, "rani sweep it", metrics);
    }
  }

  private SweepFolder journal(SweepPlan plan, long trials) throws IOException {
    return MadeUpTrials.journal(
        Files.createTempDirectory(folder, "sweep"),
        plan,
        MadeUpTrials.HALVES,
        LongStream.range(0, trials).boxed().toList());
  }

  private Experiment printed(String... values) throws Exception {
    return experiment("printed", new Paper("A. Author, 1984", "", "", values(values)));
  }

  private Experiment experiment(String title, @Nullable Paper paper) throws Exception {
    Experiment sample =
        SweepFile.load(new SweepSample(folder, 1).file(), List.of(), List.of())
            .variant(0)
            .experiment();
    return new Experiment(
        "made-up",
        title,
        "",
        paper,
        sample.topology(),
        1,
        1,
        sample.traffic(),
        sample.run(),
        sample.measure(),
        sample.expectations(),
        Pace.ORIGINAL,
        List.of());
  }

  private Experiment refused() throws FileError {
    throw new FileError(Location.ofFile("made-up.yaml"), "makes no sense", "");
  }

  private static SequencedMap<String, String> labels(String delay, String loss) {
    return values("delay", delay, "loss", loss);
  }

  private static SequencedMap<String, String> values(String... keysAndValues) {
    SequencedMap<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return values;
  }
}
