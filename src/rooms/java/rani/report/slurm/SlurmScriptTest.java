// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepSample;

/** What a shell makes of the script, in a folder whose name a careless one would take apart. */
class SlurmScriptTest {
  private static final String LAUNCHER =
      """
      printf '<%s>\\n' "$@"
      printf '%s\\n' "$RANI_JAVA_HOME"
      exit ${ENDS:-0}
      """;

  @TempDir private Path folder;
  private Path sweep;
  private Path here;
  private Path script;

  @BeforeEach
  void writeTheScript() throws Exception {
    sweep = folder.resolve("a user's $(touch x) `y` \"%j\\\\");
    here = Files.createDirectories(sweep.resolve("slurm"));
    Path launcher = Files.writeString(sweep.resolve("rani"), LAUNCHER);
    script = here.resolve("job.sh");
    Files.writeString(
        script,
        SlurmScript.text(
            here,
            new SweepSample(folder, 3).plan(Shard.WHOLE),
            16,
            new SlurmScript.Launcher(launcher, Map.of("RANI_JAVA_HOME", "/opt/it's $HOME")),
            "slurm"));
  }

  @Test
  void aTaskRunsItsShard() throws Exception {
    int code =
        run(
            Map.of(
                "SLURM_ARRAY_JOB_ID", "7",
                "SLURM_ARRAY_TASK_ID", "3",
                "SLURM_CPUS_PER_TASK", "2",
                "SLURMD_NODENAME", "n17"));

    assertEquals(0, code);
    assertEquals("n17\n", Files.readString(here.resolve("began-7_3")));
    assertEquals(
        List.of(
            "<sweep>",
            "<" + sweep.resolve("experiment.yaml") + ">",
            "<--resume>",
            "<--yes>",
            "<--trials>",
            "<3>",
            "<--digests>",
            "<--shard>",
            "<3/16>",
            "<--jobs>",
            "<2>",
            "<--out>",
            "<" + here.resolve("part-3") + ">",
            "/opt/it's $HOME"),
        Files.readAllLines(here.resolve("log-7_3")));
  }

  @Test
  void failedTrialsAreNoFailureOfATask() throws Exception {
    Map<String, String> task = Map.of("SLURM_ARRAY_JOB_ID", "7", "SLURM_ARRAY_TASK_ID", "1");
    assertEquals(0, run(task, "1"));
    assertEquals(3, run(task, "3"));
    assertEquals(137, run(task, "137"));
  }

  @Test
  void aJobThatIsNoArraysEndsTheSweep() throws Exception {
    assertEquals(0, run(Map.of("SLURM_JOB_ID", "8")));

    assertEquals(
        List.of(
            "<sweep>",
            "<--resume>",
            "<--out>",
            "<" + sweep + ">",
            "<--on>",
            "<slurm>",
            "<--detach>",
            "/opt/it's $HOME"),
        Files.readAllLines(here.resolve("log-8")));
  }

  @Test
  void withoutTheFolderNothingIsRun() throws Exception {
    Path elsewhere = Files.move(script, folder.resolve("job.sh"));
    Files.move(sweep, folder.resolve("gone"));
    script = elsewhere;

    assertEquals(SlurmScript.NO_FOLDER, run(Map.of("SLURM_JOB_ID", "8")));
  }

  private int run(Map<String, String> variables) throws IOException, InterruptedException {
    return run(variables, "0");
  }

  private int run(Map<String, String> variables, String ends)
      throws IOException, InterruptedException {
    ProcessBuilder shell = new ProcessBuilder("sh", script.toString()).directory(folder.toFile());
    shell.environment().keySet().removeIf(name -> name.startsWith("SLURM"));
    shell.environment().putAll(variables);
    shell.environment().put("ENDS", ends);
    shell.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return shell.start().waitFor();
  }
}
