// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.testbed.process.LabWatch;
import rani.testbed.process.NodeProcess;
import rani.testbed.session.Tasks;

/** A node's process on another host, which an agent starts for the run's supervisor. */
public final class HostedProcess implements NodeProcess {
  private final String name;
  private final String host;
  private final NodeLaunchRequest order;
  private final Supplier<SupervisorClient> keepers;
  private final LabWatch watch;
  private @Nullable FutureTask<AgentProtocol.Launched> launched;
  private volatile long pid;

  /** Prepares a process by an order with this host's files and times, before a supervisor is up. */
  public HostedProcess(
      String name,
      String host,
      NodeLaunchRequest order,
      Supplier<SupervisorClient> keepers,
      LabWatch watch) {
    this.name = name;
    this.host = host;
    this.order = order;
    this.keepers = keepers;
    this.watch = watch;
  }

  @Override
  public void start() {
    launched = new FutureTask<>(() -> keepers.get().launch(host, name, order));
    Thread.ofVirtual().start(launched);
  }

  @Override
  public boolean isStarted() {
    return launched != null;
  }

  @Override
  public boolean isOurChild() {
    return false;
  }

  @Override
  public NodeLaunchReply answer() throws LabFailure {
    FutureTask<AgentProtocol.Launched> coming = launched;
    if (coming == null) {
      throw new LabFailure("node " + name + " was not launched");
    }
    try {
      AgentProtocol.Launched came = Tasks.result(coming);
      pid = came.pid();
      return came.answer();
    } catch (LabFailure e) {
      throw watch.explain(
          new LabFailure(
              "cannot start node " + name + " on host " + host + ": " + e.getMessage(), e));
    }
  }

  @Override
  public NodeRecord record(String control) {
    return new NodeRecord(name, host, pid, 0, control);
  }

  @Override
  public Optional<Duration> cpuTime() {
    try {
      return keepers.get().cpu().nodes().stream()
          .filter(each -> each.node().equals(name))
          .findFirst()
          .map(each -> Duration.ofNanos(each.nanos()));
    } catch (LabFailure e) {
      return Optional.empty(); // the session with the host has ended
    }
  }

  @Override
  public LabFailure failure(Exception cause) {
    return watch.explain(
        new LabFailure("node " + name + " on host " + host + " does not answer", cause));
  }

  @Override
  public void mayEnd() {
    // The supervisor was asked for this end, and does not report it as a failure.
  }

  @Override
  public void close() {
    if (launched == null) {
      return;
    }
    try {
      keepers.get().end(name);
    } catch (LabFailure e) {
      return; // all nodes of the host end with its session
    }
  }
}
