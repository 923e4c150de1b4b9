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
 * Where one run keeps everything that reproduces and explains it, and nothing else of it is kept
 * anywhere. Its owner alone may enter it.
 *
 * <pre>
 * experiment.yaml, topology.yaml   what was run, resolved
 * result.json                      what {@code --json} prints
 * report.html, queue.csv, flows.csv, and of runs with connections connections.csv
 * recording.json                   what the report plays, of a trial that is short enough
 * positions.json                   where the nodes of the window's map were dragged to
 * run.json                         a live run's nodes: process ids, start times, ports
 * start.json                       what a node that comes later must be told
 * logs/NODE.log, trace/NODE.trace  a live run's nodes; of one by {@code rani up} only logs, unless
 *                                  traces are wanted
 * captures/A-B.pcapng              what passed a link's end at A, if that was wanted
 * nodes/NODE.call, NODE.verdict    the service that each is calling; why one ended by itself
 * hosts.json                       the other hosts of a live run: agents, JVMs, clocks
 * nodes/NODE.gone                  that a node on another host has ended, and why
 * control/NODE.sock                where a live run's nodes listen for what they are asked
 * metrics-token                    the run's token, for a Prometheus; if that was wanted
 * go.txt                           node time of a live run's go, in seconds
 * </pre>
 *
 * @param path of the folder, which exists
 */
public record RunDirectory(Path path) {
  /** The page that shows it. */
  public static final String REPORT_PAGE = "report.html";

  /** The environment variable that says where run folders are made; without it {@code ./runs}. */
  public static final String ROOT_VARIABLE = "RANI_RUNS";

  /** The network that was run, resolved. */
  public static final String TOPOLOGY = "topology.yaml";

  /** How the nodes of a live run were started. */
  public static final String START = "start.json";

  /** Of nodes: what they were calling, and why they ended. */
  public static final String NODES = "nodes";

  /** What is known of the other hosts. */
  public static final String HOSTS = "hosts.json";

  private static final String GO = "go.txt";
  private static final int NANOS_DIGITS = 9;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
  private static final int SAME_NAME_MAX = 1000;

  /** Where run folders are made, and looked for. */
  public static Path root() {
    String root = System.getenv(ROOT_VARIABLE);
    return Path.of(root == null || root.isEmpty() ? "runs" : root);
  }

  /**
   * What may have been meant by the folder of a run that is not there.
   *
   * @return to stand behind a sentence, such as {@code ; did you mean `lgc-1-20261120-101500`?};
   *     empty if nothing in the same place has such a name
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

  /** A new folder under {@link #root}, named for what is run and the time. */
  public static RunDirectory create(String name, LocalDateTime time) throws LabFailure {
    String stem = name + "-" + TIME.format(time);
    try {
      Files.createDirectories(root());
      for (int k = 1; k <= SAME_NAME_MAX; k++) {
        Path path = root().resolve(k == 1 ? stem : stem + "-" + k);
        // Another run of the same second has the name; the next may be free.
        if (!Files.exists(path)) {
          return new RunDirectory(PrivateFile.makeFolder(path));
        }
      }
    } catch (FileAlreadyExistsException e) {
      return create(name, time); // someone took the name in between
    } catch (IOException e) {
      throw new LabFailure("cannot make a run folder in " + root() + ": " + e, e);
    }
    throw new LabFailure("too many run folders are called " + root().resolve(stem));
  }

  /** The folder that the user asked for: new, or empty. */
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

  /**
   * Makes this the folder of one run alone, of any number that are being started in it just now.
   *
   * @throws LabFailure if another has it
   */
  public void claim() throws LabFailure {
    try {
      Files.createFile(start());
    } catch (FileAlreadyExistsException e) {
      throw new LabFailure(path + " has been taken by another run; a run has a folder of its own");
    } catch (IOException e) {
      throw new LabFailure("cannot write " + start() + ": " + e, e);
    }
  }

  /** The last part of the path: what {@code ps} and {@code down} call the run. */
  public String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  /** The network that was run, every value written out; of a live one, as it is now. */
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

  /** Where a node of a live run writes which service it is calling. */
  public Path lastCall(String node) {
    return path.resolve(NODES).resolve(node + ".call");
  }

  /** Why a node of a live run ended by itself. */
  public Path verdict(String node) {
    return path.resolve(NODES).resolve(node + ".verdict");
  }

  /** There if a node on another host has ended by itself, and says why. */
  public Path gone(String node) {
    return path.resolve(NODES).resolve(node + ".gone");
  }

  /** What was run, every value written out. */
  public Path experiment() {
    return path.resolve("experiment.yaml");
  }

  /** How the nodes of a live run were started. */
  public Path start() {
    return path.resolve(START);
  }

  /** Where the nodes of a live run write what they do. */
  public Path traces() {
    return path.resolve("trace");
  }

  /** What a node of a live run did. */
  public Path trace(String node) {
    return traces().resolve(node + ".trace");
  }

  /** Where captures of links are kept. */
  public Path captures() {
    return path.resolve("captures");
  }

  /** What passed an end of a link. */
  public Path capture(CapturePlan plan) {
    return captures().resolve(plan.ends().getFirst().fileName());
  }

  /** Writes down when a live run's go was, in node time. */
  public void writeGo(long nanos) throws LabFailure {
    write(GO, BigDecimal.valueOf(nanos, NANOS_DIGITS).toPlainString() + "\n");
  }

  /** Node time of a live run's go; empty if it is not written down. */
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

  /**
   * Writes a file that only its owner may read.
   *
   * @return where it is
   */
  public Path writeSecret(String fileName, String text) throws LabFailure {
    Path file = path.toAbsolutePath().normalize().resolve(fileName);
    PrivateFile.write(file, text);
    return file;
  }

  /** Writes a text file of the run, whole or not at all. */
  public void write(String fileName, String text) throws LabFailure {
    try {
      WholeFile.write(path.resolve(fileName), text);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + path.resolve(fileName) + ": " + e, e);
    }
  }
}
