// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.report.run.SweepRun;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepSample;
import rani.study.sweep.SweepWatch;
import rani.study.sweep.TrialRow;

/** A sweep of twelve trials on a Slurm that is made up; `.ci/slurm` has a real one. */
class SlurmSweepTest {
  private static final int SHARDS = 4;
  private static final int TRIALS = 12;
  private static final String GO_ON = "rani sweep --resume --out sweep --on slurm";

  @TempDir private Path folder;
  private SweepSample sample;
  private MadeUpSlurm slurm;
  private final List<String> remarks = new ArrayList<>();
  private int finished;

  private final SweepWatch watch =
      new SweepWatch() {
        @Override
        public void remark(String line) {
          remarks.add(line);
        }

        @Override
        public void finished(TrialRow row) {
          finished++;
        }
      };

  @BeforeEach
  void makeShards() throws Exception {
    sample = new SweepSample(folder, 2);
    slurm = new MadeUpSlurm(folder);
    sample.run("whole", Shard.WHOLE, 1);
    for (int k = 1; k <= SHARDS; k++) {
      sample.run("state/part-" + k, new Shard(k, SHARDS), 1);
    }
  }

  @Test
  void resultsAreThoseOfOneMachine() throws Exception {
    SweepOutcome outcome = run("tasks=4,partition=short,time=1-00:00:00");

    assertEquals(TRIALS, outcome.trials());
    assertEquals(TRIALS, finished);
    assertSameAsWhole();
    assertEquals(1, slurm.calls("sbatch").size());
    String call = slurm.calls("sbatch").getFirst();
    for (String argument :
        List.of(
            "--parsable",
            "--partition=short",
            "--time=1-00:00:00",
            "--cpus-per-task=4",
            "--array=1-4",
            "--requeue")) {
      assertTrue((call + " ").contains(" " + argument + " "), call);
    }
    assertEquals(List.of(), slurm.calls("scancel"));
  }

  @Test
  void onceTheResultsAreWrittenNoPartIsLeft() throws Exception {
    slurm.state("lose-2", "FAILED\nFAILED\nFAILED\n");
    assertThrows(LabFailure.class, () -> run("tasks=4"));
    assertTrue(left().contains("part-1"), "to go on with");

    run("");

    assertEquals(
        List.of("job.sh", "jobs.json", "log-1_2", "log-2_2", "log-3_2"), left(), "what was told");
    assertSameAsWhole();
  }

  @Test
  void whatWasLostIsSubmittedOnceMore() throws Exception {
    slurm.state("lose-2", "TIMEOUT\n");
    slurm.state("lose-4", "NODE_FAIL\n");

    run("tasks=4");

    assertSameAsWhole();
    assertEquals(2, slurm.calls("sbatch").size());
    assertTrue(slurm.calls("sbatch").get(1).contains(" --array=2,4 "));
    assertTrue(
        remarks.contains(
            "task 1_2 ran into its time limit, task 1_4 was lost with its node; their shards go"
                + " on"),
        remarks.toString());
  }

  @Test
  void theAccountsTellWhatTheQueueHasForgotten() throws Exception {
    slurm.state("lose-3", "PREEMPTED\n");
    slurm.state(
        "then", "grep -v _3 \"$state/queue\" >\"$state/q\"; mv \"$state/q\" \"$state/queue\"");
    slurm.state("accounts", "1_3|OUT_OF_MEMORY\n1_3.batch|OUT_OF_MEMORY\n1_4|CANCELLED by 0\n");
    slurm.state("queue", "");

    run("tasks=4");

    assertSameAsWhole();
    assertTrue(
        remarks.contains("task 1_3 ran out of memory; its shard goes on")
            || remarks.contains("task 1_3 was preempted; its shard goes on"),
        remarks.toString());
  }

  @Test
  void aShardThatFailsThriceEndsItWithItsLog() throws Exception {
    slurm.state("lose-1", "FAILED\nFAILED\nFAILED\n");

    LabFailure failure = assertThrows(LabFailure.class, () -> run("tasks=4"));

    assertEquals(
        "task 3_1 failed, as its shard did 3 times without one more trial; its log is %s, which"
                .formatted(here().resolve("log-3_1"))
            + " ends with: no room for shard 1. To go on: "
            + GO_ON,
        failure.getMessage());
    assertFalse(failure.isOfInput());
    assertEquals(3, slurm.calls("sbatch").size());
    assertEquals(List.of("scancel --name=" + name()), slurm.calls("scancel"));

    run("");
    assertSameAsWhole();
  }

