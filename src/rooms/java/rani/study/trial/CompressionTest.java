// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.service.metric.MetricInterval.LIVES;
import static rani.service.metric.MetricUnit.SECONDS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.FileError;
import rani.service.metric.MetricRow;
import rani.study.expectation.Bound;
import rani.study.expectation.Expectation;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;
import rani.study.experiment.ExperimentText;
import rani.study.experiment.SweepFile;
import rani.study.observe.MetricSheet;

/** Whatever is counted comes out the same at another pace. */
class CompressionTest {
  private static final String DURATION = "duration-seconds";
  private static final Path EXPERIMENTS = Path.of("../..", "config", "experiments");

  @ParameterizedTest
  @CsvSource({
    "lgc-1-basic, 10, 1",
    "lgc-1-basic, 10, 2",
    "lgc-2-mobility, 10, 3",
    "lgc-2-mobility, 0.25, 4",
    "lgc-3-two-greedy, 8, 5",
    "rdp-saw-tooth, 0.5, 6"
  })
  void countsDoNotChangeAndTimesDoAsMuchAsWasAskedFor(String name, double factor, long seed)
      throws Exception {
    Experiment written = load(name, "measure.from=0s");
    Experiment changed = load(name, "measure.from=0s", "compress=" + factor);
    assertEquals(factor, changed.pace().now());

    Trial slow = run(written, seed);
    Trial fast = run(changed, seed);

    assertEquals(counts(slow), counts(fast));
    assertTrue(fast.passed(), () -> fast.expectations().toString());
    slow.metrics()
        .forEach(
            (metric, value) -> {
              MetricRow row = MetricSheet.find(metric).orElseThrow().row();
              double other = fast.metrics().getOrDefault(metric, Double.NaN);
              if (row.unit().isTimed() && !metric.equals(DURATION)) {
                // The lab looks for the end now and then: what is divided by the span is a count.
                boolean isPart = row.interval() != LIVES && row.unit() != SECONDS;
                double expected = isPart ? value * seconds(slow) : row.unit().atPace(value, factor);
                double found = isPart ? other * seconds(fast) : other;
                double told = metric.startsWith("rdp.srtt.") ? 2e-6 : 0; // notes have microseconds
                assertEquals(expected, found, told + 1e-6 * expected, metric);
              }
            });
  }

  @Test
  void boundsInTheUnitOfMetricsAreScaledLikeThoseThatSayTheirs(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("compress.yaml");
    Files.writeString(
        file,
        """
        experiment: compress
        paper:
          cite: a paper
          values: {throughput.a: 400000, delay.a.max: "<= 1", relative.delay.a.max: 2}
          points:
            - at: {n: 500}
              values:
                abcd.triplet.mean: 1000 within 10%
                dropped-per-second.a: 3.5
                delivered.a: 500
        topology:
          topology: compress
          nodes: {a: {}, s: {}}
          links: {a -- s: {rate: 1Mbit/s}}
        traffic:
          - {from: a, to: s, kind: cbr, rate: 50packet/s, packets: "${n: 500}", size: 1000B}
        run: {until: traffic-done, linger: 300ms, max: 60s}
        expect:
          - {name: in the unit of metrics, metric: throughput.a, between: [380000, 420000]}
          - {name: with a unit, metric: throughput.a, between: [380kbit/s, 420kbit/s]}
          - {name: of the machine, metric: cpu.seconds.a, below: 5s}
        """);

    Experiment twice =
        SweepFile.load(file, List.of("compress=2"), List.of()).variant(0).experiment();

    assertEquals(
        List.of("[760000.0, 840000.0]", "[760000.0, 840000.0]", "[5.0]"),
        twice.expectations().stream()
            .map(one -> one.bound().limits().stream().map(Bound.Limit::number).toList().toString())
            .toList());
    assertEquals(
        Map.of(
            "throughput.a", "800000",
            "delay.a.max", "<= 0.5",
            "relative.delay.a.max", "2",
            "abcd.triplet.mean", "2000 within 10%",
            "dropped-per-second.a", "7",
            "delivered.a", "500"),
        Objects.requireNonNull(twice.paper()).values());
    Trial trial = run(twice, 1);
    assertEquals(
        List.of(true, true, false),
        trial.expectations().stream().map(Expectation.Result::passed).toList());
  }

  @Test
  void whatARunWroteDownIsNotCompressedAgain(@TempDir Path folder) throws Exception {
    Experiment changed = load("lgc-1-basic", "compress=10");
    Path resolved = folder.resolve("experiment.yaml");
    Files.writeString(resolved, ExperimentText.print(changed));

    assertEquals(changed, ExperimentFile.load(resolved, List.of()));
    assertEquals(
        changed.pace().now(), ExperimentFile.load(resolved, List.of()).forLive().pace().now());
  }

  @Test
  void aLiveRunHasItsOwnPace() throws Exception {
    Experiment written = load("lgc-1-basic", "live.compress=4");

    assertEquals(1, written.pace().now());
    assertEquals(4, written.forLive().pace().now());
    assertEquals(written.forLive(), written.forLive().forLive());
    assertEquals(load("lgc-1-basic", "compress=4").topology(), written.forLive().topology());
  }

  @Test
  void aLiveRunIsNotAskedWhatOnlyVirtualRunsCanPromise() throws Exception {
    Experiment written = load("lgc-1-basic", "expect.exactly one trigger.virtual-only=true");

    Experiment live = written.forLive();

    assertEquals(written.expectations().size() - 1, live.expectations().size());
    assertTrue(
        live.expectations().stream().noneMatch(one -> one.name().equals("exactly one trigger")));
  }

  @Test
  void aFactorThatIsNoneIsAnErrorWithItsPlace() {
    FileError error = assertThrows(FileError.class, () -> load("lgc-1-basic", "compress=ten"));
    assertTrue(error.getMessage().contains("compress"), error::getMessage);
    assertThrows(FileError.class, () -> load("lgc-1-basic", "compress=0"));
    assertThrows(FileError.class, () -> load("lgc-1-basic", "live.compress=1000000"));
  }

  private static Experiment load(String name, String... sets) throws FileError {
    return SweepFile.load(EXPERIMENTS.resolve(name + ".yaml"), List.of(sets), List.of())
        .variant(0)
        .experiment();
  }

  private static Trial run(Experiment experiment, long seed) throws Exception {
    return VirtualTrial.run(experiment, seed, Optional.empty(), "no command");
  }

  private static double seconds(Trial trial) {
    return trial.metrics().getOrDefault(DURATION, Double.NaN);
  }

  /** All metrics without time in them, and without what is averaged over time. */
  private static SequencedMap<String, Double> counts(Trial trial) {
    var counts = new LinkedHashMap<String, Double>(trial.metrics());
    counts
        .keySet()
        .removeIf(
            metric ->
                MetricSheet.find(metric).orElseThrow().row().unit().isTimed()
                    || metric.startsWith("link.utilisation.")
                    || metric.endsWith(".average-max"));
    return counts;
  }
}
