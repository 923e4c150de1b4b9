// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.json.Json;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.testbed.process.LabWatch;
import rani.testbed.process.LocalProcess;
import rani.testbed.process.NodeCommand;
import rani.testbed.session.Tasks;
import tools.jackson.core.JacksonException;

/** The process of a run's {@link HostSupervisor}, a child of this JVM. */
public final class SupervisorProcess implements AutoCloseable {
  /** Time limit for all sessions to begin; a distribution may have to be sent and prepared. */
  private static final long READY_SECONDS_MAX = 300;

  private static final long END_MILLIS_MAX = 30_000;
  private static final String NAME = "hosts";

  private final LabWatch watch;
  private final Progress progress;
  private final String token;
  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private String control = "";

  private SupervisorProcess(Process process, String token, LabWatch watch, Progress progress) {
    this.process = process;
    this.token = token;
    this.watch = watch;
    this.progress = progress;
  }

  /**
   * Starts the supervisor, which listens at {@code control} and connects to the hosts, where {@code
   * nodes} may be started. {@link #awaitReady} waits until all sessions have begun.
   */
  public static SupervisorProcess start(
      RunDirectory directory,
      String token,
      HttpAddress control,
      List<String> hosts,
      boolean nodes,
      LabWatch watch,
      Progress progress)
      throws LabFailure {
    Path log = directory.log(NAME).toAbsolutePath();
    try {
      Files.createDirectories(log.getParent());
      ControlFolder.prepare(directory, control);
      Process process =
          new ProcessBuilder(NodeCommand.keeper(directory.path().toAbsolutePath()))
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      SupervisorProcess keeper = new SupervisorProcess(process, token, watch, progress);
      Thread.ofVirtual().start(keeper::listen);
      process
          .outputWriter(StandardCharsets.UTF_8)
          .append(Json.print(new SupervisorProtocol.Order(token, control.text(), hosts, nodes)))
          .append('\n')
          .flush();
      return keeper;
    } catch (IOException e) {
      throw new LabFailure("cannot start what holds the sessions: " + e.getMessage(), e);
    }
  }

  private void listen() {
    String end = "what holds the sessions with other hosts has ended";
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(Json.read(line, SupervisorProtocol.Line.class));
      }
    } catch (IOException | JacksonException e) {
      end += ": " + e.getMessage();
    }
    ready.completeExceptionally(new LabFailure(end));
    watch.died(end);
  }

  private void take(SupervisorProtocol.Line line) {
    switch (line.kind()) {
      case PROGRESS -> progress.say(line.text());
      case FAILURE -> ready.completeExceptionally(new LabFailure(line.text()));
      case READY -> ready.complete(line.text());
      case DEATH -> watch.died(line.text());
    }
  }

  public void awaitReady() throws LabFailure {
    try {
      control = ready.get(READY_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw watch.explain(new LabFailure(Tasks.failureOf(e), e));
    } catch (TimeoutException e) {
      throw new LabFailure("not every host was ready after " + READY_SECONDS_MAX + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }

  /** Returns a client of the supervisor, once it is ready. */
  public SupervisorClient client() {
    return new SupervisorClient(control, token);
  }

  public NodeRecord record() {
    ProcessHandle handle = process.toHandle();
    return new NodeRecord(NAME, handle.pid(), NodeRecord.startedMillis(handle), control);
  }

  /** Closes the supervisor's standard input, which ends everything on other hosts. */
  @Override
  public void close() {
    LocalProcess.end(process, END_MILLIS_MAX, Process::destroyForcibly);
  }
}
