// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;
import rani.json.Json;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.host.TopologyHost;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.control.ControlAnswer;
import rani.nodehost.control.ControlRoute;
import rani.nodehost.control.ControlServer;
import rani.nodehost.control.ControlStream;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.testbed.process.ExitCause;
import tools.jackson.core.JacksonException;

/**
 * A process on the machine that a network was started from, which holds the sessions with the
 * agents of its other hosts while the network is up. Other programs reach the nodes there by relays
 * on the loopback, like local nodes, and the supervisor itself with the same token. Like a node's
 * process it ends with its standard input unless it was detached; then the sessions end, and with
 * them everything on the other hosts.
 *
 * <p>Its requests, which carry the run's token:
 *
 * <pre>
 * POST /launch   {"host": "a", "node": "n1", "order": …}   starts a node on a host
 * POST /end      {"node": "n1"}                            ends one
 * POST /topology                                           the run's topology.yaml has changed
 * POST /links/test   tests every link between hosts, before there are nodes
 * POST /examine  {"host": "a"}                             what `rani doctor` finds there
 * GET  /hosts    facts about the hosts and their clocks
 * GET  /cpu      CPU time of nodes
 * POST /detach   lets the sessions outlive the process that opened them
 * POST /stop     ends all
 * </pre>
 */
public final class HostSupervisor implements HostSession.Listener, ControlServer.Routes {
  /** The JVM's exit code after a regular end. */
  public static final int ENDED = 0;

  /** The JVM's exit code if a host could not be reached. */
  public static final int FAILED = 3;

  private static final Logger LOG = LoggerFactory.getLogger(HostSupervisor.class);

  /** Interval between two records of the hosts' clocks. */
  private static final long WRITE_SECONDS = 10;

  private final RunDirectory directory;
  private final PrintStream out;
  private final Runnable onAbandoned;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final SequencedMap<String, HostSession> sessions = new LinkedHashMap<>();

  /** Facts about each host; also about hosts whose sessions have ended. */
  private final SequencedMap<String, SupervisorProtocol.HostFacts> facts = new LinkedHashMap<>();

  private volatile boolean detached;
  private volatile boolean closing;

  private HostSupervisor(RunDirectory directory, PrintStream out, Runnable onAbandoned) {
    this.directory = directory;
    this.out = out;
    this.onAbandoned = onAbandoned;
  }

  /**
   * Holds the sessions of a run until the supervisor is stopped; returns the exit code. If standard
   * input ends while sessions are being opened, {@code onAbandoned} ends the JVM.
   */
  public static int run(Path folder, InputStream in, PrintStream out, Runnable onAbandoned) {
    return new HostSupervisor(new RunDirectory(folder), out, onAbandoned).execute(in);
  }

  private int execute(InputStream in) {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    try {
      String line = lines.readLine();
      if (line == null) {
        return ENDED;
      }
      SupervisorProtocol.Order order = Json.read(line, SupervisorProtocol.Order.class);
      Topology topology = TopologyFile.load(directory.topology());
      Thread.ofPlatform().daemon().name("rani-parent").start(() -> awaitParent(lines));
      openAll(topology, order);
      LOG.info("sessions have begun with {}", String.join(", ", order.hosts()));
      try (ShutdownHook _ = new ShutdownHook(this::stopAll);
          ControlServer control =
              new ControlServer(
                  HttpAddress.parse(order.control()), order.token(), closed -> this)) {
        say(SupervisorProtocol.Kind.READY, control.address().text());
        while (!ending.await(WRITE_SECONDS, TimeUnit.SECONDS)) {
          noteHosts();
        }
        noteHosts();
        stopAll();
      }
      ControlFolder.end(HttpAddress.parse(order.control()));
      LOG.info("all sessions have ended");
      return ENDED;
    } catch (LabFailure | FileError | IOException | JacksonException e) {
      LOG.error("the sessions cannot go on: {}", e.getMessage());
      say(SupervisorProtocol.Kind.FAILURE, String.valueOf(e.getMessage()));
      return FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ENDED;
    } finally {
      stopAll();
    }
  }

