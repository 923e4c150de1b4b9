// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import rani.ground.ExitCodes;
import rani.ground.FolderRemoval;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;
import rani.json.Json;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeLaunchReply;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.testbed.process.LabWatch;
import rani.testbed.process.LocalProcess;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeJvm;
import rani.testbed.session.LinkProbe;
import rani.testbed.session.Session;
import rani.testbed.session.SessionStream;
import tools.jackson.core.JacksonException;

/**
 * Runs nodes of a network, or trials of a sweep, on another host than the one that these are
 * started from. It executes the verbs of its {@link HostSupervisor}: it starts nodes, relays
 * connections to their control planes, which listen on the host's loopback only, and transfers the
 * files that nodes write. When the session ends, for any reason, every node is ended and the run's
 * folder removed. If the agent itself is killed, the nodes end with their standard input.
 */
public final class Agent implements Session.Peer {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int PROBES_MAX = 512;
  private static final AgentProtocol.Done DONE = new AgentProtocol.Done();

  private final RunDirectory directory;
  private final NodeCommand command;
  private final Supplier<List<HostCheck.Finding>> doctor;
  private final Session session;
  private final AgentFiles files;
  private final Map<String, NodeJvm> nodes = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<String, HttpAddress> controls = new ConcurrentHashMap<>();
  private final Map<String, LinkProbe> probes = new ConcurrentHashMap<>();
  private final WorkerProcesses workers;
  private boolean stopped;

  private Agent(
      InputStream in,
      OutputStream out,
      Path folder,
      NodeCommand command,
      Supplier<List<HostCheck.Finding>> doctor) {
    this.directory = new RunDirectory(folder);
    this.command = command;
    this.doctor = doctor;
    this.session = new Session(in, out, false, this);
    this.files = new AgentFiles(folder, session);
    this.workers = new WorkerProcesses(folder);
  }

  /**
   * Reports that the agent is ready, and serves one session to its end. Then it ends everything
   * that the session started, and removes {@code folder}, which it has created.
   */
  public static void serve(
      InputStream in,
      OutputStream out,
      Path folder,
      NodeCommand command,
      Supplier<List<HostCheck.Finding>> doctor)
      throws IOException {
    AgentTransport.say(out, AgentTransport.READY);
    Path runs = folder.toAbsolutePath().resolveSibling("");
    Files.createDirectories(runs);
    AgentFolder.removeLeft(runs);
    AgentFolder.make(folder);
    Agent agent = new Agent(in, out, folder.toRealPath(), command, doctor);
    try (ShutdownHook _ = new ShutdownHook(agent::endAll)) {
      agent.session.start();
      agent.lookUntilTheEnd();
    } finally {
      agent.endAll();
    }
  }

