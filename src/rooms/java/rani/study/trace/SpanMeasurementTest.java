// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.report.run.ExperimentRun;
import rani.report.run.SweepRun;
import rani.study.expectation.MetricPatterns;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.study.sweep.MadeUpTrials;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepSample;
import rani.study.sweep.SweepWatch;
import rani.study.trial.ExperimentResult;
import rani.study.trial.RunOptions;

/** Another span of finished runs and sweeps. */
class SpanMeasurementTest {
  /** A packet of 1000 B, as by default, arrives every 10 ms, from 1 ms after go on. */
  private static final String EXPERIMENT =
      """
      experiment: even
      topology: {nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {delay: 1ms}}}
      traffic: [{from: n1, to: n2, kind: cbr, packets: 100, rate: 100packet/s}]
      run: {until: traffic-done, linger: 100ms, max: 5s}
      """;

  private static final double EVEN_BITS_PER_SECOND = 100 * 1000 * 8;

  @TempDir private Path folder;

  private ExperimentResult run() throws Exception {
    Path file = Files.writeString(folder.resolve("even.yaml"), EXPERIMENT);
    Experiment experiment = SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
    RunOptions options =
        new RunOptions(
            RunOptions.Mode.VIRTUAL,
            true,
            Transport.best(),
            7,
            1,
            Optional.empty(),
            "rani run even.yaml");
    return new ExperimentRun(
            experiment, options, RunDirectory.at(folder.resolve("run")), Progress.SILENT)
        .execute();
  }

  private SpanMeasurement.Result measured(long fromMillis, long untilMillis) throws Exception {
    return SpanMeasurement.of(
        folder.resolve("run"), Optional.empty(), span(fromMillis, untilMillis));
  }

  private static SpanMeasurement.Asked span(long fromMillis, long untilMillis) {
    return new SpanMeasurement.Asked(
        OptionalLong.of(fromMillis * 1_000_000), OptionalLong.of(untilMillis * 1_000_000));
  }

  @Test
  void aSpanOfAVirtualRunIsMeasuredByRunningItAgain() throws Exception {
    ExperimentResult recorded = run();

    SpanMeasurement.Result result = measured(200, 700);

    assertTrue(result.asRecorded());
    assertFalse(result.fromTraces());
    assertEquals(EVEN_BITS_PER_SECOND, requireNonNull(result.metrics().get("throughput.n1")), 1e-6);
    assertEquals(100, result.metrics().get("delivered.n1"), "over the whole run");
    assertEquals(
        EVEN_BITS_PER_SECOND / 0.991,
        requireNonNull(recorded.metrics().get("throughput.n1")),
        1,
        "until the last of them arrives, 991 ms after go");
    SpanMeasurement.Result whole =
        SpanMeasurement.of(
            folder.resolve("run"),
            Optional.empty(),
            new SpanMeasurement.Asked(OptionalLong.empty(), OptionalLong.empty()));
    assertEquals(recorded.metrics(), whole.metrics());

    Path json = folder.resolve("run/result.json");
    String digest = recorded.digest().orElseThrow();
    Files.writeString(json, Files.readString(json).replace(digest, "0".repeat(64)));
    assertFalse(measured(200, 700).asRecorded(), "a digest that differs is noticed");
  }

  /** The last packet leaves at 990 ms, and the run goes on for 100 ms. */
  @Test
  void aSpanBeyondTheEndIsRefused() throws Exception {
    run();

    for (long until : List.of(6000L, 2000L)) {
      FileError error = assertThrows(FileError.class, () -> measured(200, until));
      assertTrue(error.getMessage().contains("--until"), error::getMessage);
      assertTrue(error.getMessage().contains("after the end of the run"), error::getMessage);
    }
    FileError error = assertThrows(FileError.class, () -> measured(300, 300));
    assertTrue(error.getMessage().contains("--from"), error::getMessage);
  }

  /** Of a variant without loss ten of twenty packets come within the first 100 ms. */
  @Test
  void theTrialsOfAPickAreSummedUp() throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    sample.run("sweep", Shard.WHOLE, 1);
    SweepFolder sweep = new SweepFolder(sample.path("sweep"));
    MetricPatterns metrics = MetricPatterns.of(List.of("through*.a"), "--metric");

    SweepMeasurement.Result result =
        SweepMeasurement.of(sweep, List.of("loss=0%"), span(0, 100), metrics, 2, SweepWatch.SILENT);

    assertTrue(result.asRecorded());
    assertEquals(2, result.variants().size());
    for (SweepMeasurement.OfVariant variant : result.variants()) {
      assertEquals(3, variant.trials());
      assertEquals(
          List.of("through.a", "throughput.a"),
          variant.metrics().sequencedKeySet().stream().sorted().toList());
      assertEquals(
          EVEN_BITS_PER_SECOND, requireNonNull(variant.metrics().get("throughput.a")).mean(), 1e-6);
      assertEquals(0, variant.metrics().get("throughput.a").halfWidth95(), 1e-6);
    }
    FileError error =
        assertThrows(
            FileError.class,
            () ->
                SweepMeasurement.of(
                    sweep, List.of("loss=1%"), span(0, 100), metrics, 1, SweepWatch.SILENT));
    assertTrue(error.getMessage().contains("loss=1%"), error::getMessage);
  }

  /** A sweep without digests is known by its metrics, which are made up here. */
  @Test
  void aSweepThatDoesSomethingElseNowIsNoticed() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    SweepRun.in(
        MadeUpTrials.world(MadeUpTrials.HALVES),
        sample.order("sweep", sample.plan(Shard.WHOLE), 1, false),
        SweepWatch.SILENT);

    SweepMeasurement.Result result =
        SweepMeasurement.of(
            new SweepFolder(sample.path("sweep")),
            List.of(),
            span(0, 100),
            MetricPatterns.of(List.of("drops.total"), "--metric"),
            1,
            SweepWatch.SILENT);

    assertFalse(result.asRecorded());
    assertTrue(result.remarks().toString().contains("the code has changed"), result::toString);
  }

  @Test
  void aMetricThatThereIsNotIsRefusedWithTheNearest() throws Exception {
    FileError error =
        assertThrows(FileError.class, () -> MetricPatterns.of(List.of("troughput.n1"), "--metric"));
    assertTrue(error.getMessage().contains("did you mean `throughput.n1`?"), error::getMessage);
    MetricPatterns metrics = MetricPatterns.of(List.of("throughput.n2", "lgc.*"), "--metric");
    FileError unmeasured =
        assertThrows(FileError.class, () -> metrics.select(List.of("throughput.n1")));
    assertTrue(
        unmeasured.getMessage().contains("did you mean `throughput.n1`?"), unmeasured::getMessage);
    assertTrue(unmeasured.getMessage().contains("lgc.*"), unmeasured::getMessage);
  }

  @Test
  void whatHasNoExperimentIsRefused() throws Exception {
    Path trace = Files.writeString(folder.resolve("n1.trace"), "");
    LabFailure failure =
        assertThrows(
            LabFailure.class, () -> SpanMeasurement.of(trace, Optional.empty(), span(0, 1)));
    assertTrue(String.valueOf(failure.getMessage()).contains("name the folder"), failure::toString);
  }
}
