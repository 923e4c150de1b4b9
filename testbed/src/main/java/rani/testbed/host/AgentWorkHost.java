// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.host.TopologyHost;
import rani.testbed.session.Session;
import rani.testbed.session.SessionStream;
import tools.jackson.core.JacksonException;

/** Another host, by a session with its agent that runs workers and no nodes. */
final class AgentWorkHost implements WorkHost, Session.Peer {
  /** How long an agent may take to end its workers before the connection is closed. */
  private static final Duration STOP_MAX = Duration.ofSeconds(15);

  private final TopologyHost host;
  private final AgentTransport door;
  private final Session session;
  private About about = new About("", "", "");

  private AgentWorkHost(TopologyHost host, AgentTransport door) {
    this.host = host;
    this.door = door;
    this.session = new Session(door.in(), door.out(), true, this);
  }

  static AgentWorkHost open(TopologyHost host, Consumer<String> progress) throws LabFailure {
    String run = "sweep-" + Long.toHexString(new SecureRandom().nextLong());
    try {
      AgentTransport door =
          switch (host.by()) {
            case SSH -> SshTransport.open(host, run, progress);
            case AGENT -> TlsTransport.open(host, run);
            case HERE -> throw new LabFailure("host " + host.name() + " is this one");
          };
      AgentWorkHost opened = new AgentWorkHost(host, door);
      try {
        opened.session.start();
        opened.begin(run);
        return opened;
      } catch (LabFailure | IOException | RuntimeException e) {
        opened.abandon();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      throw new LabFailure("host " + host.name() + ": " + e.getMessage(), e);
    }
  }

  private void begin(String run) throws LabFailure, IOException {
    AgentProtocol.Begun begun =
        ask(
            AgentVerb.BEGIN,
            new AgentProtocol.Begin(run, ""),
            AgentProtocol.Begun.class,
            AgentVerb.BEGIN.max);
    if (begun.isOfAnotherBuild()) {
      throw LabFailure.ofInput(AgentProtocol.anotherBuild(host.name()));
    }
    about = new About(host.name(), begun.java(), begun.system());
  }

  private <T> T ask(AgentVerb verb, Object body, Class<T> kind, Duration max) throws IOException {
    try {
      return Json.read(session.call(verb.text(), Json.print(body), max), kind);
    } catch (JacksonException e) {
      throw new IOException("an agent answers what it should not", e);
    }
  }

  @Override
  public About about() {
    return about;
  }

  @Override
  public WorkerChannel worker() throws IOException {
    SessionStream stream = session.open(AgentProtocol.WORKER);
    return new WorkerChannel(stream.in(), stream.out(), stream::close);
  }

  @Override
  public void ended(String why) {
    // its streams end with it, and their readers ask why
  }

  @Override
  public Optional<String> lost() {
    return session.end();
  }

  @Override
  public void close() {
    try {
      AgentProtocol.Done _ = ask(AgentVerb.STOP, "", AgentProtocol.Done.class, STOP_MAX);
    } catch (IOException e) {
      return; // it is gone, and has ended everything itself
    } finally {
      abandon();
    }
  }

  @Override
  public void abandon() {
    session.close();
    door.close();
  }
}