  private void lookUntilTheEnd() {
    try {
      while (!session.awaitEnd(LOOK)) {
        files.look();
      }
    } catch (IOException e) {
      LOG.warn("the session has ended: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String answer(String verb, String body) throws IOException {
    try {
      return Json.print(
          switch (AgentVerb.of(verb)) {
            case BEGIN -> begin(Json.read(body, AgentProtocol.Begin.class));
            case TOPOLOGY -> topology(Json.read(body, String.class));
            case LAUNCH -> launch(Json.read(body, AgentProtocol.Launch.class));
            case END -> end(Json.read(body, String.class));
            case CPU -> cpu();
            case BIND -> bind(Json.read(body, AgentProtocol.Bind.class));
            case TRY -> tryOut(Json.read(body, AgentProtocol.Try.class));
            case EXAMINE -> new AgentProtocol.Findings(doctor.get());
            case STOP -> stop();
          });
    } catch (LabFailure | JacksonException | IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private AgentProtocol.Begun begin(AgentProtocol.Begin begin) throws LabFailure {
    if (!begin.topology().isEmpty()) {
      AgentProtocol.Done _ = topology(begin.topology());
    }
    return new AgentProtocol.Begun(
        ProcessHandle.current().pid(),
        Distribution.id(),
        AgentProtocol.java(),
        AgentProtocol.system(),
        Runtime.getRuntime().availableProcessors());
  }

  private AgentProtocol.Done topology(String text) throws LabFailure {
    directory.write(RunDirectory.TOPOLOGY, text);
    return DONE;
  }

  private AgentProtocol.Launched launch(AgentProtocol.Launch launch)
      throws LabFailure, IOException {
    String name = launch.node();
    NodeLaunchRequest order =
        launch.order().below(directory.path(), ControlFolder.socket(directory, name));
    LocalProcess process =
        new LocalProcess(
            name,
            command.of(directory.topology(), name),
            order,
            directory,
            new LabWatch(),
            dead -> ended(name, dead));
    NodeJvm node = new NodeJvm(name, order.token(), process);
    synchronized (this) {
      if (stopped || nodes.containsKey(name)) {
        throw new LabFailure(
            stopped ? "the agent is ending" : "node " + name + " is there already");
      }
      nodes.put(name, node);
      node.launch();
    }
    NodeLaunchReply answer = process.answer();
    if (answer.failure().isEmpty()) {
      synchronized (this) {
        if (nodes.containsKey(name)) {
          controls.put(name, HttpAddress.parse(answer.control()));
        }
      }
    }
    long pid = process.record("").pid();
    if (answer.failure().isEmpty()) {
      LOG.info("node {} has started, process {}", name, pid);
    } else {
      LOG.error("node {}, process {}, cannot start: {}", name, pid, answer.failure());
    }
    return new AgentProtocol.Launched(pid, answer);
  }

  /** Transfers a node's files, then reports its end. */
  private void ended(String node, Process dead) {
    LOG.atLevel(dead.exitValue() == ExitCodes.OK ? Level.INFO : Level.WARN)
        .log("node {}, process {}, has ended: exit {}", node, dead.pid(), dead.exitValue());
    synchronized (this) {
      nodes.remove(node);
      controls.remove(node);
    }
    try {
      files.flush(AgentFiles.LOGS);
      session.tell(Json.print(new AgentProtocol.Ended(node, dead.pid(), dead.exitValue())));
    } catch (IOException e) {
      LOG.warn("no one hears that node {} has ended: {}", node, e.getMessage());
    }
  }

  private AgentProtocol.Done end(String node) throws IOException {
    NodeJvm running = nodes.get(node);
    if (running != null) {
      running.leave();
    }
    return DONE;
  }

  private synchronized AgentProtocol.Cpu cpu() {
    List<AgentProtocol.NodeCpu> times = new ArrayList<>();
    nodes.forEach(
        (node, running) ->
            running
                .cpuTime()
                .ifPresent(time -> times.add(new AgentProtocol.NodeCpu(node, time.toNanos()))));
    return new AgentProtocol.Cpu(times);
  }

  private synchronized AgentProtocol.Bound bind(AgentProtocol.Bind bind) throws IOException {
    if (probes.size() >= PROBES_MAX || probes.containsKey(bind.end())) {
      throw new IOException("too many ends are being tried out");
    }
    LinkProbe probe =
        LinkProbe.bind(InetAddress.ofLiteral(bind.address()), bind.receivePort(), bind.sendPort());
    probes.put(bind.end(), probe);
    return new AgentProtocol.Bound(probe.receivePort(), probe.sendPort());
  }

  private LinkProbe.Heard tryOut(AgentProtocol.Try test) throws IOException {
    LinkProbe probe = probes.remove(test.end());
    if (probe == null) {
      throw new IOException("end " + test.end() + " is not bound");
    }
    return test.with(probe);
  }

  private AgentProtocol.Done stop() throws IOException {
    endNodes();
    files.flush(AgentFiles.GROWING);
    return DONE;
  }

  /** Relays a stream to the control plane of a node, or to a new worker. */
  @Override
  public void opened(String node, SessionStream stream) throws IOException {
    if (node.equals(AgentProtocol.WORKER)) {
      workers.serve(stream.in(), stream.out());
      return;
    }
    HttpAddress control = controls.get(node);
    if (control == null) {
      throw new IOException("nothing is called " + node);
    }
    stream.joinWith(SocketChannel.open(control.socket()));
  }

  @Override
  public void ended(String why) {
    LOG.info("the session has ended: {}", why);
  }

  private void endNodes() {
    List<NodeJvm> all;
    synchronized (this) {
      stopped = true;
      all = List.copyOf(nodes.values());
    }
    workers.close();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      all.forEach(each -> threads.execute(each::leave));
    }
  }

  private void endAll() {
    endNodes();
    synchronized (this) {
      probes.values().forEach(LinkProbe::close);
      probes.clear();
    }
    session.close();
    FolderRemoval.remove(directory.path());
  }
}
