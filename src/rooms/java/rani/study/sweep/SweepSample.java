// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import rani.ground.LabFailure;
import rani.report.run.SweepRun;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.study.trial.RunOptions;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;

/** A small sweep whose trials take a moment and differ from seed to seed. */
public final class SweepSample {
  public static final String CODE = "c0de".repeat(16);

  private static final String TEXT =
      """
      experiment: sample
      topology:
        topology: pair
        nodes: {a: {}, b: {}}
        links: {a -- b: {delay: "${delay}", loss: "${loss}"}}
      traffic:
        - {from: a, to: b, kind: cbr, rate: 100packet/s, packets: 20}
      run: {until: traffic-done, linger: 100ms, max: 5s}
      sweep:
        variables:
          delay: [1ms, 2ms]
          loss: [10%%, 0%%, 30%%]
        repeat: %d
        baseline: {loss: 0%%}
      plots:
        - {title: What is lost, x: loss, metric: harm.through.a}
      expect:
        - {name: most arrives, metric: through.a, at-least: 85%%}
      """;

  private final Path folder;
  private final Path file;

  public SweepSample(Path folder, int repeat) throws IOException {
    this.folder = folder;
    this.file = Files.writeString(folder.resolve("sample.yaml"), TEXT.formatted(repeat));
  }

  public Path file() {
    return file;
  }

  public SweepPlan plan(Shard shard) throws Exception {
    return new SweepPlan(
        SweepFile.load(file, List.of(), List.of()),
        RunOptions.Mode.VIRTUAL,
        CODE,
        OptionalInt.empty(),
        OptionalLong.empty(),
        shard,
        true);
  }

  public SweepOutcome run(String name, Shard shard, int jobs) throws Exception {
    return SweepRun.in(WORLD, order(name, plan(shard), jobs, false), SweepWatch.SILENT);
  }

  public SweepOutcome resume(String name, SweepPlan plan, TrialRunner.World world)
      throws Exception {
    return SweepRun.in(world, order(name, plan, 1, true), SweepWatch.SILENT);
  }

  public SweepRun.Order order(String name, SweepPlan plan, int jobs, boolean resume) {
    return new SweepRun.Order(
        plan, path(name), resume, jobs, "rani sweep sample.yaml", "rani sweep --resume");
  }

  public Path path(String name) {
    return folder.resolve(name);
  }

  public String results(String name) throws IOException {
    return Files.readString(new SweepFolder(path(name)).results());
  }

  public static final TrialRunner.World WORLD = SweepSample::run;

  private static Trial run(Experiment experiment, SweepPlan.Key key, String replay)
      throws LabFailure {
    return VirtualTrial.run(experiment, key.seed(), Optional.empty(), replay);
  }

  /** The same, counted. */
  public static TrialRunner.World counted(AtomicInteger count) {
    return (experiment, key, replay) -> {
      count.incrementAndGet();
      return run(experiment, key, replay);
    };
  }
}
