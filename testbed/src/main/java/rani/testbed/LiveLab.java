// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.ground.ShutdownHook;
import rani.ground.WallClock;
import rani.live.LinkSockets;
import rani.live.LiveNodeConfig;
import rani.model.capture.FileCapture;
import rani.model.file.FileError;
import rani.model.host.Forward;
import rani.model.host.TopologyHost;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.NetworkChange;
import rani.model.topology.OperationReader;
import rani.model.topology.Routes;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.model.topology.TopologyText;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.nodehost.code.LiveCode;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.conversation.OriginFacts;
import rani.nodehost.conversation.StartServices;
import rani.nodehost.conversation.StartTraffic;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.conversation.UpdateNetwork;
import rani.nodehost.edge.ProgramFacts;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.gateway.ForwardOrders;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.WarmUp;
import rani.nodehost.session.LiveWiring;
import rani.nodehost.session.NodeSession;
import rani.testbed.host.AgentToken;
import rani.testbed.host.HostWords;
import rani.testbed.host.HostedProcess;
import rani.testbed.host.SupervisorClient;
import rani.testbed.host.SupervisorProcess;
import rani.testbed.host.SupervisorProtocol;
import rani.testbed.process.LabNode;
import rani.testbed.process.LabWatch;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeJvm;
import rani.testbed.session.Tasks;
import rani.world.Reply;

/**
 * A live network on this host and others: one JVM per node, or all nodes in this JVM. No node
 * outlives the lab unless it was detached: node processes end when standard input is closed, and a
 * shutdown hook closes all of them when this JVM is terminated (Ctrl-C, SIGTERM).
 */
public final class LiveLab implements Lab {
  /** Lead time of the announcement of the start, enough to reach all nodes. */
  private static final long GO_LEAD_NANOS = 100_000_000;

  /** Limit of nodes per processor for a warm-up, which would take too long with more. */
  private static final int REHEARSING_PER_PROCESSOR_MAX = 4;

  private static final long LINKS_POLL_NANOS = 20_000_000;
  private static final long DONE_POLL_NANOS = 100_000_000;

  private final LivePlan plan;
  private final LiveWiring wiring;
  private final Maker maker;
  private volatile Topology topology;
  private final LabSchedule schedule;

  /** Copy-on-write, so that an iteration sees a consistent snapshot; changes are rare. */
  private volatile SequencedMap<String, LabNode> nodes = new LinkedHashMap<>();

  private final Set<String> everThere = new LinkedHashSet<>();
  private final LabWatch watch = new LabWatch();
  private final EdgePrograms programs;
  private final long timeBaseNanos = System.nanoTime();
  private final long wallBaseNanos = WallClock.baseNanos(timeBaseNanos);
  private final String token;
  private final Progress progress;
  private Duration linksUpMax = LINKS_UP_MAX;
  private @Nullable SupervisorProcess supervisor;
  private @Nullable ShutdownHook shutdownHook;
  private long epochNanos;
  private volatile int keyNumber;
  private boolean closed;

  private LiveLab(LivePlan plan, Maker maker, Progress progress) {
    this.plan = plan;
    this.topology = plan.topology();
    this.schedule = new LabSchedule(topology);
    this.maker = maker;
    this.wiring = new LiveWiring(plan.topology());
    this.progress = progress;
    this.token = AgentToken.newSecret();
    this.programs = new EdgePrograms(plan, this, watch);
    for (String name : plan.topology().ownNames()) {
      enter(maker.node(this, name, false));
    }
  }

  private void enter(LabNode node) {
    change(all -> all.put(node.name(), node));
  }

  private void change(Consumer<SequencedMap<String, LabNode>> change) {
    synchronized (everThere) {
      SequencedMap<String, LabNode> changed = new LinkedHashMap<>(nodes);
      change.accept(changed);
      nodes = changed;
      everThere.addAll(changed.keySet());
    }
  }

  /** Creates a node of a lab, without launching it. A late node joins a running network. */
  private interface Maker {
    LabNode node(LiveLab lab, String name, boolean late);
  }

