// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.edge.EdgeProgram;
import rani.model.file.MapReader;
import rani.model.host.TopologyHost;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.testbed.session.ClockWatch;
import rani.testbed.session.Session;
import tools.jackson.core.JacksonException;

/** A session with the agent of one host, and the relays to its nodes' control planes. */
final class HostSession implements Session.Peer, AutoCloseable {
  private final TopologyHost host;
  private final RunDirectory directory;
  private final AgentTransport door;
  private final Session session;
  private final Listener listener;
  private final Map<String, ControlRelay> relays = new LinkedHashMap<>();
  private final HostFiles files;

  /** Nodes that were launched on the host and have not ended. */
  private final Set<String> running = new LinkedHashSet<>();

  /** Running nodes whose end was requested. */
  private final Set<String> mayEnd = new LinkedHashSet<>();

  private boolean hasNodes;

  /** Set after {@link #begin}, which reports a failure itself; later ends go to the listener. */
  private volatile boolean goesOn;

  private AgentProtocol.Begun begun = new AgentProtocol.Begun(0, "", "", "", 0);

  interface Listener {
    /** A node has ended without a request. */
    void nodeEnded(TopologyHost host, AgentProtocol.Ended end);

    /** A session has ended, and with it the nodes on the host. */
    void sessionEnded(TopologyHost host, String why, List<String> nodes);
  }

  private HostSession(
      TopologyHost host, RunDirectory directory, AgentTransport door, Listener listener) {
    this.host = host;
    this.directory = directory;
    this.door = door;
    this.listener = listener;
    this.files = new HostFiles(directory.path());
    this.session = new Session(door.in(), door.out(), true, this);
  }

  /** Begins a session. The topology file is empty if no nodes will be started. */
  static HostSession begin(
      TopologyHost host,
      RunDirectory directory,
      AgentTransport door,
      String topology,
      Listener listener)
      throws LabFailure, IOException {
    HostSession made = new HostSession(host, directory, door, listener);
    try {
      made.session.start();
      made.begin(topology);
      return made;
    } catch (LabFailure | IOException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private void begin(String topology) throws LabFailure, IOException {
    begun =
        ask(
            AgentVerb.BEGIN,
            new AgentProtocol.Begin(directory.name(), topology),
            AgentProtocol.Begun.class);
    if (begun.isOfAnotherBuild()) {
      throw new LabFailure(AgentProtocol.anotherBuild(host.name()));
    }
    ClockWatch _ = session.clock();
    goesOn = true;
  }

  /** Calls a verb of the agent; fails if the agent refuses, or answers anything else. */
  <T> T ask(AgentVerb verb, Object body, Class<T> kind) throws IOException {
    if (verb.bringsFiles) {
      files.asked();
    }
    try {
      return Json.read(session.call(verb.text(), Json.print(body), verb.max), kind);
    } catch (JacksonException e) {
      throw new IOException("an agent answers what it should not", e);
    } finally {
      if (verb.bringsFiles) {
        files.answered();
      }
    }
  }

  TopologyHost host() {
    return host;
  }

  /** Returns facts about the host, with its clock at the start and now. */
  SupervisorProtocol.HostFacts facts() throws IOException {
    return new SupervisorProtocol.HostFacts(
        host.name(),
        host.address(),
        MapReader.nameOf(host.by()),
        begun.pid(),
        begun.java(),
        begun.system(),
        begun.processors(),
        SupervisorProtocol.Clock.of(session.clock()),
        "");
  }

  /** Permits the log of a program on the host. */
  void expect(EdgeProgram program) {
    files.expectProgram(program.name());
  }

  /** Starts a node on the host, with the time origin of its other nodes, and a relay to it. */
  AgentProtocol.Launched launch(String node, NodeLaunchRequest order)
      throws IOException, LabFailure {
    NodeLaunchRequest there = order.forHost(directory.path(), clockOfNodes().start().offsetNanos());
    files.expect(node, there);
    synchronized (this) {
      running.add(node);
      mayEnd.remove(node);
    }
    AgentProtocol.Launched launched =
        ask(
            AgentVerb.LAUNCH,
            new AgentProtocol.Launch(host.name(), node, there),
            AgentProtocol.Launched.class);
    NodeLaunchReply answer = launched.answer();
    return new AgentProtocol.Launched(
        launched.pid(),
        answer.failure().isEmpty()
            ? new NodeLaunchReply("", relay(node, order.address()), answer.sockets())
            : NodeLaunchReply.failed("host " + host.name() + ": " + answer.failure()));
  }

  /** Watches the clock from the first node on, because its time origin is for all of them. */
  private synchronized ClockWatch clockOfNodes() throws IOException {
    if (!hasNodes) {
      hasNodes = true;
      return session.watchClock();
    }
    return session.clock();
  }

  private String relay(String node, HttpAddress at) throws IOException, LabFailure {
    ControlFolder.prepare(directory, at);
    ControlRelay relay = new ControlRelay(at, session, node);
    synchronized (this) {
      relays.put(node, relay);
    }
    return relay.address().text();
  }

  /** Ends a node, if it runs on the host. */
  void end(String node) throws IOException {
    synchronized (this) {
      if (!running.contains(node)) {
        return;
      }
      mayEnd.add(node);
    }
    closeRelay(node);
    AgentProtocol.Done _ = ask(AgentVerb.END, node, AgentProtocol.Done.class);
  }

  private void closeRelay(String node) {
    ControlRelay relay;
    synchronized (this) {
      relay = relays.remove(node);
    }
    if (relay != null) {
      relay.close();
    }
  }

  @Override
  public void told(String news) {
    AgentProtocol.Ended end = Json.read(news, AgentProtocol.Ended.class);
    boolean isWanted;
    synchronized (this) {
      if (!running.remove(end.node())) {
        throw new IllegalArgumentException("an agent tells the end of a node that it does not run");
      }
      isWanted = mayEnd.remove(end.node());
    }
    closeRelay(end.node());
    if (!isWanted) {
      listener.nodeEnded(host, end);
    }
  }

  @Override
  public void file(String path, long offset, byte[] bytes) throws IOException {
    files.take(path, offset, bytes);
  }

  @Override
  public void ended(String why) {
    List<String> nodes;
    List<ControlRelay> open;
    synchronized (this) {
      nodes = List.copyOf(running);
      open = List.copyOf(relays.values());
      relays.clear();
    }
    open.forEach(ControlRelay::close);
    if (goesOn) {
      listener.sessionEnded(host, why, nodes);
    }
  }

  /** Makes the agent end all nodes and send the rest of their files; then ends the session. */
  void stop() {
    try {
      AgentProtocol.Done _ = ask(AgentVerb.STOP, "", AgentProtocol.Done.class);
    } catch (IOException e) {
      return; // the agent is gone, and has ended the nodes itself
    } finally {
      close();
    }
  }

  @Override
  public void close() {
    files.close();
    session.close();
    door.close();
  }
}
