// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.host.TopologyHost;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeAnswer;
import rani.nodehost.jvm.NodeOrder;
import rani.testbed.session.ClockWatch;
import rani.testbed.session.LinkProbe;
import rani.testbed.session.Session;
import rani.testbed.session.SessionStream;
import tools.jackson.core.JacksonException;

/**
 * A session with the agent of one host, and the relays on this host by which its nodes' control
 * planes are reached.
 */
final class HostSession implements Session.Peer, AutoCloseable {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
  private static final Duration LAUNCH_MAX = Duration.ofSeconds(90);
  private final TopologyHost host;
  private final RunDirectory directory;
  private final AgentDoor door;
  private final Session session;
  private final Listener listener;
  private final Map<String, ControlRelay> relays = new LinkedHashMap<>();
  private final HostFiles files;

  /** The nodes that were launched there, and have not ended. */
  private final Set<String> running = new LinkedHashSet<>();

  private boolean hasNodes;

  /** Until then its end is the failure of {@link #begin}, and no news. */
  private volatile boolean goesOn;

  private AgentWords.Begun begun = new AgentWords.Begun(0, "", "", "", 0);

  /** Who hears what becomes of a session. */
  interface Listener {
    /** A node has ended on a host. */
    void nodeEnded(TopologyHost host, AgentWords.Ended end);

    /** A session that had begun is over. */
    void sessionEnded(TopologyHost host, String why);
  }

  private HostSession(
      TopologyHost host, RunDirectory directory, AgentDoor door, Listener listener) {
    this.host = host;
    this.directory = directory;
    this.door = door;
    this.listener = listener;
    this.files = new HostFiles(directory.path());
    this.session = new Session(door.in(), door.out(), true, this);
  }

  /**
   * Begins a session.
   *
   * @param topology the network's file; empty if no nodes will be started
   */
  static HostSession begin(
      TopologyHost host, RunDirectory directory, AgentDoor door, String topology, Listener listener)
      throws LabFailure, IOException {
    HostSession made = new HostSession(host, directory, door, listener);
    boolean begun = false;
    try {
      made.session.start();
      made.begin(topology);
      begun = true;
      return made;
    } finally {
      if (!begun) {
        made.close();
      }
    }
  }

  private void begin(String topology) throws LabFailure, IOException {
    begun =
        read(
            call(AgentWords.BEGIN, new AgentWords.Begin(directory.name(), topology), ANSWER_MAX),
            AgentWords.Begun.class);
    String ours = Distribution.id();
    String theirs = begun.distribution();
    if (!ours.isEmpty() && !theirs.isEmpty() && !ours.equals(theirs)) {
      throw new LabFailure(
          "host "
              + host.name()
              + ": its agent is of another rani than this one; start it again from the same build");
    }
    ClockWatch _ = session.clock();
    goesOn = true;
  }

  private String call(String verb, Object body, Duration max) throws IOException {
    return session.call(verb, Json.print(body), max);
  }

  private static <T> T read(String text, Class<T> kind) throws IOException {
    try {
      return Json.read(text, kind);
    } catch (JacksonException e) {
      throw new IOException("an agent answers what it should not", e);
    }
  }

  TopologyHost host() {
    return host;
  }

  /** What is known of the host, its clock as it was at the start and as it is now. */
  KeeperWords.HostFacts facts() throws IOException {
    return new KeeperWords.HostFacts(
        host.name(),
        host.address(),
        rani.model.file.MapReader.nameOf(host.by()),
        begun.pid(),
        begun.java(),
        begun.system(),
        begun.processors(),
        KeeperWords.Clock.of(session.clock()),
        "");
  }

