// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.nodehost.conversation.CommandReply;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.world.Reply;

/** A live node in a JVM of its own, on this host or another, see {@code ManagedNode}. */
public final class NodeJvm implements LabNode {
  private final String name;
  private final String token;
  private final NodeProcess process;
  private @Nullable ControlClient control;
  private String controlAddress = "";

  /** Prepares a node whose process is not started; the token is that of the control plane. */
  public NodeJvm(String name, String token, NodeProcess process) {
    this.name = name;
    this.token = token;
    this.process = process;
  }

  /** Prepares a node of a run on this host, with the run's launch parameters. */
  public static NodeJvm of(
      String name,
      RunDirectory directory,
      NodeLaunchRequest order,
      NodeCommand command,
      LabWatch watch) {
    List<String> words = command.of(directory.topology().toAbsolutePath(), name);
    return new NodeJvm(
        name, order.token(), new LocalProcess(name, words, order, directory, watch, _ -> {}));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void launch() throws LabFailure {
    process.start();
  }

  /** Reports whether the node runs on another host, where it ends with the session. */
  public boolean isHosted() {
    return !process.isOurChild();
  }

  public boolean isLaunched() {
    return process.isStarted();
  }

  @Override
  public Optional<Duration> cpuTime() {
    return process.cpuTime();
  }

  /** Returns the record for {@code ps} and {@code down}. */
  public NodeRecord record() throws LabFailure {
    return process.record(controlAddress);
  }

  @Override
  public List<LinkSockets> sockets() throws LabFailure {
    NodeLaunchReply answer = process.answer();
    if (!answer.failure().isEmpty()) {
      throw new LabFailure(answer.failure());
    }
    controlAddress = answer.control();
    control = new ControlClient(name, controlAddress, token, process::failure);
    try {
      return answer.sockets().stream().map(LinkAddresses::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new LabFailure("node " + name + " says where its links end, and that is nowhere", e);
    }
  }

  @Override
  public void connect(List<LinkSockets> peers) throws LabFailure {
    Reply reply = control().connect(peers);
    if (!reply.ok()) {
      throw new LabFailure(reply.message());
    }
  }

  @Override
  public <A> A ask(Query<A> query) throws LabFailure {
    return control().ask(query);
  }

  @Override
  public Reply tell(Operation operation) throws LabFailure {
    return control().tell(operation);
  }

  @Override
  public <A> CommandReply<A> tell(Operation operation, Query<A> then) throws LabFailure {
    return control().tell(operation, then);
  }

  /** Lets the node outlive this JVM; on another host the supervisor's session keeps it. */
  public void detach() throws LabFailure {
    if (process.isOurChild()) {
      Reply _ = control().detach();
    }
  }

  private ControlClient control() throws LabFailure {
    if (control == null) {
      throw new LabFailure("node " + name + " is not ready");
    }
    return control;
  }

  /** Ends the process of a node that is removed from a running network. */
  public void leave() {
    process.mayEnd();
    close();
  }

  @Override
  public void close() {
    process.close();
  }
}
