// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.model.capture.CapturePlan;
import rani.model.file.InputFile;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.WholeFile;

/**
 * Folder of one run, with all files to reproduce and explain it. Only its owner may enter it.
 *
 * <pre>
 * experiment.yaml, topology.yaml   what was run, resolved
 * result.json                      what {@code --json} prints
 * report.html, queue.csv, flows.csv, and of runs with connections connections.csv
 * flow-completions.csv             transfers of sources, of runs that have some
 * edge-flows.csv                   flows of programs at edges, of runs that have some
 * recording.json                   the report's replay, for a trial that is short enough
 * positions.json                   where the nodes of the window's map were dragged to
 * run.json                         a live run's nodes: process ids, start times, ports
 * start.json                       parameters for nodes that are added later
 * logs/NODE.log, trace/NODE.trace  a live run's nodes; {@code rani up} writes traces on request
 * edges/PROGRAM.log                output of the programs at edges of a live run
 * captures/A-B.pcapng              frames at a link's end at A, if requested
 * nodes/NODE.call, NODE.verdict    the service that a node is calling; why its JVM ended by itself
 * foreign/NODE.json                what a foreign node needs to know: its links, the network
 * hosts.json                       the other hosts of a live run: agents, JVMs, clocks
 * nodes/NODE.gone                  why a node on another host has ended
 * control/NODE.sock                sockets of the nodes' control planes
 * api.json                         where `rani serve` serves the network, while it does
 * change.lock, api.lock            who changes the network; who serves it
 * metrics-token                    the run's token, for a Prometheus, if requested
 * go.txt                           node time when a live run's traffic began, in seconds
 * </pre>
 *
 * @param path of the folder, which exists
 */
public record RunDirectory(Path path) {
  public static final String REPORT_PAGE = "report.html";

  /** Environment variable with the parent of run folders; by default {@code ./runs}. */
  public static final String ROOT_VARIABLE = "RANI_RUNS";

  public static final String TOPOLOGY = "topology.yaml";

  public static final String RECORD = "run.json";

  public static final String START = "start.json";

  public static final String NODES = "nodes";

  public static final String EDGES = "edges";

  public static final String HOSTS = "hosts.json";

  private static final String GO = "go.txt";
  private static final int NANOS_DIGITS = 9;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
  private static final int SAME_NAME_MAX = 1000;

  /** Returns the parent of run folders. */
  public static Path root() {
    String root = System.getenv(ROOT_VARIABLE);
    return Path.of(root == null || root.isEmpty() ? "runs" : root);
  }

  /** Returns the failure of a command that names a folder that is not there. */
  public static LabFailure missing(Path folder) {
    if (Files.exists(folder)) {
      return LabFailure.ofInput(
          folder
              + " is no folder; a run or a sweep leaves one, below "
              + root()
              + " or as `--out`");
    }
    return LabFailure.ofInput("there is no folder " + folder + hint(folder));
  }

  /**
   * Returns a suggestion to append to an error message about a missing run folder; may be empty.
   */
  public static String hint(Path missing) {
    Path place = missing.toAbsolutePath().getParent();
    if (place == null || !Files.isDirectory(place)) {
      return "";
    }
    try (Stream<Path> present = Files.list(place)) {
      List<String> names =
          present.filter(Files::isDirectory).map(path -> path.getFileName() + "").sorted().toList();
      return Nearest.to(missing.getFileName() + "", names)
          .map(name -> "; did you mean " + Quoted.of(name) + "?")
          .orElse("");
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }

  /** Creates a folder under {@link #root}, named after the file and the time. */
  public static RunDirectory create(String name, LocalDateTime time) throws LabFailure {
    String stem = name + "-" + TIME.format(time);
    try {
      Files.createDirectories(root());
      for (int k = 1; k <= SAME_NAME_MAX; k++) {
        Path path = root().resolve(k == 1 ? stem : stem + "-" + k);
        if (!Files.exists(path)) { // else another run began in the same second
          return new RunDirectory(PrivateFile.makeFolder(path));
        }
      }
    } catch (FileAlreadyExistsException e) {
      return create(name, time); // another process took the name in between
    } catch (IOException e) {
      throw new LabFailure(
          "cannot make a run folder in %s: %s; set %s to a folder that can be written to"
              .formatted(root().toAbsolutePath(), e, ROOT_VARIABLE),
          e);
    }
    throw new LabFailure("too many run folders are called " + root().resolve(stem));
  }

  /** Returns the folder that the user asked for, which must be new or empty. */
  public static RunDirectory at(Path path) throws LabFailure {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new LabFailure(path + " is a file, not a folder");
    }
    try {
      Files.createDirectories(path);
      try (Stream<Path> present = Files.list(path)) {
        if (present.findAny().isPresent()) {
          throw new LabFailure(path + " is not empty; a run has a folder of its own");
        }
      }
      PrivateFile.close(path);
      return new RunDirectory(path);
    } catch (IOException | UncheckedIOException e) {
      throw new LabFailure("cannot make the run folder " + path + ": " + e, e);
    }
  }

