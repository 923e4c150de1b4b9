// SPDX-License-Identifier: Apache-2.0
package rani.study.compare;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.report.run.ExperimentRun;
import rani.study.compare.FinishedRun.Trial;
import rani.study.compare.RunComparison.OfMetric;
import rani.study.compare.RunComparison.OfVariant;
import rani.study.compare.RunComparison.WithOther;
import rani.study.expectation.MetricPatterns;
import rani.study.experiment.Experiment;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.statistics.MeanDifference;
import rani.study.sweep.MadeUpTrials;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepSample;
import rani.study.trial.RunOptions;

/** Runs beside each other, made up ones and real ones. */
class RunComparisonTest {
  private static final String EXPERIMENT =
      """
      experiment: small
      topology: {nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {delay: 1ms}}}
      traffic: [{from: n1, to: n2, kind: cbr, packets: 20, rate: 100packet/s}]
      run: {until: traffic-done, linger: 100ms, max: 5s}
      """;

  /** Hours of sleep gained by two drugs (R's data set {@code sleep}). */
  private static final double[] ONE = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};

  private static final double[] OTHER = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

  @TempDir private Path folder;

  private FinishedRun madeUp(String name, List<Trial> trials) {
    return new FinishedRun(
        folder.resolve(name),
        "sleep",
        "virtual",
        "c",
        trials,
        new LinkedHashSet<>(List.of("throughput.n1")));
  }

  private static List<Trial> trials(
      SequencedMap<String, String> labels, long seed, double[] hours) {
    List<Trial> trials = new ArrayList<>();
    for (double each : hours) {
      trials.add(
          new Trial(
              labels,
              seed + trials.size(),
              null,
              Map.of("throughput.n1", each, "drops.total", 7.0, "lgc.triggers", each * each)));
    }
    return trials;
  }

  private static RunComparison compared(List<FinishedRun> runs, String... picks) throws Exception {
    return RunComparison.of(runs, List.of(picks), MetricPatterns.of(List.of(), "--metric"));
  }

  private static OfMetric only(RunComparison comparison, String metric) {
    return requireNonNull(
        comparison.others().getFirst().variants().getFirst().metrics().get(metric));
  }

  /** p of R's paired t test is 0.002833; it is the only named metric, and one of three in all. */
  @Test
  void trialsWithCommonSeedsArePairsWhateverTheirOrder() throws Exception {
    SequencedMap<String, String> none = new LinkedHashMap<>();
    RunComparison comparison =
        compared(
            List.of(
                madeUp("a", trials(none, 1, ONE)), madeUp("b", trials(none, 1, OTHER).reversed())));

    MeanDifference named = only(comparison, "throughput.n1").difference();
    assertEquals(MeanDifference.Test.PAIRED, named.test());
    assertEquals(0.002833, named.p(), 5e-7);
    assertEquals(named.p(), named.correctedP());
    assertEquals(1, named.family());
    assertEquals(3, only(comparison, "lgc.triggers").difference().family());
    assertTrue(only(comparison, "drops.total").difference().isSame());
    assertEquals(
        List.of("throughput.n1", "drops.total", "lgc.triggers"),
        List.copyOf(
            comparison.others().getFirst().variants().getFirst().metrics().sequencedKeySet()));
  }

  /** p of R's Welch test is 0.07939. */
  @Test
  void trialsWithOtherSeedsAreComparedByTheirMeans() throws Exception {
    SequencedMap<String, String> none = new LinkedHashMap<>();
    RunComparison comparison =
        compared(List.of(madeUp("a", trials(none, 1, ONE)), madeUp("b", trials(none, 11, OTHER))));

    MeanDifference difference = only(comparison, "throughput.n1").difference();
    assertEquals(MeanDifference.Test.WELCH, difference.test());
    assertEquals(0.07939, difference.p(), 5e-6);
    assertEquals(0, comparison.others().getFirst().commonSeeds());
  }

  @Test
  void variantsAreFoundByTheirLabels() throws Exception {
    List<Trial> before = trials(MadeUpTrials.labels("aqm", "red", "delay", "1ms"), 1, ONE);
    before.addAll(trials(MadeUpTrials.labels("aqm", "codel", "delay", "1ms"), 1, OTHER));
    List<Trial> after = trials(MadeUpTrials.labels("delay", "1ms", "aqm", "codel"), 1, OTHER);
    FinishedRun sweep = madeUp("a", before);

    WithOther other = compared(List.of(sweep, madeUp("b", after))).others().getFirst();

    assertEquals(1, other.variants().size());
    assertEquals("codel", other.variants().getFirst().labels().get("aqm"));
    OfMetric same = other.variants().getFirst().metrics().get("throughput.n1");
    assertTrue(requireNonNull(same).difference().isSame());
    assertEquals(1, other.onlyBefore());
    assertEquals(0, other.onlyAfter());

    FinishedRun run = madeUp("c", trials(new LinkedHashMap<>(), 1, OTHER));
    LabFailure failure = assertThrows(LabFailure.class, () -> compared(List.of(sweep, run)));
    assertTrue(
        String.valueOf(failure.getMessage()).contains("--pick 'aqm=red'"), failure::toString);
    OfVariant picked =
        compared(List.of(sweep, run), "aqm=red").others().getFirst().variants().getFirst();
    assertEquals(Map.of(), picked.labels());
    assertEquals(
        1.58, requireNonNull(picked.metrics().get("throughput.n1")).difference().mean(), 1e-12);
    FileError error = assertThrows(FileError.class, () -> compared(List.of(sweep, run), "aqm=rde"));
    assertTrue(error.getMessage().contains("did you mean `red`?"), error::getMessage);
  }

  private FinishedRun run(String name, String experiment, long seed, int trials) throws Exception {
    return run(name, experiment, List.of(), seed, trials);
  }

  private FinishedRun run(String name, String experiment, List<String> picks, long seed, int trials)
      throws Exception {
    Path file = Files.writeString(folder.resolve("small.yaml"), experiment);
    Sweep sweep = SweepFile.load(file, List.of(), picks);
    Experiment small = sweep.variant(0).experiment();
    RunOptions options =
        new RunOptions(
            RunOptions.Mode.VIRTUAL,
            true,
            Transport.best(),
            seed,
            trials,
            Optional.empty(),
            "rani run small.yaml");
    ExperimentRun run =
        new ExperimentRun(small, options, RunDirectory.at(folder.resolve(name)), Progress.SILENT);
    run.plot(sweep.plots(), sweep.labels(0));
    run.execute();
    return FinishedRun.read(folder.resolve(name));
  }

  /** The link takes 1 ms longer: so do all packets, and nothing else changes. */
  @Test
  void whatADifferenceOfTwoFilesDoesIsSeen() throws Exception {
    FinishedRun before = run("before", EXPERIMENT, 7, 3);
    FinishedRun again = run("again", EXPERIMENT, 7, 3);
    FinishedRun longer = run("longer", EXPERIMENT.replace("1ms", "2ms"), 8, 3);

    RunComparison comparison = compared(List.of(before, again, longer));

    WithOther same = comparison.others().getFirst();
    assertEquals(3, same.sameDigests());
    assertEquals(List.of(), same.files());
    WithOther other = comparison.others().getLast();
    assertEquals(2, other.commonSeeds(), "8 and 9");
    assertEquals(2, other.digests());
    assertEquals(0, other.sameDigests());
    assertEquals(
        List.of("1ms → 2ms"),
        other.files().stream()
            .map(FileDifference::toString)
            .filter(line -> line.contains("delay"))
            .map(line -> line.substring(line.indexOf(": ") + 2))
            .toList());
    OfMetric delay = other.variants().getFirst().metrics().get("delay.n1.mean");
    assertEquals(0.001, requireNonNull(delay).difference().mean(), 1e-9);
    assertEquals(2, delay.before().count());
    OfMetric delivered = other.variants().getFirst().metrics().get("delivered.n1");
    assertTrue(requireNonNull(delivered).difference().isSame());
  }

  /** A chart over a variable is not drawn of one variant, and its metrics are looked at even so. */
  @Test
  void runsOfTwoVariantsHaveTheMetricsOfAllPlotsAndDifferInTheVariableAlone() throws Exception {
    String varied =
        EXPERIMENT.replace("1ms}", "\"${hop}\"}")
            + """
            sweep: {variables: {hop: [1ms, 2ms]}}
            plots:
              - {title: Delay by hop, x: hop, metric: delay.n1.mean}
              - {title: Delay in time, x: time, metric: delay.n1, where: {hop: 1ms}}
            """;

    RunComparison comparison =
        compared(
            List.of(
                run("one", varied, List.of("hop=1ms"), 7, 2),
                run("other", varied, List.of("hop=2ms"), 7, 2)));

    assertEquals(List.of("delay.n1.mean"), List.copyOf(comparison.named()));
    assertEquals(
        List.of("topology.links.n1 -- n2.delay: 1ms → 2ms"),
        comparison.others().getFirst().files().stream().map(FileDifference::toString).toList());
    assertEquals(0.001, only(comparison, "delay.n1.mean").difference().mean(), 1e-9);
  }

  @Test
  void aSweepIsComparedWithItself() throws Exception {
    new SweepSample(folder, 2).run("sweep", Shard.WHOLE, 1);
    FinishedRun sweep = FinishedRun.read(folder.resolve("sweep"));

    WithOther other = compared(List.of(sweep, sweep)).others().getFirst();

    assertEquals(6, other.variants().size());
    assertEquals(12, other.sameDigests());
    assertTrue(
        other.variants().stream()
            .flatMap(variant -> variant.metrics().values().stream())
            .allMatch(metric -> metric.difference().isSame()));
  }

  @Test
  void aFolderOfNothingIsRefused() {
    assertThrows(LabFailure.class, () -> FinishedRun.read(folder));
    assertThrows(LabFailure.class, () -> FinishedRun.read(folder.resolve("nowhere")));
  }
}
