// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.live.LiveNodeConfig;
import rani.model.capture.FileCapture;
import rani.model.node.RunKey;
import rani.model.topology.OperationReader;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.Told;
import rani.nodehost.session.NodeSession;
import rani.nodehost.session.TraceTarget;
import rani.testbed.process.LabNode;
import rani.testbed.process.LabWatch;
import rani.world.Reply;

/** A live node in this JVM. */
final class LocalNode implements LabNode {
  private final LiveNodeConfig config;
  private final Optional<TraceTarget> trace;
  private final long wallBaseNanos;
  private final List<FileCapture> captures;
  private final LabWatch watch;
  private final OperationReader operations;
  private final RunKey key;
  private @Nullable NodeSession session;

  private interface Question<T> {
    T ask() throws LabFailure;
  }

  LocalNode(
      LiveNodeConfig config,
      Optional<TraceTarget> trace,
      long wallBaseNanos,
      List<FileCapture> captures,
      LabWatch watch,
      OperationReader operations,
      RunKey key) {
    this.config = config;
    this.trace = trace;
    this.wallBaseNanos = wallBaseNanos;
    this.captures = captures;
    this.watch = watch;
    this.operations = operations;
    this.key = key;
  }

  @Override
  public String name() {
    return config.node().name();
  }

  @Override
  public void launch() throws LabFailure {
    try {
      NodeSession begun = new NodeSession(config, trace, wallBaseNanos, captures);
      session = begun;
      NodeLinks _ = begun.links(operations, key);
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public List<LinkSockets> sockets() throws LabFailure {
    return session().node().sockets();
  }

  @Override
  public void connect(List<LinkSockets> peers) throws LabFailure {
    try {
      session().node().connect(peers);
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public <A> A ask(Query<A> query) throws LabFailure {
    NodeSession asked = session();
    return answered(() -> asked.ask(query));
  }

  @Override
  public Reply tell(Operation operation) throws LabFailure {
    NodeSession told = session();
    try {
      return answered(() -> told.tell(operation));
    } catch (IllegalArgumentException e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public <A> Told<A> tell(Operation operation, Query<A> then) throws LabFailure {
    NodeSession told = session();
    return answered(() -> told.tell(operation, then));
  }

  private <T> T answered(Question<T> question) throws LabFailure {
    try {
      return question.ask();
    } catch (CompletionException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new LabFailure("interrupted while node " + name() + " was asked", e);
      }
      throw watch.explain(new LabFailure("node " + name() + " does not answer: " + e, e));
    }
  }

  private NodeSession session() throws LabFailure {
    if (session == null) {
      throw new LabFailure("node " + name() + " is not running");
    }
    return session;
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
  }
}
