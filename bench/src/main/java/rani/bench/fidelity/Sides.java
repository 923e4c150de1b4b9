// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import rani.bench.harness.Child;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;

/** Runs the same scenario in ns-2 and in virtual time. */
public final class Sides implements AutoCloseable {
  private static final String NS_2 = "ns";
  private static final List<String> SCRIPTS =
      List.of("red.tcl", "senders.tcl", "flow.tcl", "network.tcl");

  /** The last line of every script, by which an incomplete run is detected. */
  private static final String END = "end";

  private final FidelityOptions options;
  private final Workspace workshop;
  private final Path program;

  @FunctionalInterface
  interface Work<T, R> {
    R of(T item) throws LabFailure, IOException;
  }

  /** Copies the scripts; fails if ns-2 is not installed. */
  public Sides(FidelityOptions options) throws LabFailure, IOException {
    this.options = options;
    program =
        Workspace.installed(NS_2)
            .orElseThrow(
                () ->
                    new LabFailure(
                        "found no ns-2 (`ns`) on the path, which everything here is compared with;"
                            + " on Debian it is the package ns2"));
    workshop = new Workspace();
    for (String script : SCRIPTS) {
      Path _ = workshop.copy("fidelity/" + script);
    }
  }

  boolean isQuick() {
    return options.quick();
  }

  void progress(String line) {
    options.progress().accept(line);
  }

  /** Writes a file that a run reads; it is kept with the outputs. */
  Path file(String name, String text) throws IOException {
    return Files.writeString(workshop.folder().resolve(name), text);
  }

  /** Runs a script in ns-2; returns its output. All runs of all cases have different names. */
  List<String> ns2(String name, String script, List<String> words) throws LabFailure, IOException {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.add(workshop.folder().resolve(script).toString());
    command.addAll(words);
    List<String> lines;
    try (Child process = workshop.start("ns-2", command)) {
      lines = process.rest().lines().toList();
      workshop.closed(process);
    }
    Path _ = file(name + ".ns2.txt", String.join("\n", lines) + "\n");
    note(NS_2 + " " + script + " " + String.join(" ", words) + " > " + name + ".ns2.txt\n");
    if (lines.isEmpty() || !lines.getLast().equals(END)) {
      throw new LabFailure("ns-2 broke off, in " + name + ": " + String.join(" | ", lines));
    }
    return lines.subList(0, lines.size() - 1);
  }

  private synchronized void note(String command) throws IOException {
    Files.writeString(
        workshop.folder().resolve("commands.txt"),
        command.replace(workshop.folder() + "/", ""),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Loads an experiment, and keeps it as a file for {@code rani run}. */
  Experiment experiment(String name, String text) throws LabFailure, IOException {
    return read(file(name + ".yaml", text));
  }

  static Experiment read(Path file) throws LabFailure {
    try {
      return ExperimentFile.load(file, List.of());
    } catch (FileError e) {
      throw new LabFailure("an experiment of rani fidelity is refused: " + e.getMessage(), e);
    }
  }

  /** Applies a function to each item, several at a time; results are in the order of the items. */
  <T, R> List<R> each(List<T> items, Work<T, R> work) throws LabFailure, InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(options.jobs())) {
      List<Future<R>> futures = new ArrayList<>();
      items.forEach(item -> futures.add(threads.submit(() -> work.of(item))));
      List<R> results = new ArrayList<>();
      try {
        for (Future<R> future : futures) {
          results.add(future.get());
        }
      } catch (ExecutionException e) {
        throw new LabFailure(cause(e), e);
      } finally {
        futures.forEach(future -> future.cancel(true));
      }
      return results;
    }
  }

  private static String cause(ExecutionException e) {
    Throwable cause = e.getCause();
    return cause instanceof LabFailure failure ? "" + failure.getMessage() : "" + cause;
  }

  private void keep() throws IOException {
    if (options.keep().isEmpty()) {
      return;
    }
    Path folder = Files.createDirectories(options.keep().get());
    try (Stream<Path> files = Files.list(workshop.folder())) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      keep();
    } finally {
      workshop.close();
    }
  }
}