  /** Returns a network of nodes in this JVM, not started. */
  public static LiveLab inProcess(LivePlan plan, Progress progress) {
    return new LiveLab(plan, LiveLab::localNode, progress);
  }

  private LabNode localNode(String name, boolean late) {
    LiveCode code = new LiveCode(name);
    LiveNodeConfig config =
        new LiveWiring(topology)
            .config(name, late, plan.transport(), plan.seed(), timeBaseNanos, key(), code);
    List<FileCapture> captures = late ? List.of() : plan.capturesAt(name);
    return new LocalNode(
        name,
        watch,
        () -> {
          NodeSession bound = new NodeSession(config, plan.trace(name), wallBaseNanos, captures);
          NodeLinks _ = bound.links(operations(code.services()), key());
          plan.directory().ifPresent(bound.edge()::keepLogsIn);
          return bound;
        });
  }

  private RunKey key() {
    return new RunKey(token, keyNumber);
  }

  /** Returns a network with a JVM for each node, not started; its files go to a directory. */
  public static LiveLab inProcesses(LivePlan plan, NodeCommand command, Progress progress) {
    return new LiveLab(plan, (lab, name, late) -> lab.nodeJvm(name, late, command), progress);
  }

  private NodeJvm nodeJvm(String name, boolean late, NodeCommand command) {
    NodeLaunchRequest order =
        startedAs().order(token, directory(), name, late ? List.of() : plan.capturesAt(name), late);
    TopologyHost host = topology.hostOf(name).orElse(null);
    return host == null || host.isHere()
        ? NodeJvm.of(name, directory(), order, command, watch)
        : new NodeJvm(
            name, token, new HostedProcess(name, host.name(), order, this::supervisor, watch));
  }

  private SupervisorClient supervisor() {
    return Objects.requireNonNull(supervisor, "no node is on another host").client();
  }

  private RunStart startedAs() {
    return new RunStart(
        plan.seed(),
        timeBaseNanos,
        wallBaseNanos,
        plan.transport().text(),
        plan.traceBytesMaxOfEach(),
        rehearsal(),
        keyNumber,
        plan.tcp());
  }

  private WarmUp rehearsal() {
    if (plan.judged()) {
      return WarmUp.FULL;
    }
    int processors = Runtime.getRuntime().availableProcessors();
    return nodes.size() > processors * REHEARSING_PER_PROCESSOR_MAX ? WarmUp.NONE : WarmUp.BRIEF;
  }

  /** Shortens the time limit for links to come up, for tests. */
  void hurry(Duration max) {
    linksUpMax = max;
  }

  @Override
  public Topology topology() {
    return topology;
  }

  private OperationReader operations(ServiceCatalog services) {
    return new OperationReader(() -> topology, services);
  }

