// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import rani.ground.LabFailure;

/** Submits, looks at and cancels the jobs of one sweep, which have a name that no others have. */
final class SlurmQueue {
  /** What is said if no array is larger: the value that Slurm has unless it is set. */
  private static final int ARRAY_SIZE_DEFAULT = 1001;

  private static final Pattern ARRAY_SIZE =
      Pattern.compile("(?m)^MaxArraySize\\s*=\\s*(\\d{1,9})\\s*$");
  private static final String SBATCH = "sbatch";
  private static final String SQUEUE = "squeue";
  private static final String SACCT = "sacct";

  private final SlurmCommands commands;
  private final String name;

  SlurmQueue(SlurmCommands commands, String name) {
    this.commands = commands;
    this.name = name;
  }

  /** Fails if Slurm's commands are not there. */
  static void require(SlurmCommands commands) throws LabFailure {
    commands.require(SBATCH);
    commands.require("scancel");
    if (!commands.has(SACCT)) {
      commands.require(SQUEUE);
    }
  }

  /** Returns the greatest number that a task of an array may have here. */
  static int tasksMax(SlurmCommands commands) throws LabFailure {
    if (!commands.has("scontrol")) {
      return ARRAY_SIZE_DEFAULT - 1;
    }
    Matcher size = ARRAY_SIZE.matcher(commands.run("scontrol", List.of("show", "config")).output());
    return (size.find() ? Integer.parseInt(size.group(1)) : ARRAY_SIZE_DEFAULT) - 1;
  }

  /** Submits an array with a task for each of these shards; returns the number of its job. */
  long submit(Path here, Path script, SortedSet<Integer> shards, SlurmOptions options)
      throws LabFailure {
    List<String> arguments = new ArrayList<>(options.arguments());
    arguments.add("--array=" + SlurmTask.ranges(shards));
    return submit(here, script, name, arguments);
  }

  /** Submits the job that writes the results when these jobs have ended, however they do. */
  long submitEnd(Path here, Path script, Collection<Long> jobs, SlurmOptions options)
      throws LabFailure {
    List<String> arguments = new ArrayList<>(options.forOne());
    arguments.add(
        "--dependency=afterany:"
            + jobs.stream().map(String::valueOf).collect(Collectors.joining(":")));
    return submit(here, script, endName(), arguments);
  }

  /** Returns the name of the job that writes the results. */
  String endName() {
    return name + "-end";
  }

  private long submit(Path here, Path script, String jobName, List<String> more) throws LabFailure {
    List<String> arguments = new ArrayList<>(List.of("--parsable", "--job-name=" + jobName));
    arguments.addAll(more);
    arguments.addAll(
        List.of(
            "--chdir=" + here,
            "--output=/dev/null", // the script names its log: Slurm would expand a % of the path
            "--requeue",
            "--export=ALL",
            script.toString()));
    SlurmCommands.Answer answer = commands.run(SBATCH, arguments);
    long job = answer.isOk() ? SlurmTask.submitted(answer.output()) : 0;
    if (job == 0) {
      throw new LabFailure(
          answer.isOk()
              ? "sbatch did not print the number of a job"
              : "Slurm takes no job: " + answer.orCode());
    }
    return job;
  }

  /**
   * Returns the states of tasks that Slurm knows: all that go on, and those that ended lately.
   * Empty if it does not answer.
   */
  Optional<SortedMap<SlurmTask, SlurmState>> look(Collection<Long> jobs) throws LabFailure {
    if (!commands.has(SQUEUE)) {
      return accounted(jobs);
    }
    SlurmCommands.Answer answer =
        commands.run(
            SQUEUE,
            List.of(
                "--noheader",
                "--array",
                "--states=all",
                "--name=" + name,
                "--format=" + SlurmTask.QUEUE_FORMAT));
    return answer.isOk() ? SlurmTask.queued(answer.output()) : Optional.empty();
  }

  /** Returns what the accounts, if Slurm keeps any, know of tasks that have ended. */
  SortedMap<SlurmTask, SlurmState> ended(Collection<Long> jobs) throws LabFailure {
    return accounted(jobs).orElseGet(TreeMap::new);
  }

  private Optional<SortedMap<SlurmTask, SlurmState>> accounted(Collection<Long> jobs)
      throws LabFailure {
    if (!commands.has(SACCT)) {
      return Optional.empty();
    }
    if (jobs.isEmpty()) {
      return Optional.of(new TreeMap<>());
    }
    SlurmCommands.Answer answer =
        commands.run(
            SACCT,
            List.of(
                "--jobs=" + jobs.stream().map(String::valueOf).collect(Collectors.joining(",")),
                "--allocations",
                "--noheader",
                "--parsable2",
                "--format=" + SlurmTask.ACCOUNT_FORMAT));
    return answer.isOk() ? Optional.of(SlurmTask.accounted(answer.output())) : Optional.empty();
  }

  /** Cancels all tasks, also those of a submission whose number did not arrive. */
  void cancel() throws LabFailure {
    commands.run("scancel", List.of("--name=" + name));
  }

  /** Cancels the job that writes the results. */
  void cancelEnd() throws LabFailure {
    commands.run("scancel", List.of("--name=" + endName()));
  }
}
