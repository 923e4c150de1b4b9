// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import rani.lab.LabFailure;
import rani.lab.journey.JourneyLog;
import rani.live.LinkSockets;
import rani.node.Command;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** A live node in a JVM of its own; see {@link ManagedNode} for the other side. */
final class NodeJvm implements LabNode {
  private static final long READY_SECONDS_MAX = 60;
  private static final long END_MILLIS_MAX = 2000;
  private static final long DEATH_MILLIS_MAX = 500;

  private final String name;
  private final List<String> command;
  private final NodeOrder order;
  private final RunDirectory directory;
  private final Path log;
  private final LabWatch watch;
  private final CompletableFuture<String> firstLine = new CompletableFuture<>();
  private volatile boolean leaving;
  private @Nullable Process process;
  private @Nullable ControlClient control;
  private String controlAddress = "";

  NodeJvm(
      String name, List<String> command, NodeOrder order, RunDirectory directory, LabWatch watch) {
    this.name = name;
    this.command = command;
    this.order = order;
    this.directory = directory;
    this.log = directory.log(name).toAbsolutePath();
    this.watch = watch;
  }

  /** A node of a run, told and written down as all of them. */
  static NodeJvm of(
      String name, RunDirectory directory, NodeOrder order, NodeCommand command, LabWatch watch) {
    return new NodeJvm(
        name, command.of(directory.topology().toAbsolutePath(), name), order, directory, watch);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void launch() throws LabFailure {
    try {
      Files.createDirectories(log.getParent());
      Process started =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process = started;
      Thread.ofVirtual().start(() -> died(started.onExit().join()));
      Thread.ofVirtual().start(() -> readFirstLine(started.inputReader(), firstLine));
      started.outputWriter(StandardCharsets.UTF_8).append(Json.print(order)).append('\n').flush();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private void died(Process dead) {
    if (!leaving) {
      watch.died(death(dead));
    }
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
    return "node "
        + name
        + " (process "
        + dead.pid()
        + ") ended with exit code "
        + dead.exitValue()
        + " during the run"
        + NodeEnd.of(directory, name).map(why -> ": " + why).orElse("")
        + "; its log is "
        + log;
  }

  boolean isLaunched() {
    return process != null;
  }

  @Override
  public Optional<Duration> cpuTime() {
    return Optional.ofNullable(process).flatMap(each -> each.info().totalCpuDuration());
  }

  /** What {@code ps} and {@code down} must know. */
  NodeRecord record() throws LabFailure {
    ProcessHandle handle = process().toHandle();
    return new NodeRecord(name, handle.pid(), NodeRecord.startedMillis(handle), controlAddress);
  }

  @Override
  public List<LinkSockets> sockets() throws LabFailure {
    NodeAnswer answer = answer();
    if (!answer.failure().isEmpty()) {
      throw new LabFailure(answer.failure());
    }
    controlAddress = answer.control();
    control = new ControlClient(controlAddress, order.token());
    return answer.sockets().stream().map(ControlRoutes.Sockets::parse).toList();
  }

  private NodeAnswer answer() throws LabFailure {
    try {
      String line = firstLine.get(READY_SECONDS_MAX, TimeUnit.SECONDS);
      if (line.isEmpty()) {
        throw failure(new IOException("it said nothing"));
      }
      return Json.read(line, NodeAnswer.class);
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
  public void connect(List<LinkSockets> peers) throws LabFailure {
    Reply reply = ask(client -> client.connect(peers));
    if (!reply.ok()) {
      throw new LabFailure(reply.message());
    }
  }

  @Override
  public Reply handle(Command command) throws LabFailure {
    return ask(client -> client.handle(command));
  }

  @Override
  public Reply operate(String entry) throws LabFailure {
    return ask(client -> client.operate(entry));
  }

  @Override
  public LinkParty party() throws LabFailure {
    ControlClient client = control;
    if (client == null) {
      throw new LabFailure("node " + name + " is not ready");
    }
    return new RemoteParty(name, client);
  }

  @Override
  public Reply goAt(long atNanos) throws LabFailure {
    return ask(client -> client.goAt(atNanos));
  }

  @Override
  public JourneyLog journeys() {
    return new RemoteJourneys(
        new RemoteJourneys.Asker() {
          @Override
          public <T> T ask(ControlClient.Question<T> question) throws LabFailure {
            return NodeJvm.this.ask(question);
          }
        });
  }

  @Override
  public SequencedMap<String, Object> live() throws LabFailure {
    return ask(client -> Reply.of(client.live())).facts();
  }

  @Override
  public SequencedMap<String, Object> connections() throws LabFailure {
    return ask(client -> Reply.of(client.connections())).facts();
  }

  /** Lets the node live on after this JVM. */
  void detach() throws LabFailure {
    ask(ControlClient::detach);
  }

  private <T> T ask(ControlClient.Question<T> question) throws LabFailure {
    if (control == null) {
      throw new LabFailure("node " + name + " is not ready");
    }
    try {
      return question.ask(control);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** The node is rather dead than silent, if it is dead. */
  private LabFailure failure(Exception cause) {
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

  private Process process() throws LabFailure {
    if (process == null) {
      throw new LabFailure("node " + name + " was not launched");
    }
    return process;
  }

  /** Ends the process of a node that is removed while the others go on. */
  void leave() {
    leaving = true;
    close();
  }

  /** Ends the process: by the end of its standard input, then by force. */
  @Override
  public void close() {
    Process started = process;
    if (started == null) {
      return;
    }
    try {
      started.outputWriter(StandardCharsets.UTF_8).close();
    } catch (IOException e) {
      started.destroy(); // its standard input is gone already
    }
    try {
      if (!started.waitFor(END_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
        started.destroyForcibly().waitFor(END_MILLIS_MAX, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      started.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