  @Override
  public void start() throws LabFailure {
    if (nodes.size() > LiveChanges.NODES_MAX) {
      throw new LabFailure(
          "a live network has at most %s nodes, not %s; this one can run in virtual time"
              .formatted(LiveChanges.NODES_MAX, nodes.size()));
    }
    shutdownHook = new ShutdownHook(this::interrupted);
    try {
      launch();
      SequencedMap<String, List<LinkSockets>> bound = new LinkedHashMap<>();
      for (LabNode node : nodes.values()) {
        bound.put(node.name(), wiring.checked(node.name(), node.sockets()));
      }
      record();
      each(node -> node.connect(wiring.peers(node.name(), bound)));
      if (NodeConfigs.areSigning(topology)) {
        exchangeOriginKeys();
      }
      each(node -> node.require(new StartServices()));
      openForwards();
      awaitForeign();
      awaitLinks();
      programs.startServers();
    } catch (LabFailure | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void launch() throws LabFailure {
    boolean jvms = isInJvms();
    boolean one = nodes.size() == 1;
    progress.say(
        nodes.size()
            + (one ? " node by " : " nodes by ")
            + plan.transport().text()
            + (jvms
                ? (one ? ", a JVM of its own" : ", each a JVM of its own")
                : (one ? ", in this JVM" : ", all in this JVM")));
    if (jvms) {
      directory().claim();
      directory().write(RunDirectory.TOPOLOGY, TopologyText.print(topology));
      directory().write(RunDirectory.START, startedAs().text());
      reachHosts();
    } else if (topology.hosts().stream().anyMatch(host -> !host.isHere())) {
      throw new LabFailure(
          "the network has several hosts, and cannot be kept in one JVM; leave `--in-process` out");
    }
    for (LabNode node : nodes.values()) {
      node.launch();
    }
    record(); // once for all nodes: until they are detached they end with this process
  }

  private void reachHosts() throws LabFailure {
    List<String> others =
        topology.hosts().stream().filter(host -> !host.isHere()).map(TopologyHost::name).toList();
    if (others.isEmpty()) {
      return;
    }
    topology
        .nodesByHost()
        .forEach((host, names) -> progress.say("host " + host + ": " + String.join(", ", names)));
    HttpAddress control = plan.tcp() ? HttpAddress.loopback() : ControlFolder.keeper(directory());
    SupervisorProcess started =
        SupervisorProcess.start(directory(), token, control, others, true, watch, progress);
    supervisor = started;
    record();
    started.awaitReady();
    record();
    SupervisorClient client = started.client();
    for (SupervisorProtocol.HostFacts host : client.hosts().hosts()) {
      progress.say(HostWords.clock(host));
    }
    HostWords.require(client.testLinks().tests(), progress);
  }

  private RunDirectory directory() {
    return plan.directory().orElseThrow();
  }

  /** Writes the file that lists the lab's running processes, by which other programs find them. */
  private void record() throws LabFailure {
    List<NodeRecord> records = new ArrayList<>();
    for (LabNode node : nodes.values()) {
      if (node instanceof NodeJvm jvm && jvm.isLaunched()) {
        records.add(jvm.record());
      }
    }
    List<NodeRecord> supervisors = supervisor == null ? List.of() : List.of(supervisor.record());
    if (!records.isEmpty() || !supervisors.isEmpty()) {
      new RunRecord(directory().name(), plan.topology().name(), token, records, supervisors)
          .write(directory().record());
    }
  }

  /** Makes each node generate a key pair, and gives every node the public keys of all. */
  private void exchangeOriginKeys() throws LabFailure {
    SequencedMap<Integer, byte[]> keys = new LinkedHashMap<>();
    for (TopologyNode node : topology.nodes()) {
      if (!node.foreign()) {
        keys.put(node.virtualAddress(), OriginFacts.key(node(node.name())));
      }
    }
    UpdateNetwork known =
        UpdateNetwork.of(new Command.KnowNetwork(new Routes(topology).network(), keys));
    each(node -> node.require(known));
  }

  /** Opens the forwards before the links come up, so that a port in use is reported at once. */
  private void openForwards() throws LabFailure {
    for (Forward forward : plan.topology().forwards()) {
      ForwardOrders orders =
          new ForwardOrders(
              forward, plan.topology().node(forward.exit()).orElseThrow().virtualAddress());
      Reply allowed = node(forward.exit()).require(orders.atExit().tell());
      int exitPort = ForwardOrders.exitPort(allowed.facts());
      Reply _ = node(forward.from()).require(orders.atEntry(exitPort).tell());
    }
  }

  /** Says where each foreign node is expected, and writes what it needs to know. */
  private void awaitForeign() throws LabFailure {
    if (isInJvms()) {
      ForeignFiles.write(directory(), topology, key());
    }
    for (String name : topology.foreign()) {
      progress.say("waits for " + expected(name));
    }
  }

  private String expected(String foreign) {
    return ForeignFiles.expected(topology, foreign)
        + (isInJvms() ? "; what it needs to know is in " + directory().foreign(foreign) : "");
  }

  private boolean isInJvms() {
    return nodes.values().stream().anyMatch(NodeJvm.class::isInstance);
  }

  private void awaitLinks() throws LabFailure {
    long deadlineNanos = System.nanoTime() + linksUpMax.toNanos();
    for (LabNode node : nodes.values()) {
      while (!show(node.name(), StatusQuery.STATUS).up()) {
        if (System.nanoTime() > deadlineNanos) {
          List<TopologyLink> down = linksDown(node.name());
          List<String> foreign =
              down.stream()
                  .map(link -> link.farEnd(node.name()).node())
                  .filter(topology.foreign()::contains)
                  .distinct()
                  .map(this::expected)
                  .toList();
          throw new LabFailure(
              "after %s s not every link is up: node %s has heard nothing by %s%s"
                  .formatted(
                      linksUpMax.toSeconds(),
                      node.name(),
                      String.join(", ", down.stream().map(TopologyLink::name).toList()),
                      foreign.isEmpty() ? "" : "; it expects " + String.join(", ", foreign)));
        }
        watch.pause(LINKS_POLL_NANOS);
      }
    }
  }

  private List<TopologyLink> linksDown(String node) throws LabFailure {
    List<TopologyLink> down = new ArrayList<>();
    int number = 0;
    for (NodeFacts.Link link : show(node, StatusQuery.LINKS).links().values()) {
      if (!link.up()) {
        down.add(wiring.links(node).get(number));
      }
      number++;
    }
    return down;
  }

  @Override
  public void go() throws LabFailure {
    epochNanos = System.nanoTime() - timeBaseNanos + GO_LEAD_NANOS;
    if (plan.directory().isPresent()) {
      directory().writeGo(epochNanos);
    }
    StartTraffic go = new StartTraffic(epochNanos);
    each(node -> node.require(go));
    programs.startOthers(Math.max(0, timeBaseNanos + epochNanos - System.nanoTime()));
  }

  @Override
  public void runFor(Duration duration) throws LabFailure {
    long endNanos = System.nanoTime() + duration.toNanos();
    doScheduledUntil(endNanos);
    watch.pause(Math.max(0, endNanos - System.nanoTime()));
  }

  /** Executes each schedule entry at its time, or as soon as the previous entry is done. */
  private void doScheduledUntil(long endNanos) throws LabFailure {
    while (epochNanos != 0 && !schedule.isDone()) {
      long dueNanos = timeBaseNanos + epochNanos + schedule.nextNanos();
      if (dueNanos - endNanos > 0) {
        return;
      }
      watch.pause(Math.max(0, dueNanos - System.nanoTime()));
      ScheduleEntry entry = schedule.take();
      topology = topology.withSchedule(schedule.left());
      LabSchedule.execute(entry, this::execute);
      if (!topology.schedule().equals(schedule.left())) {
        new Changing().keep(topology.withSchedule(schedule.left()));
      }
    }
  }

  @Override
  public boolean runUntilDone(Duration max) throws LabFailure {
    long deadlineNanos = System.nanoTime() + max.toNanos();
    doScheduledUntil(deadlineNanos);
    if (!schedule.isDone()) {
      watch.pause(Math.max(0, deadlineNanos - System.nanoTime()));
      return false;
    }
    for (LabNode node : nodes.values()) {
      // Traffic starts only at the start of the run, so a node that is done stays done.
      while (show(node.name(), StatusQuery.STATUS).busy()) {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
          return false;
        }
        watch.pause(Math.min(DONE_POLL_NANOS, leftNanos));
      }
    }
    return programs.awaitEnd(deadlineNanos);
  }

  @Override
  public SequencedMap<String, Reply> operate(String entry) throws LabFailure, FileError {
    SequencedMap<String, Reply> replies = execute(entry);
    schedule.keepOnly(topology);
    return replies;
  }

  private SequencedMap<String, Reply> execute(String entry) throws LabFailure, FileError {
    return new LiveChanges(new Changing())
        .execute(entry, operations(ServiceCatalog.installed()).read(entry), topology);
  }

  private final class Changing implements LiveChanges.Network {
    @Override
    public NodeHandle node(String name) throws LabFailure {
      return LiveLab.this.node(name);
    }

    @Override
    public LabNode launch(NetworkChange.AddNode change) throws LabFailure {
      String name = change.node().name();
      LabNode node = maker.node(LiveLab.this, name, true);
      LiveLab.this.enter(node);
      node.launch();
      record();
      return node;
    }

    @Override
    public void enter(LabNode node) throws LabFailure {
      record();
    }

    @Override
    public void end(String name) throws LabFailure {
      LabNode node = nodes.get(name);
      change(all -> all.remove(name));
      if (node instanceof NodeJvm jvm) {
        jvm.leave();
      } else if (node != null) {
        node.close();
      }
      record();
    }

    @Override
    public boolean hasGone() {
      return epochNanos != 0;
    }

    @Override
    public void keep(Topology changed) throws LabFailure {
      topology = changed;
      if (isInJvms()) {
        directory().write(RunDirectory.TOPOLOGY, TopologyText.print(changed));
        ForeignFiles.write(directory(), changed, key());
      }
      if (supervisor != null) {
        supervisor().topology();
      }
    }

    @Override
    public int keyNumber() {
      return keyNumber;
    }

    @Override
    public void keepKeyNumber(int number) throws LabFailure {
      keyNumber = number;
      if (isInJvms()) {
        directory().write(RunDirectory.START, startedAs().text());
        ForeignFiles.write(directory(), topology, key());
      }
    }
  }

  @Override
  public LabNode node(String name) throws LabFailure {
    requireOwn(name);
    LabNode node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no node is called " + name);
    }
    return node;
  }

