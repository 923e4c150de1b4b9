// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Slurm's commands as shell scripts in a folder: each writes down its arguments, an array's tasks
 * copy shards that a test has made before, and squeue prints what they left in a file.
 */
final class MadeUpSlurm {
  private static final String LOG = "echo \"${0##*/} $*\" >>\"$state/calls\"\n";

  /** For each task: lost as {@code lose-K} says, after {@code partial-K} was copied, or whole. */
  private static final String SBATCH =
      """
      for word; do
        case $word in
          --array=*) shards=${word#--array=} ;;
          --chdir=*) here=${word#--chdir=} ;;
        esac
      done
      [ ! -s "$state/refuses" ] || { cat "$state/refuses" >&2; exit 1; }
      job=$(($(cat "$state/job" 2>/dev/null || echo 0) + 1))
      echo $job >"$state/job"
      echo "$job"
      for range in $(echo "${shards:-}" | tr , ' '); do
        for k in $(seq "${range%-*}" "${range#*-}"); do
          if [ -e "$state/waits-$k" ]; then
            echo "${job}_$k|PENDING|Resources" >>"$state/queue"
          elif [ -s "$state/lose-$k" ]; then
            read -r how <"$state/lose-$k"
            sed -i 1d "$state/lose-$k"
            [ -e "$state/nowhere" ] || echo node >"$here/began-${job}_$k"
            echo "no room for shard $k" >"$here/log-${job}_$k"
            if [ -d "$state/partial-$k" ]; then cp -r "$state/partial-$k" "$here/part-$k"; fi
            echo "${job}_$k|$how|NonZeroExitCode" >>"$state/queue"
          else
            echo node >"$here/began-${job}_$k"
            rm -rf "$here/part-$k"
            cp -r "$state/part-$k" "$here/part-$k"
            echo "${job}_$k|COMPLETED|None" >>"$state/queue"
          fi
        done
      done
      """;

  /** What is asked of {@code then}, a script, happens after an answer. */
  private static final String SQUEUE =
      """
      cat "$state/queue" 2>/dev/null
      if [ -e "$state/then" ]; then
        mv "$state/then" "$state/now"
        . "$state/now"
      fi
      exit 0
      """;

  private static final String SACCT =
      """
      cat "$state/accounts" 2>/dev/null || { echo 'storage is disabled' >&2; exit 1; }
      """;

  private static final String SCONTROL =
      """
      echo 'Configuration data as of 2026-11-29T10:00:00'
      echo 'MaxArraySize            = 6'
      """;

  private final Path bin;
  private final Path state;

  MadeUpSlurm(Path folder) throws IOException {
    bin = Files.createDirectories(folder.resolve("bin"));
    state = Files.createDirectories(folder.resolve("state"));
    program("sbatch", SBATCH);
    program("squeue", SQUEUE);
    program("sacct", SACCT);
    program("scontrol", SCONTROL);
    program("scancel", "");
  }

  void program(String name, String text) throws IOException {
    Path file = bin.resolve(name);
    Files.writeString(file, "#!/bin/sh\nstate='" + state + "'\n" + LOG + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Path state(String file) {
    return state.resolve(file);
  }

  void state(String file, String text) throws IOException {
    Files.writeString(state.resolve(file), text);
  }

  /** Returns what was called, a line each. */
  List<String> calls(String program) throws IOException {
    Path calls = state.resolve("calls");
    return Files.exists(calls)
        ? Files.readAllLines(calls).stream().filter(line -> line.startsWith(program)).toList()
        : List.of();
  }

  SlurmCommands commands(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PATH", bin + ":/usr/bin:/bin");
    return new SlurmCommands(environment);
  }
}
