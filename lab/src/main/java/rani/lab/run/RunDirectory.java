// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;
import rani.lab.LabFailure;

/**
 * Where one run keeps everything that reproduces and explains it, and nothing else of it is kept
 * anywhere.
 *
 * <pre>
 * experiment.yaml, topology.yaml   what was run, resolved
 * result.json                      what {@code --json} prints
 * report.html, queue.csv, flows.csv, and of runs with connections connections.csv
 * run.json                         a live run's nodes: process ids, start times, ports
 * logs/NODE.log, trace/NODE.trace  a live run's nodes
 * </pre>
 *
 * @param path of the folder, which exists
 */
public record RunDirectory(Path path) {
  /** The environment variable that says where run folders are made; without it {@code ./runs}. */
  public static final String ROOT_VARIABLE = "RANI_RUNS";

  /** The network that was run, resolved. */
  static final String TOPOLOGY = "topology.yaml";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
  private static final int SAME_NAME_MAX = 1000;

  /** Where run folders are made, and looked for. */
  public static Path root() {
    String root = System.getenv(ROOT_VARIABLE);
    return Path.of(root == null || root.isEmpty() ? "runs" : root);
  }

  /** A new folder under {@link #root}, named for what is run and the time. */
  public static RunDirectory create(String name, LocalDateTime time) throws LabFailure {
    String stem = name + "-" + TIME.format(time);
    try {
      Files.createDirectories(root());
      for (int k = 1; k <= SAME_NAME_MAX; k++) {
        Path path = root().resolve(k == 1 ? stem : stem + "-" + k);
        // Another run of the same second has the name; the next may be free.
        if (!Files.exists(path)) {
          return new RunDirectory(Files.createDirectory(path));
        }
      }
    } catch (FileAlreadyExistsException e) {
      return create(name, time); // somebody took the name in between
    } catch (IOException e) {
      throw new LabFailure("cannot make a run folder in " + root() + ": " + e, e);
    }
    throw new LabFailure("too many run folders are called " + root().resolve(stem));
  }

  /** The folder that the user asked for: new, or empty. */
  public static RunDirectory at(Path path) throws LabFailure {
    try {
      Files.createDirectories(path);
      try (Stream<Path> present = Files.list(path)) {
        if (present.findAny().isPresent()) {
          throw new LabFailure(path + " is not empty; a run has a folder of its own");
        }
      }
      return new RunDirectory(path);
    } catch (IOException | UncheckedIOException e) {
      throw new LabFailure("cannot make the run folder " + path + ": " + e, e);
    }
  }

  /** The last part of the path: what {@code ps} and {@code down} call the run. */
  public String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  /** The network that was run, every value written out. */
  public Path topology() {
    return path.resolve(TOPOLOGY);
  }

  /** The page that shows the run. */
  public Path report() {
    return path.resolve("report.html");
  }

  /** The result as JSON. */
  public Path result() {
    return path.resolve("result.json");
  }

  /** The processes of a live run. */
  public Path record() {
    return path.resolve("run.json");
  }

  /** What a node of a live run printed. */
  public Path log(String node) {
    return path.resolve("logs").resolve(node + ".log");
  }

  /** What a node of a live run did. */
  public Path trace(String node) {
    return path.resolve("trace").resolve(node + ".trace");
  }

  /** Writes a text file of the run. */
  public void write(String fileName, String text) throws LabFailure {
    try {
      Files.writeString(path.resolve(fileName), text);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + path.resolve(fileName) + ": " + e, e);
    }
  }
}
