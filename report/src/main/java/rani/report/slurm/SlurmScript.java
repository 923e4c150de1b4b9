// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import rani.ground.ShellWords;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepPlan;
import rani.testbed.host.HeldDistribution;

/**
 * The script of a sweep's jobs, for a POSIX shell. A task of the array runs the shard of its
 * number; a job that is no array's writes the results.
 */
final class SlurmScript {
  /** Exit code of a job that does not find the folder. */
  static final int NO_FOLDER = 75;

  private static final String TEXT =
      """
      #!/bin/sh
      # Written by `rani sweep --on slurm`, and submitted by sbatch(1): as an array each task runs a
      # shard of the sweep, else it writes the results of all. See docs/sweeps.md, "Slurm".
      here=%s
      task=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}

      # The first act shows whether this node shares the folder.
      echo "${SLURMD_NODENAME:-a node}" >"$here/began-$task" || exit %d
      exec >>"$here/log-$task" 2>&1
      %s
      if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
        exec %s
      fi
      %s \\
        --shard "$SLURM_ARRAY_TASK_ID/%d" --jobs "${SLURM_CPUS_PER_TASK:-1}" \\
        --out "$here/part-$SLURM_ARRAY_TASK_ID"
      code=$?
      [ $code -ne 1 ] || code=0 # a trial has failed, which is a result
      exit $code
      """;

  private SlurmScript() {}

  /** The launcher, a file for {@code sh}, and the variables that it needs. */
  record Launcher(Path file, Map<String, String> variables) {
    static final Path SHELL = Path.of("/bin/sh");

    Launcher {
      variables = Map.copyOf(variables);
    }

    /** Returns the hold on its distribution of jobs that have this name. */
    HeldDistribution held(String name) {
      return new HeldDistribution(Objects.requireNonNull(file.getParent()), name);
    }

    private List<String> words(String... more) {
      List<String> words = new ArrayList<>(List.of(SHELL.toString(), file.toString()));
      words.addAll(List.of(more));
      return words;
    }
  }

  /**
   * Returns the script.
   *
   * @param here the folder of the jobs in the sweep's folder, an absolute path
   * @param place the value of {@code --on} for the job that writes the results
   */
  static String text(Path here, SweepPlan plan, int shards, Launcher launcher, String place) {
    Path folder = Objects.requireNonNull(here.getParent());
    StringBuilder exports = new StringBuilder();
    SortedMap<String, String> variables = new TreeMap<>(launcher.variables);
    variables.forEach(
        (name, value) ->
            exports.append("export ").append(name).append('=').append(word(value)).append('\n'));
    List<String> shard =
        launcher.words(
            "sweep",
            folder.resolve(SweepFolder.EXPERIMENT).toString(),
            "--resume",
            "--yes",
            "--trials",
            Integer.toString(plan.repetitions()));
    plan.seed().ifPresent(seed -> shard.addAll(List.of("--seed", Long.toString(seed))));
    if (plan.digests()) {
      shard.add("--digests");
    }
    List<String> end =
        launcher.words("sweep", "--resume", "--out", folder.toString(), "--on", place, "--detach");
    return TEXT.formatted(
        word(here.toString()),
        NO_FOLDER,
        exports,
        ShellWords.join(end),
        ShellWords.join(shard),
        shards);
  }

  private static String word(String text) {
    return ShellWords.join(List.of(text));
  }
}
