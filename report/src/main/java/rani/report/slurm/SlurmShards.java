// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.util.Optional;
import rani.ground.LabFailure;
import rani.study.sweep.SweepEstimate;
import rani.study.sweep.SweepPlan;

/** Decides into how many shards a sweep is divided. */
final class SlurmShards {
  /** What a shard takes, about: so long that the start of a job and of a JVM does not count. */
  static final double SHARD_SECONDS = 300;

  /** The most shards that are made unasked. */
  static final int UNASKED_MAX = 500;

  /** What a trial takes at least if not one was done while some were tried. */
  private static final double LONG_TRIAL_SECONDS = 10;

  private SlurmShards() {}

  /**
   * Returns the number of shards, at most one for each trial.
   *
   * @param tasksMax the most that an array may have
   */
  static int of(SweepPlan plan, SlurmOptions options, int tasksMax) throws LabFailure {
    long trials = plan.trials();
    if (options.tasks() > tasksMax) {
      throw LabFailure.ofInput(
          "tasks=%d is more than an array may have here: %d, one less than Slurm's MaxArraySize"
              .formatted(options.tasks(), tasksMax));
    }
    if (options.tasks() > 0) {
      return (int) Math.min(options.tasks(), trials);
    }
    return derived(trials, options.cpus(), SweepEstimate.seconds(plan, 1), tasksMax);
  }

  /** Returns the number of shards by the time that all trials take one after the other. */
  static int derived(long trials, int cpus, Optional<Double> seconds, int tasksMax) {
    double all = seconds.orElse(trials * LONG_TRIAL_SECONDS);
    double shards = Math.ceil(all / (cpus * SHARD_SECONDS));
    double most = Math.min(Math.min(UNASKED_MAX, tasksMax), Math.ceil((double) trials / cpus));
    return (int) Math.max(1, Math.min(shards, most));
  }
}