  @Test
  void aShardThatGetsOnIsNotGivenUp() throws Exception {
    slurm.state("lose-1", "TIMEOUT\nTIMEOUT\nFAILED\nFAILED\nTIMEOUT\n");

    run("tasks=4");

    assertSameAsWhole();
    assertEquals(6, slurm.calls("sbatch").size());
  }

  @Test
  void rowsOfALostTaskAreKept() throws Exception {
    Path partial = Files.createDirectories(slurm.state("partial-1"));
    try (Stream<Path> files = Files.list(slurm.state("part-1"))) {
      for (Path file : files.toList()) {
        Files.copy(file, partial.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    List<String> lines = Files.readAllLines(new SweepFolder(partial).journal());
    String torn = lines.get(1).substring(0, lines.get(1).length() / 2);
    Files.writeString(new SweepFolder(partial).journal(), lines.getFirst() + "\n" + torn);
    slurm.state("lose-1", "FAILED\nFAILED\nFAILED\n");

    assertThrows(LabFailure.class, () -> run("tasks=4"));

    assertEquals(TRIALS - 2, finished);
  }

  @Test
  void aFolderThatNodesDoNotHaveIsTold() throws Exception {
    slurm.state("lose-2", "FAILED\n");
    slurm.state("nowhere", "");

    LabFailure failure = assertThrows(LabFailure.class, () -> run("tasks=4"));

    assertEquals(
        "task 1_2 failed (NonZeroExitCode), and %s is not here, which is the first that a task"
                .formatted(here().resolve("began-1_2"))
            + " writes: either its node does not share "
            + sample.path("sweep")
            + " with this host, or may not write to it (exit code 75), or Slurm could not start the"
            + " task: `scontrol show job 1_2`, or sacct(1), tells its exit code and node",
        failure.getMessage());
    assertEquals(1, slurm.calls("sbatch").size());
  }

  @Test
  void tasksThatWereAllCancelledStayCancelled() throws Exception {
    for (int k = 1; k <= SHARDS; k++) {
      slurm.state("lose-" + k, "CANCELLED\n");
    }

    LabFailure failure = assertThrows(LabFailure.class, () -> run("tasks=4"));

    assertTrue(String.valueOf(failure.getMessage()).startsWith("all tasks were cancelled"));
    assertEquals(1, slurm.calls("sbatch").size());
  }

  @Test
  void aLaterProcessFollowsTasksThatAreThere() throws Exception {
    slurm.state("waits-3", "");
    slurm.state("lose-2", "TIMEOUT\n");
    assertEquals(Optional.empty(), submit("tasks=4", Map.of()));
    remarks.clear();
    slurm.state(
        "then",
        "cp -r \"$state/part-3\" '%s'; sed -i 's/1_3|PENDING/1_3|COMPLETED/' \"$state/queue\"\n"
            .formatted(here().resolve("part-3")));

    run("");

    assertSameAsWhole();
    assertTrue(slurm.calls("sbatch").getLast().contains(" --array=2 "));
    assertTrue(remarks.contains("1 task is there already, and followed"), remarks.toString());
    assertTrue(slurm.calls("scancel").contains("scancel --name=" + name() + "-end"));
  }

  @Test
  void detachedAJobWritesTheResults() throws Exception {
    slurm.state("lose-4", "PREEMPTED\n");

    assertEquals(Optional.empty(), submit("tasks=4,account=lab", Map.of()));

    String call = slurm.calls("sbatch").getLast();
    assertTrue(call.contains(" --dependency=afterany:1 "), call);
    assertTrue(call.contains(" --account=lab "), call);
    assertFalse(call.contains("--array"), call);
    assertEquals("to end it: scancel 1 2", remarks.getLast());
    assertTrue(remarks.get(remarks.size() - 2).endsWith("To follow: " + GO_ON));
    assertFalse(Files.exists(new SweepFolder(sample.path("sweep")).results()));

    Map<String, String> withinTheJob = Map.of("SLURM_JOB_NAME", name() + "-end");
    assertEquals(Optional.empty(), submit("", withinTheJob)); // shard 4 is submitted once more
    assertTrue(slurm.calls("sbatch").getLast().contains(" --dependency=afterany:3 "));
    assertTrue(left().contains("part-4"));
    assertEquals(TRIALS, submit("", withinTheJob).orElseThrow().trials());
    assertFalse(left().contains("part-4"));
    assertSameAsWhole();
    assertEquals(List.of(), slurm.calls("scancel"));
  }

  @Test
  void aCloneKeepsTheDistributionUntilTheResultsAreWritten() throws Exception {
    Files.writeString(folder.resolve("built"), "");
    slurm.state("waits-1", "");

    assertEquals(Optional.empty(), submit("tasks=4", Map.of()));

    Path held = folder.resolve("held-" + name());
    assertEquals(here(), Files.readSymbolicLink(held));
    Files.delete(slurm.state("waits-1"));
    slurm.state("then", "sed -i 's/1_1|PENDING/1_1|TIMEOUT/' \"$state/queue\"");
    run("");
    assertFalse(Files.isSymbolicLink(held));
  }

  @Test
  void aSweepThatEndsItsTasksHoldsNoDistribution() throws Exception {
    Files.writeString(folder.resolve("built"), "");
    slurm.state("lose-1", "FAILED\nFAILED\nFAILED\n");

    assertThrows(LabFailure.class, () -> run("tasks=4"));

    assertFalse(Files.isSymbolicLink(folder.resolve("held-" + name())));
  }

  @Test
  void withoutSlurmNothingIsBegun() throws Exception {
    SlurmSweep.Site site =
        new SlurmSweep.Site(
            new SlurmCommands(Map.of("PATH", folder + ":here")), null, SlurmSweep.Pace.USUAL);

    LabFailure failure =
        assertThrows(
            LabFailure.class, () -> SlurmSweep.run(site, SlurmOptions.NONE, order(), watch));

    assertEquals(
        "found no sbatch in the PATH: `--on slurm` needs Slurm's commands, as a cluster's login"
            + " node has them",
        failure.getMessage());
    assertFalse(Files.exists(sample.path("sweep")));
  }

  @Test
  void aRefusalIsInSlurmsWords() throws Exception {
    slurm.state(
        "refuses",
        "sbatch: error: invalid partition\nsbatch: error: Batch job submission failed:"
            + " Invalid partition name \u001b[31mspecified\n");

    String message =
        String.valueOf(assertThrows(LabFailure.class, () -> run("tasks=4")).getMessage());

    assertTrue(
        message.startsWith(
            "Slurm takes no job: sbatch: error: Batch job submission failed: Invalid partition"),
        message);
    assertFalse(message.contains("\u001b"));
  }

  @Test
  void anAnswerOfAnotherFormIsNone() throws Exception {
    slurm.state("waits-1", "");
    slurm.state("then", "echo 'slurm_load_jobs: 17 of 4' >\"$state/queue\"");

    LabFailure failure = assertThrows(LabFailure.class, () -> run("tasks=4"));

    assertEquals("Slurm has not answered for 0 minutes; to go on: " + GO_ON, failure.getMessage());
    assertEquals(1, slurm.calls("sbatch").size());
  }

  @Test
  void anArrayIsNotLargerThanTheClusterLets() throws Exception {
    LabFailure failure = assertThrows(LabFailure.class, () -> run("tasks=6"));

    assertEquals(
        "tasks=6 is more than an array may have here: 5, one less than Slurm's MaxArraySize",
        failure.getMessage());
    assertTrue(failure.isOfInput());
  }

  @Test
  void theNumberOfTasksStays() throws Exception {
    submit("tasks=4", Map.of());

    LabFailure failure = assertThrows(LabFailure.class, () -> run("tasks=3"));

    assertEquals(
        "the sweep in %s has 4 tasks, and goes on with these".formatted(sample.path("sweep")),
        failure.getMessage());
  }

  private SweepOutcome run(String options) throws Exception {
    return SlurmSweep.run(site(Map.of()), SlurmOptions.parse(options), order(), watch);
  }

  private Optional<SweepOutcome> submit(String options, Map<String, String> environment)
      throws Exception {
    return SlurmSweep.submit(site(environment), SlurmOptions.parse(options), order(), watch);
  }

  private SweepRun.Order order() throws Exception {
    return new SweepRun.Order(
        sample.plan(Shard.WHOLE), sample.path("sweep"), true, 1, "rani sweep sample.yaml", GO_ON);
  }

  private SlurmSweep.Site site(Map<String, String> environment) throws IOException {
    Path launcher = Files.writeString(folder.resolve("rani"), "exit 0\n");
    return new SlurmSweep.Site(
        slurm.commands(environment),
        new SlurmScript.Launcher(launcher, Map.of()),
        new SlurmSweep.Pace(1, 1, 20, 200));
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(here())) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private Path here() throws IOException {
    return sample.path("sweep").toRealPath().resolve("slurm");
  }

  private String name() throws Exception {
    return SlurmRecord.read(here().resolve("jobs.json")).name();
  }

  private void assertSameAsWhole() throws IOException {
    for (String file : List.of("results.jsonl", "summary.csv", "trials.csv", "fields.json")) {
      assertEquals(
          Files.readString(sample.path("whole").resolve(file)),
          Files.readString(sample.path("sweep").resolve(file)),
          file);
    }
  }
}