  @Override
  public OptionalLong sinceGoNanos() {
    return epochNanos == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, System.nanoTime() - timeBaseNanos - epochNanos));
  }

  @Override
  public long epochNanos() {
    return epochNanos;
  }

  /** Returns the names of all nodes so far, removed ones included. */
  public List<String> everThere() {
    synchronized (everThere) {
      return List.copyOf(everThere);
    }
  }

  /** Returns what has become of the programs at edges. */
  public List<ProgramFacts> programs() throws LabFailure {
    return programs.facts();
  }

  public List<SupervisorProtocol.HostFacts> hosts() throws LabFailure {
    return supervisor == null ? List.of() : supervisor.client().hosts().hosts();
  }

  /** Returns the CPU time so far of each node that has a process of its own. */
  public SequencedMap<String, Duration> cpuTimes() {
    SequencedMap<String, Duration> times = new LinkedHashMap<>();
    nodes.values().forEach(node -> node.cpuTime().ifPresent(t -> times.put(node.name(), t)));
    return times;
  }

  /** Detaches the processes, which the run's record names; a later close ends nothing. */
  public void detach() throws LabFailure {
    watch.closing();
    each(
        node -> {
          if (node instanceof NodeJvm jvm) {
            jvm.detach();
          }
        });
    change(SequencedMap::clear);
    if (supervisor != null) {
      supervisor.client().detach();
      supervisor = null;
    }
    close();
  }

  private interface NodeAction {
    void apply(LabNode node) throws LabFailure;
  }

  /** Runs an action for every node concurrently. */
  private void each(NodeAction action) throws LabFailure {
    List<Callable<LabNode>> all = new ArrayList<>();
    for (LabNode node : nodes.values()) {
      all.add(
          () -> {
            action.apply(node);
            return node;
          });
    }
    List<LabNode> _ = Tasks.all(all);
  }

  private void interrupted() {
    watch.interrupted();
    endNodes();
    progress.say("interrupted");
  }

  @Override
  public void close() {
    watch.closing();
    endNodes();
    if (shutdownHook != null) {
      shutdownHook.close();
    }
  }

  private synchronized void endNodes() {
    if (closed) {
      return;
    }
    closed = true;
    // Processes on other hosts end with their sessions, after their files were transferred.
    SupervisorProcess sessions = supervisor;
    Thread ending =
        Thread.ofVirtual()
            .start(
                () -> {
                  if (sessions != null) {
                    sessions.close();
                  }
                });
    try {
      each(
          node -> {
            if (!(node instanceof NodeJvm jvm) || !jvm.isHosted()) {
              node.close();
            }
          });
      ending.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (LabFailure e) {
      throw new IllegalStateException(e); // closing a node never fails
    }
  }
}
