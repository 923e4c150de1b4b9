// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;

/**
 * A temporary folder with the compiled C programs of this package, and the processes of a case. All
 * of that is removed when it is closed, or when the JVM is terminated.
 */
public final class Workspace implements AutoCloseable {
  private static final String HEADER = "bench.h";
  private static final String ON_CORE = "on-core";
  private static final int ANY_CORE = -1;

  private final Path folder;
  private final Deque<AutoCloseable> things = new ConcurrentLinkedDeque<>();
  private final ShutdownHook atEnd;

  /** Whose work a process does: load and measured have a processor each where there are two. */
  public enum Side {
    /** Generator and sink. */
    LOAD,
    /** What is measured. */
    MEASURED,
    /** Both: what has several threads, or several processes. */
    EITHER
  }

  /** Opens it. */
  public Workspace() throws IOException {
    folder = Files.createTempDirectory("rani-bench-");
    atEnd = new ShutdownHook(this::clear);
  }

  /** Where files of the case go. */
  public Path folder() {
    return folder;
  }

  /**
   * Compiles a C program of this package.
   *
   * @param name of its file, without {@code .c}
   * @throws LabFailure if there is no C compiler, or it fails
   */
  public Path program(String name) throws LabFailure, IOException, InterruptedException {
    Path program = folder.resolve(name);
    if (!Files.exists(program)) {
      copy(HEADER);
      Path source = copy(name + ".c");
      compile(List.of("cc", "-O2", "-Wall", "-o", "" + program, "" + source, "-pthread"));
    }
    return program;
  }

  /**
   * A resource of {@code rani.bench}, or of a package below such as {@code virtual/chain.tcl}, in
   * the folder.
   */
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

  /**
   * Runs a compiler.
   *
   * @throws LabFailure if it is not there, or not content
   */
  public static void compile(List<String> command)
      throws LabFailure, IOException, InterruptedException {
    Process compiler;
    try {
      compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new LabFailure(
          "found no C compiler `"
              + command.getFirst()
              + "`, which the reference and the load are compiled with",
          e);
    }
    compiler.getOutputStream().close();
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (compiler.waitFor() != 0) {
      throw new LabFailure("`" + String.join(" ", command) + "` failed: " + said.strip());
    }
  }

  /**
   * Starts a process on the processor of its side. It ends with this workshop at the latest.
   *
   * @param name for messages
   */
  public Child start(String name, Side side, List<String> command)
      throws LabFailure, IOException, InterruptedException {
    List<String> words = new ArrayList<>(side == Side.EITHER ? List.of() : onCore(side));
    words.addAll(command);
    Child child = new Child(name, words);
    things.push(child);
    return child;
  }

  /**
   * What a command begins with that is to run on the processor of a side, and end with this JVM.
   */
  public List<String> onCore(Side side) throws LabFailure, IOException, InterruptedException {
    return List.of("" + program(ON_CORE), "" + core(side));
  }

  /**
   * Lets what has been started go on for a while, undisturbed.
   *
   * @throws InterruptedException if this thread is to end
   */
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

  /** Keeps something until this workshop is closed, and closes it then. */
  public <T extends AutoCloseable> T keep(T thing) {
    things.push(thing);
    return thing;
  }

  /** What was kept is closed already. */
  public void closed(AutoCloseable thing) {
    things.remove(thing);
  }

  /** The same on whatever processor is free, for what needs no load beside it. */
  public Child start(String name, List<String> command) throws LabFailure {
    Child child = new Child(name, command);
    things.push(child);
    return child;
  }

  private static int core(Side side) {
    int cores = Machine.coresHere();
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

  private static void end(AutoCloseable thing) {
    try {
      thing.close();
    } catch (Exception e) {
      return; // the others are to be ended, too
    }
  }

  private void clear() {
    for (AutoCloseable thing = things.poll(); thing != null; thing = things.poll()) {
      end(thing);
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      Deque<Path> deepestFirst = new ArrayDeque<>(paths.sorted(Comparator.reverseOrder()).toList());
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      return; // what is left in the temporary folder is the system's to clear
    }
  }
}
