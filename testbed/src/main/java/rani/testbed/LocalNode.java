// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.nodehost.conversation.CommandReply;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.session.NodeSession;
import rani.testbed.process.LabNode;
import rani.testbed.process.LabWatch;
import rani.world.Reply;

/** A live node in this JVM. */
final class LocalNode implements LabNode {
  private final String name;
  private final LabWatch watch;
  private final Maker maker;
  private @Nullable NodeSession session;

  interface Maker {
    NodeSession bound() throws IOException;
  }

  private interface Question<T> {
    T ask() throws LabFailure;
  }

  LocalNode(String name, LabWatch watch, Maker maker) {
    this.name = name;
    this.watch = watch;
    this.maker = maker;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void launch() throws LabFailure {
    try {
      session = maker.bound();
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
  public <A> CommandReply<A> tell(Operation operation, Query<A> then) throws LabFailure {
    NodeSession told = session();
    return answered(() -> told.tell(operation, then));
  }

  private <T> T answered(Question<T> question) throws LabFailure {
    try {
      return question.ask();
    } catch (CompletionException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new LabFailure("interrupted while node " + name + " was asked", e);
      }
      throw watch.explain(new LabFailure("node " + name + " does not answer: " + e, e));
    }
  }

  private NodeSession session() throws LabFailure {
    if (session == null) {
      throw new LabFailure("node " + name + " is not running");
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
