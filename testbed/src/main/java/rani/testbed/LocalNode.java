// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.live.LiveNodeConfig;
import rani.model.capture.FileCapture;
import rani.model.file.FileError;
import rani.model.node.RunKey;
import rani.model.topology.OperationReader;
import rani.node.Command;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.Told;
import rani.nodehost.session.NodeLinks;
import rani.nodehost.session.NodeSession;
import rani.nodehost.session.OriginFacts;
import rani.nodehost.session.TraceTarget;
import rani.testbed.process.LabNode;
import rani.testbed.process.LabWatch;
import rani.testbed.process.LinkParty;
import rani.world.Reply;

/** A live node in this JVM. */
final class LocalNode implements LabNode, LinkParty {
  private final LiveNodeConfig config;
  private final Optional<TraceTarget> trace;
  private final long wallBaseNanos;
  private final List<FileCapture> captures;
  private final LabWatch watch;
  private final OperationReader operations;
  private final RunKey key;
  private @Nullable NodeSession session;
  private @Nullable NodeLinks links;

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
      links = begun.links(operations, key);
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
    return answered(() -> told.tell(operation));
  }

  @Override
  public <A> Told<A> tell(Operation operation, Query<A> then) throws LabFailure {
    NodeSession told = session();
    return answered(() -> told.tell(operation, then));
  }

  @Override
  public Reply handle(Command command) throws LabFailure {
    NodeSession told = session();
    return answered(() -> told.handle(command));
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

  @Override
  public LinkParty party() {
    return this;
  }

  @Override
  public LinkSockets prepare(String entry, String link) throws LabFailure {
    try {
      return links().prepare(entry, link);
    } catch (FileError | IOException | IllegalArgumentException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void join(String link, LinkSockets peer) throws LabFailure {
    try {
      require(links().join(link, peer));
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void leave(String link) throws LabFailure {
    require(links().leave(link));
  }

  @Override
  public void know(Command.KnowNetwork network) throws LabFailure {
    require(handle(network));
  }

  @Override
  public byte[] originKey() throws LabFailure {
    Reply reply = links().originKey();
    require(reply);
    return OriginFacts.key(reply);
  }

  @Override
  public SequencedMap<Integer, byte[]> originKeys() throws LabFailure {
    return OriginFacts.keys(handle(new Command.Show(Command.Subject.ROUTES)).facts());
  }

  @Override
  public void offerKey(int number) throws LabFailure {
    require(links().offerKey(number));
  }

  @Override
  public void useKey(int number) throws LabFailure {
    require(links().useKey(number));
  }

  private void require(Reply reply) throws LabFailure {
    if (!reply.ok()) {
      throw new LabFailure("node " + name() + " refuses: " + reply.message());
    }
  }

  private NodeLinks links() throws LabFailure {
    if (links == null) {
      throw new LabFailure("node " + name() + " is not running");
    }
    return links;
  }

  @Override
  public Reply goAt(long atNanos) throws LabFailure {
    NodeSession told = session();
    return answered(() -> NodeSession.answered(told.node().goAt(atNanos)));
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
