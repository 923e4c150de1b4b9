// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import tools.jackson.core.JacksonException;

/** The process of a node on this host, a child of this JVM. */
public final class LocalProcess implements NodeProcess {
  private static final long READY_SECONDS_MAX = 60;
  private static final long END_MILLIS_MAX = 2000;
  private static final long DEATH_MILLIS_MAX = 500;

  private final String name;
  private final List<String> command;
  private final NodeLaunchRequest order;
  private final RunDirectory directory;
  private final Path log;
  private final LabWatch watch;
  private final Consumer<Process> onEnd;
  private final CompletableFuture<String> firstLine = new CompletableFuture<>();
  private volatile boolean leaving;
  private @Nullable Process process;

  /** The watch is notified of an unexpected end; {@code onEnd} is called after any end. */
  public LocalProcess(
      String name,
      List<String> command,
      NodeLaunchRequest order,
      RunDirectory directory,
      LabWatch watch,
      Consumer<Process> onEnd) {
    this.name = name;
    this.command = command;
    this.order = order;
    this.directory = directory;
    this.log = directory.log(name).toAbsolutePath();
    this.watch = watch;
    this.onEnd = onEnd;
  }

  @Override
  public void start() throws LabFailure {
    try {
      Files.createDirectories(log.getParent());
      ControlFolder.prepare(directory, order.address());
      Process started =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process = started;
      Thread.ofVirtual().start(() -> ended(started.onExit().join()));
      Thread.ofVirtual().start(() -> readFirstLine(started.inputReader(), firstLine));
      started.outputWriter(StandardCharsets.UTF_8).append(Json.print(order)).append('\n').flush();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private void ended(Process dead) {
    ControlFolder.leave(order.address());
    if (!leaving) {
      watch.died(death(dead));
    }
    onEnd.accept(dead);
  }

  private static void readFirstLine(BufferedReader lines, CompletableFuture<String> result) {
    try {
      String line = lines.readLine();
      result.complete(line == null ? "" : line);
    } catch (IOException e) {
      result.completeExceptionally(e);
    }
  }

  private String death(Process dead) {
    return "node %s (process %s) ended with exit code %s during the run%s; its log is %s"
        .formatted(
            name,
            dead.pid(),
            dead.exitValue(),
            ExitCause.of(directory, name).map(why -> ": " + why).orElse(""),
            log);
  }

  @Override
  public boolean isStarted() {
    return process != null;
  }

  @Override
  public boolean isOurChild() {
    return true;
  }

  @Override
  public Optional<Duration> cpuTime() {
    return Optional.ofNullable(process).flatMap(each -> each.info().totalCpuDuration());
  }

  @Override
  public NodeRecord record(String control) throws LabFailure {
    Process started = process;
    if (started == null) {
      throw new LabFailure("node " + name + " was not launched");
    }
    ProcessHandle handle = started.toHandle();
    return new NodeRecord(name, handle.pid(), NodeRecord.startedMillis(handle), control);
  }

  @Override
  public NodeLaunchReply answer() throws LabFailure {
    try {
      String line = firstLine.get(READY_SECONDS_MAX, TimeUnit.SECONDS);
      if (line.isEmpty()) {
        throw failure(new IOException("it said nothing"));
      }
      return Json.read(line, NodeLaunchReply.class);
    } catch (TimeoutException e) {
      throw new LabFailure(
          "node " + name + " was not ready after " + READY_SECONDS_MAX + " s; its log is " + log,
          e);
    } catch (ExecutionException | JacksonException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted while node " + name + " came about", e);
    }
  }

  @Override
  public LabFailure failure(Exception cause) {
    Process started = process;
    if (started == null) {
      return new LabFailure("cannot start node " + name + ": " + cause.getMessage(), cause);
    }
    try {
      if (started.waitFor(DEATH_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
        return watch.explain(new LabFailure(death(started), cause));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return watch.explain(
        new LabFailure("node " + name + " (process " + started.pid() + ") does not answer", cause));
  }

  @Override
  public void mayEnd() {
    leaving = true;
  }

  @Override
  public void close() {
    Process started = process;
    if (started != null) {
      end(started, END_MILLIS_MAX, Process::destroyForcibly);
      ControlFolder.end(order.address());
    }
  }

  /** Ends a process by closing its standard input, or kills it after a time limit. */
  public static void end(Process process, long millisMax, Consumer<Process> kill) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy(); // it does not read its standard input any more
    }
    try {
      if (!process.waitFor(millisMax, TimeUnit.MILLISECONDS)) {
        kill.accept(process);
        boolean _ = process.waitFor(END_MILLIS_MAX, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      kill.accept(process);
      Thread.currentThread().interrupt();
    }
  }
}
