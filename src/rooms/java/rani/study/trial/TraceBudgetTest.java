// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.session.TraceTarget;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.testbed.Trust;

/** What is said of a live run's traces before they are written, and what a limit does. */
class TraceBudgetTest {
  private static final long QUARTER_HOUR = 900_000_000_000L;

  @TempDir private Path folder;

  @Test
  void whatFitsIsToldIfItIsMuch() throws Exception {
    TraceBudget budget = new TraceBudget(8_000_000_000L, 40_000_000_000L, false);
    assertEquals(
        Optional.of("traces come to about 1.6 GB in 15min; 40.0 GB are free"),
        budget.judge(new TraceForecast(1_600_000_000, 400_000_000, QUARTER_HOUR, false), 6));
    assertEquals(
        Optional.empty(), budget.judge(new TraceForecast(99_000_000, 1, QUARTER_HOUR, false), 6));
  }

  @Test
  void whatDoesNotFitIsRefusedUnlessItIsSaid() throws Exception {
    TraceForecast forecast =
        new TraceForecast(12_000_000_000L, 3_000_000_000L, QUARTER_HOUR, false);

    LabFailure refused =
        assertThrows(
            LabFailure.class,
            () -> new TraceBudget(5_000_000_000L, 10_000_000_000L, false).judge(forecast, 5));
    assertEquals(
        "traces come to about 12.0 GB in 15min, that of the busiest node to 3.0 GB, where each of 5"
            + " may have 1.0 GB; 10.0 GB are free. Say how much they may have, behind which they"
            + " end: --trace-limit 5GB",
        refused.getMessage());
    assertEquals(
        Optional.of(
            "traces come to about 12.0 GB in 15min, that of the busiest node to 3.0 GB, where each"
                + " of 5 may have 1.0 GB, and end there"),
        new TraceBudget(5_000_000_000L, 10_000_000_000L, true).judge(forecast, 5));
  }

  @Test
  void aRunThatMayEndBeforeIsToldAlone() throws Exception {
    assertEquals(
        Optional.of(
            "traces come to about 12.0 GB if it takes all of 15min, that of the busiest node to 3.0"
                + " GB, where each of 5 may have 1.0 GB, and end there"),
        new TraceBudget(5_000_000_000L, 10_000_000_000L, false)
            .judge(new TraceForecast(12_000_000_000L, 3_000_000_000L, QUARTER_HOUR, true), 5));
  }

  @Test
  void whereNothingIsSaidHalfOfWhatIsFreeIsTheMost() throws Exception {
    TraceBudget usual = TraceBudget.of(folder, OptionalLong.empty());
    assertTrue(usual.bytesMax() <= TraceTarget.BYTES_MAX);
    assertTrue(usual.bytesMax() <= Math.max(usual.freeBytes() / 2, 100_000), usual::toString);
    assertEquals(1_000_000, TraceBudget.of(folder, OptionalLong.of(1_000_000)).bytesMax());
  }

  @Test
  void aTraceThatReachesItsLimitEndsAndMakesTheRunDoubtful() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("e.yaml"),
            """
            experiment: e
            topology:
              topology: t
              nodes: {n1: {}, n2: {}}
              links: {n1 -- n2: {delay: 1ms}}
            traffic: [{from: n1, to: n2, kind: cbr, packets: 2000, rate: 2000packet/s}]
            run: {linger: 100ms, max: 30s}
            live: {trace-limit: 200kB}
            """);
    Experiment experiment = SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
    RunDirectory run = RunDirectory.at(folder.resolve("run"));
    RunOptions options =
        new RunOptions(RunOptions.Mode.LIVE, true, Transport.NIO, 1, 1, Optional.empty(), "");
    List<String> said = new ArrayList<>();

    Trial trial = LiveTrial.run(experiment, 1, options, run, said::add);

    assertEquals(Trust.Verdict.DOUBTFUL, trial.trust().verdict());
    String reasons = String.join("\n", trial.trust().reasons());
    assertTrue(
        reasons.contains("its trace has reached its limit of 100000 bytes, and ends there"),
        reasons);
    Matcher cut =
        Pattern.compile("a trace reached its limit ([0-9.]+) s after go: nothing").matcher(reasons);
    assertTrue(cut.find(), reasons);
    try (Stream<Path> traces = Files.list(run.path().resolve("trace"))) {
      for (Path trace : traces.toList()) {
        assertTrue(Files.size(trace) <= 100_000, trace + " has " + Files.size(trace));
      }
    }
    // What services know is known to the end, what traces tell to the limit.
    assertEquals(2000.0, trial.metrics().get("offered.n1"));
    assertEquals(
        Double.parseDouble(cut.group(1)),
        Objects.requireNonNull(trial.metrics().get("duration-seconds")),
        0.001);
    assertTrue(said.stream().anyMatch(line -> line.contains("and end there")), said::toString);
  }
}