  /** Starts a node there, whose origin of time is that of all others there, and a relay to it. */
  KeeperWords.Launched launch(String node, NodeOrder order) throws IOException, LabFailure {
    NodeOrder there = order.forHost(directory.path(), clockOfNodes().start().offsetNanos());
    files.expect(node, there);
    synchronized (this) {
      running.add(node);
    }
    AgentWords.Launched launched =
        read(
            call(AgentWords.LAUNCH, new AgentWords.Launch(node, there), LAUNCH_MAX),
            AgentWords.Launched.class);
    NodeAnswer answer = launched.answer();
    if (!answer.failure().isEmpty()) {
      return new KeeperWords.Launched(
          launched.pid(), NodeAnswer.failed("host " + host.name() + ": " + answer.failure()));
    }
    return new KeeperWords.Launched(
        launched.pid(), new NodeAnswer("", relay(node, order.address()), answer.sockets()));
  }

  /** As the first node is started there: all others have the same origin of time. */
  private synchronized ClockWatch clockOfNodes() throws IOException {
    if (!hasNodes) {
      hasNodes = true;
      return session.watchClock();
    }
    return session.clock();
  }

  private String relay(String node, HttpAddress at) throws IOException, LabFailure {
    ControlFolder.prepare(directory, at);
    ControlRelay relay = new ControlRelay(at, () -> session.open(AgentWords.NODE + node));
    synchronized (this) {
      relays.put(node, relay);
    }
    return relay.address().text();
  }

  /** Ends a node there. */
  void end(String node) throws IOException {
    closeRelay(node);
    ask(AgentWords.END, node, ANSWER_MAX);
  }

  /** Calls for something with which files come. */
  private void ask(String verb, String body, Duration max) throws IOException {
    files.asked();
    try {
      String _ = session.call(verb, body, max);
    } finally {
      files.answered();
    }
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

  void topology(String text) throws IOException {
    String _ = session.call(AgentWords.TOPOLOGY, text, ANSWER_MAX);
  }

  /** Fetches all that nodes have written there so far. */
  void flush() throws IOException {
    ask(AgentWords.FLUSH, "", LAUNCH_MAX);
  }

  AgentWords.Cpu cpu() throws IOException {
    return read(session.call(AgentWords.CPU, "", ANSWER_MAX), AgentWords.Cpu.class);
  }

  /** What is found about the host, under {@code findings}. */
  JsonObject examine() throws IOException {
    try {
      return Json.object(session.call(AgentWords.EXAMINE, "", LAUNCH_MAX));
    } catch (JacksonException e) {
      throw new IOException("an agent answers what it should not", e);
    }
  }

  AgentWords.Bound bind(AgentWords.Bind bind) throws IOException {
    return read(call(AgentWords.BIND, bind, ANSWER_MAX), AgentWords.Bound.class);
  }

  LinkProbe.Heard tryOut(AgentWords.Try test) throws IOException {
    return read(call(AgentWords.TRY, test, ANSWER_MAX), LinkProbe.Heard.class);
  }

  @Override
  public String answer(String verb, String body) throws IOException {
    throw new IOException("an agent asks nothing");
  }

  @Override
  public void opened(String target, SessionStream stream) {
    stream.close();
  }

  @Override
  public void told(String news) {
    AgentWords.Ended end = Json.read(news, AgentWords.Ended.class);
    synchronized (this) {
      if (!running.remove(end.node())) {
        throw new IllegalArgumentException("an agent tells the end of a node that it does not run");
      }
    }
    closeRelay(end.node());
    listener.nodeEnded(host, end);
  }

  @Override
  public void file(String path, long offset, byte[] bytes) throws IOException {
    files.take(path, offset, bytes);
  }

  @Override
  public void ended(String why) {
    for (String node : nodes()) {
      closeRelay(node);
    }
    if (goesOn) {
      listener.sessionEnded(host, why);
    }
  }

  private synchronized List<String> nodes() {
    return List.copyOf(relays.keySet());
  }

  /** Has the agent end all nodes and send what is left; then the session is over. */
  void stop() {
    try {
      ask(AgentWords.STOP, "", LAUNCH_MAX);
    } catch (IOException e) {
      return; // then it is gone, and ends them by itself
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
