// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;

/** A temporary folder and the processes of a case, both removed on close or when the JVM ends. */
public final class Workspace implements AutoCloseable {
  private static final String HEADER = "bench.h";
  private static final String ON_CORE = "on-core";
  private static final int ANY_CORE = -1;

  private final Path folder;
  private final Deque<AutoCloseable> things = new ConcurrentLinkedDeque<>();
  private final ShutdownHook atEnd;

  /** The role of a process. Load and measured programs have a processor each, if there are two. */
  public enum Side {
    /** Packet generator and sink. */
    LOAD,
    /** The measured program. */
    MEASURED
  }

  public Workspace() throws IOException {
    folder = Files.createTempDirectory("rani-bench-");
    atEnd = new ShutdownHook(this::clear);
  }

  public Path folder() {
    return folder;
  }

  /** Compiles {@code NAME.c} of {@code rani.bench}, unless that is done. */
  public Path program(String name) throws LabFailure, IOException, InterruptedException {
    Path program = folder.resolve(name);
    if (!Files.exists(program)) {
      copy(HEADER);
      Path source = copy(name + ".c");
      compile(List.of("cc", "-O2", "-Wall", "-o", "" + program, "" + source, "-pthread"));
    }
    return program;
  }

  /** Copies a resource below {@code rani.bench}, as {@code virtual/chain.tcl}, into the folder. */
  public Path copy(String resource) throws IOException {
    Path file = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
    try (InputStream in = Workspace.class.getResourceAsStream("/rani/bench/" + resource)) {
      if (in == null) {
        throw new IOException("rani.bench has no " + resource);
      }
      Files.write(file, in.readAllBytes());
    }
    return file;
  }

  /** Runs a compiler; fails if it is not installed, or reports errors. */
  public static void compile(List<String> command) throws LabFailure, InterruptedException {
    Child.Ended compiler;
    try {
      compiler = Child.run(command);
    } catch (IOException e) {
      throw new LabFailure(
          "found no C compiler `"
              + command.getFirst()
              + "`, which the reference and the load are compiled with",
          e);
    }
    if (compiler.exit() != 0) {
      throw new LabFailure(
          "`" + String.join(" ", command) + "` failed: " + compiler.output().strip());
    }
  }

  /** Starts a process on the processor of its role; it ends at the latest with this workspace. */
  public Child start(String name, Side side, List<String> command)
      throws LabFailure, IOException, InterruptedException {
    List<String> words = new ArrayList<>(onCore(side));
    words.addAll(command);
    return start(name, words);
  }

  /** Returns a prefix that pins a command to a role's processor, and ends it with this JVM. */
  public List<String> onCore(Side side) throws LabFailure, IOException, InterruptedException {
    return List.of("" + program(ON_CORE), "" + core(side));
  }

  /** Waits while started processes run undisturbed. */
  public static void watchFor(long nanos) throws InterruptedException {
    long endNanos = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = endNanos - System.nanoTime()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(left);
    }
  }

  /** Ends a process before the others. */
  public void end(Child child) {
    closed(child);
    child.close();
  }

  /** Registers a resource that is closed together with this workspace. */
  public <T extends AutoCloseable> T keep(T thing) {
    things.push(thing);
    return thing;
  }

  /** Unregisters a resource that has been closed. */
  public void closed(AutoCloseable thing) {
    things.remove(thing);
  }

  /** Returns the first program of that name on the path. */
  public static Optional<Path> installed(String name) {
    return Stream.of(
            Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts a process on any processor. */
  public Child start(String name, List<String> command) throws LabFailure {
    Child child = new Child(name, command);
    things.push(child);
    return child;
  }

  private static int core(Side side) {
    int cores = Runtime.getRuntime().availableProcessors();
    if (cores < 2) {
      return ANY_CORE;
    }
    return side == Side.LOAD ? 0 : cores - 1;
  }

  @Override
  public void close() {
    atEnd.close();
    clear();
  }

  private void clear() {
    for (AutoCloseable thing = things.poll(); thing != null; thing = things.poll()) {
      try {
        thing.close();
      } catch (Exception e) {
        continue; // the others must be closed, too
      }
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      return; // the system clears temporary folders
    }
  }
}
