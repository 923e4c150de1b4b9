// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.nodehost.folder.RunDirectory;
import rani.study.experiment.Experiment;
import rani.study.observe.LiveMetrics;
import rani.study.trial.LiveTrial;
import rani.study.trial.RunOptions;
import rani.study.trial.Trial;
import rani.testbed.Trust;

/** Repeats a live trial while its trust is doubtful, as often as its file allows. */
public final class RetriedTrial {
  private RetriedTrial() {}

  @FunctionalInterface
  interface Once {
    Trial run(int time) throws LabFailure;
  }

  /**
   * Runs a live trial; the k-th run's folder has {@code -again-K} behind its name. Returns the last
   * run, with the metrics {@code live.runs} and {@code live.doubtful} (1 or 0).
   */
  public static Trial run(
      Experiment experiment, long seed, RunOptions options, Path folder, Progress progress)
      throws LabFailure {
    return run(
        experiment.run().live().doubtfulAgainMax(),
        progress,
        time ->
            LiveTrial.run(
                experiment,
                seed,
                options,
                RunDirectory.at(
                    time == 1
                        ? folder
                        : folder.resolveSibling(folder.getFileName() + "-again-" + time)),
                progress));
  }

  static Trial run(int againMax, Progress progress, Once once) throws LabFailure {
    int time = 1;
    Trial trial = once.run(time);
    while (isDoubtful(trial) && time <= againMax) {
      progress.say("doubtful, once more: " + String.join("; ", trial.trust().reasons()));
      trial = once.run(++time);
    }
    SequencedMap<String, Double> metrics = new LinkedHashMap<>(trial.metrics());
    metrics.put(LiveMetrics.RUNS, (double) time);
    metrics.put(LiveMetrics.DOUBTFUL, isDoubtful(trial) ? 1.0 : 0.0);
    return new Trial(
        trial.seed(),
        trial.observations(),
        trial.edges(),
        metrics,
        trial.expectations(),
        trial.trust(),
        trial.digest(),
        trial.services());
  }

  private static boolean isDoubtful(Trial trial) {
    return trial.trust().verdict() == Trust.Verdict.DOUBTFUL;
  }
}
