// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import rani.ground.LabFailure;
import rani.model.file.Quoted;

/** Runs the commands of Slurm. What they print is foreign: bounded, and parsed by others. */
final class SlurmCommands {
  private static final int OUTPUT_BYTES_MAX = 8 << 20;
  private static final int ERROR_BYTES_MAX = 1 << 14;
  private static final int TOLD_LENGTH_MAX = 400;
  private static final long CALL_SECONDS_MAX = 60;

  /** Variables by which a user changes what these commands print or ask. */
  private static final List<String> CHANGING =
      List.of("SQUEUE_", "SACCT_", "SCANCEL_", "SBATCH_WAIT", "SBATCH_ARRAY_INX", "SBATCH_EXPORT");

  private final Map<String, String> environment;
  private final List<Path> folders = new ArrayList<>();

  /** The end of a command; {@code said} is what it wrote to standard error, in one line. */
  record Answer(int code, String output, String said) {
    boolean isOk() {
      return code == 0;
    }

    /** Returns what it said, or else its exit code. */
    String orCode() {
      return said.isEmpty() ? "exit code " + code : said;
    }
  }

  /** Finds commands in the PATH of an environment, which they are given, too. */
  SlurmCommands(Map<String, String> environment) {
    this.environment = new TreeMap<>(environment);
    this.environment.keySet().removeIf(name -> CHANGING.stream().anyMatch(name::startsWith));
    this.environment.put("LC_ALL", "C");
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (folder.startsWith("/")) {
        folders.add(Path.of(folder));
      }
    }
  }

  /** Returns a variable of the environment, or an empty text. */
  String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  boolean has(String program) {
    return find(program).isPresent();
  }

  private Optional<Path> find(String program) {
    return folders.stream()
        .map(folder -> folder.resolve(program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** Returns the file of a command; fails if there is none. */
  Path require(String program) throws LabFailure {
    return find(program)
        .orElseThrow(
            () ->
                new LabFailure(
                    "found no "
                        + program
                        + " in the PATH: `--on slurm` needs Slurm's commands, as a cluster's login"
                        + " node has them"));
  }

  /** Runs a command to its end; fails if there is none, or if it takes too long. */
  Answer run(String program, List<String> arguments) throws LabFailure {
    return run(require(program), arguments, Map.of());
  }

  /** Runs any program with further variables. */
  Answer run(Path file, List<String> arguments, Map<String, String> more) throws LabFailure {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().putAll(more);
    Process process;
    try {
      process = builder.start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new LabFailure("cannot start " + file + ": " + e.getMessage(), e);
    }
    CompletableFuture<String> output = reading(process.getInputStream(), OUTPUT_BYTES_MAX);
    CompletableFuture<String> said = reading(process.getErrorStream(), ERROR_BYTES_MAX);
    try {
      if (!process.waitFor(CALL_SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new LabFailure(
            file.getFileName() + " did not answer within " + CALL_SECONDS_MAX + " s");
      }
      return new Answer(process.exitValue(), output.join(), told(said.join()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted while " + file.getFileName() + " ran", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Reads to the end, and keeps the beginning. */
  private static CompletableFuture<String> reading(InputStream in, int bytesMax) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (in) {
                byte[] kept = in.readNBytes(bytesMax);
                in.skip(Long.MAX_VALUE);
                text.complete(new String(kept, StandardCharsets.UTF_8));
              } catch (IOException e) {
                text.complete(""); // the process was ended
              }
            });
    return text;
  }

  /** Returns the last line that is not empty, safe to print. */
  private static String told(String said) {
    String last = said.lines().filter(line -> !line.isBlank()).reduce("", (_, next) -> next);
    return Quoted.plain(last.strip(), TOLD_LENGTH_MAX);
  }
}
