// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A working directory, a home and a folder for temporary files of their own, in which everything
 * shows that the calls of a test leave behind, and a mark on every process that they start.
 */
final class Workplace {
  private static final String MARK = "RANI_TEST_MARK";
  private static final String NODE_OPTIONS = "RANI_NODE_OPTIONS";
  private static final long LOOK_NANOS = 10_000_000;

  private final Path folder;
  private final String mark = UUID.randomUUID().toString();

  /** In an existing, empty folder. */
  Workplace(Path folder) throws IOException {
    this.folder = folder.toRealPath();
    for (Path each : List.of(here(), home(), temporary())) {
      Files.createDirectory(each);
    }
  }

  /** The working directory; runs get their folders below its {@code runs}. */
  Path here() {
    return folder.resolve("here");
  }

  private Path home() {
    return folder.resolve("home");
  }

  private Path temporary() {
    return folder.resolve("tmp");
  }

  /** A call in this place, whose nodes do without a rehearsal: few tests need them on time. */
  RaniCommand rani(String... arguments) {
    return rehearsed(arguments).with(NODE_OPTIONS, "-Drani.rehearsal=false");
  }

  /** A call in this place, whose nodes are to be on time. */
  RaniCommand rehearsed(String... arguments) {
    return RaniCommand.rani(arguments)
        .in(here())
        .without("RANI_RUNS")
        .with(MARK, mark)
        .with("JAVA_TOOL_OPTIONS", javaOptions());
  }

  /** What marks a process as one of this place, as an entry of its environment. */
  String mark() {
    return MARK + "=" + mark;
  }

  /** What the JVM must be told of this place, which no variable of the environment says. */
  String javaOptions() {
    return RaniCommand.QUICK + " -Djava.io.tmpdir=" + temporary() + " -Duser.home=" + home();
  }

  /** Ends what is up here, without a JVM for that. */
  void down() {
    for (Path run : runs()) {
      if (Files.exists(run.resolve("run.json"))) {
        InThisJvm.rani("down", "" + run).expectExit(0);
      }
    }
  }

  /** A file in the working directory. */
  Path write(String name, String text) {
    try {
      return Files.writeString(here().resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a file of the source tree, to the same path from here. */
  void take(String path) throws IOException {
    Path to = here().resolve(path);
    Files.createDirectories(to.getParent());
    Files.copy(Checkout.root().resolve(path), to);
  }

  /** Copies the files of LGC's first experiment from the source tree. */
  void copyConfig(Path folder) throws IOException {
    for (String file : List.of("experiments/lgc-1-basic.yaml", "topologies/lgc-1.yaml")) {
      Path copy = folder.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(Checkout.root().resolve("config").resolve(file), copy);
    }
  }

  /** The folders of the runs so far, by name. */
  List<Path> runs() {
    Path runs = here().resolve("runs");
    return Files.exists(runs) ? list(runs) : List.of();
  }

  /** Every process that a call in this place started, at any remove, and that still runs. */
  List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses().filter(this::isMarked).toList();
  }

  private boolean isMarked(ProcessHandle process) {
    Path environment = Path.of("/proc", "" + process.pid(), "environ");
    try {
      return process.isAlive() && Files.readString(environment, ISO_8859_1).contains(mark);
    } catch (IOException e) {
      return false; // gone meanwhile, or someone else's
    }
  }

  /**
   * Holds if no process is left, and no file but those of the working directory. A process that is
   * still ending is given some seconds; one that does not end is killed, so that a failed test does
   * not disturb the next.
   */
  void assertNothingRunsAndNoFileIsAstray() {
    processes().forEach(process -> awaitEnd(process, Duration.ofSeconds(10)));
    List<ProcessHandle> left = processes();
    List<ProcessHandle.Info> told = left.stream().map(ProcessHandle::info).toList();
    left.forEach(ProcessHandle::destroyForcibly);
    assertEquals(List.of(), told);
    assertEquals(List.of(), list(home()));
    assertEquals(List.of(), list(temporary()));
  }

  /**
   * Waits for a process to end; whether it did. The JDK would look at another's child three times a
   * second, and wait until its parent has asked how it ended.
   */
  static boolean awaitEnd(ProcessHandle process, Duration limit) {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    while (isAlive(process)) {
      if (System.nanoTime() > deadlineNanos) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  /** Whether it runs; the JDK also takes one for alive that only keeps its number. */
  static boolean isAlive(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", "" + process.pid(), "stat"), ISO_8859_1);
      return process.isAlive() && !stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false; // gone meanwhile
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