  private void awaitParent(BufferedReader lines) {
    try {
      long _ = lines.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      LOG.debug("standard input ended by {}", e.getMessage());
    }
    if (!detached) {
      ending.countDown();
      synchronized (sessions) {
        if (!closing && sessions.isEmpty()) {
          onAbandoned.run(); // a half-open ssh ends with its standard input
        }
      }
    }
  }

  private void openAll(Topology topology, SupervisorProtocol.Order order)
      throws LabFailure, IOException {
    String text = order.nodes() ? InputFile.text(directory.topology()) : "";
    List<Throwable> failures = new ArrayList<>();
    List<HostSession> opened = new ArrayList<>();
    List<Callable<HostSession>> opening = new ArrayList<>();
    order.hosts().forEach(name -> opening.add(() -> open(topology, name, text)));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<HostSession> each : threads.invokeAll(opening)) {
        if (each.state() == Future.State.SUCCESS) {
          opened.add(each.resultNow());
        } else {
          failures.add(each.exceptionNow());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
    synchronized (sessions) {
      opened.forEach(session -> sessions.put(session.host().name(), session));
    }
    if (!failures.isEmpty()) {
      throw new LabFailure(
          String.join("\n  ", failures.stream().map(Throwable::getMessage).toList()),
          failures.getFirst());
    }
    writeHosts();
    Files.createDirectories(directory.path().resolve(RunDirectory.NODES));
  }

  private HostSession open(Topology topology, String name, String text) throws LabFailure {
    TopologyHost host =
        topology.host(name).orElseThrow(() -> new LabFailure("the network has no host " + name));
    String run =
        directory.name().replaceAll("[^A-Za-z0-9._-]", "-")
            + "-"
            + Long.toHexString(new SecureRandom().nextLong());
    try {
      AgentTransport door =
          switch (host.by()) {
            case SSH ->
                SshTransport.open(host, run, line -> say(SupervisorProtocol.Kind.PROGRESS, line));
            case AGENT -> TlsTransport.open(host, run);
            case HERE -> throw new LabFailure("host " + name + " is this one");
          };
      HostSession session = HostSession.begin(host, directory, door, text, this);
      topology.edges().stream()
          .filter(program -> topology.hostOf(program.node()).filter(host::equals).isPresent())
          .forEach(session::expect);
      return session;
    } catch (IOException | RuntimeException e) {
      throw new LabFailure("host " + name + ": " + e.getMessage(), e);
    }
  }

  /** Returns facts about each host; about a lost host the last known ones. */
  private SupervisorProtocol.Hosts hosts() throws IOException {
    for (HostSession session : open()) {
      SupervisorProtocol.HostFacts host = session.facts();
      synchronized (sessions) {
        if (sessions.containsKey(host.host())) {
          facts.put(host.host(), host);
        }
      }
    }
    synchronized (sessions) {
      return new SupervisorProtocol.Hosts(List.copyOf(facts.values()));
    }
  }

  private void writeHosts() throws LabFailure, IOException {
    directory.write(RunDirectory.HOSTS, Json.print(hosts()) + "\n");
  }

  /** Records the hosts' clocks; only logs failures, because a full disk must not end all. */
  private void noteHosts() {
    try {
      writeHosts();
    } catch (LabFailure | IOException e) {
      LOG.warn("cannot write down what the hosts' clocks are: {}", e.getMessage());
    }
  }

  private List<HostSession> open() {
    synchronized (sessions) {
      return List.copyOf(sessions.values());
    }
  }

  private HostSession session(String host) throws IOException {
    synchronized (sessions) {
      HostSession session = sessions.get(host);
      if (session == null) {
        throw new IOException("there is no session with host " + host);
      }
      return session;
    }
  }

  /** Handles a request; the message of a failure becomes the refusal. */
  private interface Question {
    Object ask(ControlRoute.Request request) throws IOException, LabFailure, FileError;
  }

  @Override
  public Map<String, ControlRoute> routes() {
    SequencedMap<String, ControlRoute> routes = new LinkedHashMap<>();
    routes.put("POST /launch", asked(request -> launch(request.body(AgentProtocol.Launch.class))));
    routes.put(
        "POST /end", asked(request -> end(request.body(SupervisorProtocol.End.class).node())));
    routes.put("POST /topology", asked(request -> topology()));
    routes.put("POST /links/test", asked(request -> testLinks()));
    routes.put(
        "POST /examine",
        asked(
            request ->
                session(request.body(SupervisorProtocol.Examine.class).host())
                    .ask(AgentVerb.EXAMINE, "", AgentProtocol.Findings.class)));
    routes.put("GET /hosts", asked(request -> hosts()));
    routes.put("GET /cpu", asked(request -> cpu()));
    routes.put("POST /detach", request -> ControlAnswer.done(() -> detached = true));
    routes.put("POST /stop", request -> ControlAnswer.done(ending::countDown));
    return routes;
  }

  private static ControlRoute asked(Question question) {
    return request -> {
      try {
        return ControlAnswer.ok(question.ask(request));
      } catch (IOException | LabFailure | FileError e) {
        return ControlAnswer.refused(409, String.valueOf(e.getMessage()));
      }
    };
  }

  @Override
  public Map<String, ControlStream> streams() {
    return Map.of();
  }

  private AgentProtocol.Launched launch(AgentProtocol.Launch launch)
      throws IOException, LabFailure {
    HostSession session = session(launch.host());
    Files.deleteIfExists(directory.gone(launch.node()));
    return session.launch(launch.node(), launch.order());
  }

  private AgentProtocol.Done end(String node) throws IOException {
    for (HostSession session : open()) {
      session.end(node);
    }
    return new AgentProtocol.Done();
  }

  private AgentProtocol.Done topology() throws IOException {
    String text = InputFile.text(directory.topology());
    for (HostSession session : open()) {
      AgentProtocol.Done _ = session.ask(AgentVerb.TOPOLOGY, text, AgentProtocol.Done.class);
    }
    return new AgentProtocol.Done();
  }

  private AgentProtocol.Cpu cpu() throws IOException {
    List<AgentProtocol.NodeCpu> all = new ArrayList<>();
    for (HostSession session : open()) {
      all.addAll(session.ask(AgentVerb.CPU, "", AgentProtocol.Cpu.class).nodes());
    }
    return new AgentProtocol.Cpu(all);
  }

  private LinkTests.Results testLinks() throws LabFailure, FileError {
    Topology topology = TopologyFile.load(directory.topology());
    Map<String, HostSession> now = new LinkedHashMap<>();
    open().forEach(session -> now.put(session.host().name(), session));
    return new LinkTests.Results(new LinkTests(topology, now).all());
  }

  private void say(SupervisorProtocol.Kind kind, String text) {
    synchronized (out) {
      out.print(Json.print(new SupervisorProtocol.Line(kind, text)) + "\n");
      out.flush();
    }
  }

  @Override
  public void nodeEnded(TopologyHost host, AgentProtocol.Ended end) {
    if (closing) {
      return;
    }
    String why =
        "node %s (process %s on host %s) ended with exit code %s during the run%s; its log is %s"
            .formatted(
                end.node(),
                end.pid(),
                host.name(),
                end.exit(),
                ExitCause.of(directory, end.node()).map(reason -> ": " + reason).orElse(""),
                directory.log(end.node()).toAbsolutePath());
    LOG.warn("{}", why);
    gone(end.node(), why);
    say(SupervisorProtocol.Kind.DEATH, why);
  }

  @Override
  public void sessionEnded(TopologyHost host, String why, List<String> lost) {
    synchronized (sessions) {
      sessions.remove(host.name());
      facts.computeIfPresent(host.name(), (name, known) -> known.lost(why));
    }
    if (closing) {
      return;
    }
    String said = "the session with host " + host.name() + " has ended: " + why;
    LOG.warn("{}; its nodes end: {}", said, String.join(", ", lost));
    lost.forEach(node -> gone(node, said));
    say(SupervisorProtocol.Kind.DEATH, said + "; its nodes end: " + String.join(", ", lost));
  }

  /** Records in the run's folder, for other programs, why a node has ended. */
  private void gone(String node, String why) {
    try {
      Files.writeString(directory.gone(node), why + "\n");
    } catch (IOException e) {
      LOG.warn("cannot write down that node {} has ended: {}", node, e.getMessage());
    }
  }

  private void stopAll() {
    closing = true;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      open().forEach(session -> threads.execute(session::stop));
    }
  }
}
