// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.lab.experiment.Experiment;
import rani.lab.experiment.ExperimentFile;
import rani.lab.experiment.ExperimentText;
import rani.lab.experiment.SweepFile;
import rani.lab.file.FileError;

/** Whatever is counted comes out the same at another pace. */
class CompressionTest {
  private static final Path EXPERIMENTS = Path.of("..", "config", "experiments");

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
            (metric, seconds) -> {
              if (metric.equals("rdp.delivered.total")) {
                double other = fast.metrics().getOrDefault(metric, Double.NaN);
                assertEquals(seconds * factor, other, 1e-6 * seconds * factor, metric);
              }
              if (metric.matches("delay\\..*\\.mean|lgc\\.gap-seconds|filter\\.seconds\\..*")) {
                double other = fast.metrics().getOrDefault(metric, Double.NaN);
                assertEquals(seconds / factor, other, 1e-6 * seconds / factor, metric);
              }
            });
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

  /** All metrics but times, rates, and what times are part of. */
  private static SequencedMap<String, Double> counts(Trial trial) {
    var counts = new LinkedHashMap<String, Double>(trial.metrics());
    counts
        .keySet()
        .removeIf(
            metric ->
                metric.contains("seconds")
                    || metric.startsWith("delay.")
                    || metric.startsWith("rdp.goodput.")
                    || metric.startsWith("rdp.delivered.")
                    || metric.contains("-per-second.")
                    || metric.startsWith("throughput.")
                    || metric.startsWith("link.utilisation.")
                    || metric.startsWith("filter.seconds.")
                    || metric.endsWith(".average-max"));
    return counts;
  }
}