  /** Claims the folder for this run; throws if a run that started concurrently has claimed it. */
  public void claim() throws LabFailure {
    try {
      Files.createFile(start());
    } catch (FileAlreadyExistsException e) {
      throw new LabFailure(path + " has been taken by another run; a run has a folder of its own");
    } catch (IOException e) {
      throw new LabFailure("cannot write " + start() + ": " + e, e);
    }
  }

  /** Returns the last part of the path: the run's name in {@code rani ps} and {@code rani down}. */
  public String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  /** Returns the file with the resolved network; a live run writes it again at each change. */
  public Path topology() {
    return path.resolve(TOPOLOGY);
  }

  public Path report() {
    return path.resolve(REPORT_PAGE);
  }

  public Path result() {
    return path.resolve("result.json");
  }

  /** Returns the file about the processes of a live run. */
  public Path record() {
    return path.resolve(RECORD);
  }

  public Path log(String node) {
    return path.resolve("logs").resolve(node + ".log");
  }

  /** Returns the log of a program at an edge. */
  public Path programLog(String program) {
    return path.resolve(EDGES).resolve(program + ".log");
  }

  /** Returns the file in which a live node records the service that it is calling. */
  public Path lastCall(String node) {
    return path.resolve(NODES).resolve(node + ".call");
  }

  /** Returns the file with the reason why a live node's JVM ended by itself. */
  public Path verdict(String node) {
    return path.resolve(NODES).resolve(node + ".verdict");
  }

  /** Returns the file with the reason why a node on another host ended by itself. */
  public Path gone(String node) {
    return path.resolve(NODES).resolve(node + ".gone");
  }

  /** Returns the file that tells a foreign node of its links and the network. */
  public Path foreign(String node) {
    return foreign().resolve(node + ".json");
  }

  public Path foreign() {
    return path.resolve("foreign");
  }

  public Path experiment() {
    return path.resolve("experiment.yaml");
  }

  /** Returns the file with the parameters for nodes that are added to a live run later. */
  public Path start() {
    return path.resolve(START);
  }

  public Path traces() {
    return path.resolve("trace");
  }

  public Path trace(String node) {
    return traces().resolve(node + ".trace");
  }

  public Path captures() {
    return path.resolve("captures");
  }

  public Path capture(CapturePlan plan) {
    return captures().resolve(plan.fileName());
  }

  /** Stores the node time when the traffic of a live run begins. */
  public void writeGo(long nanos) throws LabFailure {
    write(GO, BigDecimal.valueOf(nanos, NANOS_DIGITS).toPlainString() + "\n");
  }

  /** Returns the node time when the traffic of a live run began; empty if not stored. */
  public OptionalLong goNanos() throws LabFailure {
    try {
      BigDecimal seconds = new BigDecimal(InputFile.text(path.resolve(GO)).strip());
      return OptionalLong.of(seconds.movePointRight(NANOS_DIGITS).longValueExact());
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    } catch (IOException | ArithmeticException | NumberFormatException e) {
      throw new LabFailure("cannot read " + path.resolve(GO) + ": " + e, e);
    }
  }

  /** Writes a file that only its owner may read, and returns its path. */
  public Path writeSecret(String fileName, String text) throws LabFailure {
    Path file = path.toAbsolutePath().normalize().resolve(fileName);
    PrivateFile.write(file, text);
    return file;
  }

  /** Writes a text file of the run, atomically. */
  public void write(String fileName, String text) throws LabFailure {
    try {
      WholeFile.write(path.resolve(fileName), text);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + path.resolve(fileName) + ": " + e, e);
    }
  }
}
