// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.capture.FileCapture;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.NetworkChange;
import rani.model.topology.OperationReader;
import rani.model.topology.Routes;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.node.Command;
import rani.node.Node;
import rani.node.TraceLines;
import rani.nodehost.capture.CaptureTap;
import rani.nodehost.capture.VirtualCapture;
import rani.nodehost.conversation.ConnectionWindows;
import rani.nodehost.conversation.LiveWorldFacts;
import rani.nodehost.conversation.NodeEvent;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.conversation.NodeView;
import rani.nodehost.conversation.Replies;
import rani.nodehost.edge.EdgeHost;
import rani.nodehost.journey.Journeys;
import rani.sim.Simulation;
import rani.sim.TraceDigest;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;
import rani.world.TracePair;

/** A network in virtual time. */
public final class VirtualLab implements Lab {
  private static final long NOT_GONE = -1;

  private Topology topology;
  private final RunKey key;
  private final long seed;
  private final boolean signing;
  private final LabSchedule schedule;
  private final LinkNumbers numbers;
  private final Simulation simulation;
  private final SimulatedLinks links;

  /** Receives every trace line; null if no trace is wanted. */
  private final @Nullable TraceDigest digest;

  private final Function<String, NodeTrace> watch;

  /** Listeners by node: a permanent one, and one that {@link #hear} replaces. */
  private final SequencedMap<String, TracePair> heard = new LinkedHashMap<>();

  private Function<String, NodeTrace> hearing = node -> NodeTrace.NONE;
  private final OperationReader operations;
  private final boolean isLookedInto;
  private final SequencedMap<String, Journeys> journeys = new LinkedHashMap<>();
  private final SequencedMap<String, CaptureTap> taps = new LinkedHashMap<>();
  private final SequencedMap<String, ConnectionWindows> windows = new LinkedHashMap<>();
  private final List<VirtualCapture> captures = new ArrayList<>();
  private @Nullable String digestAtEnd;
  private long epochNanos = NOT_GONE;

  /** The node that was found busy last; asked first, because it probably still is busy. */
  private @Nullable Node lastBusy;

  /** Creates a network; {@code replay} is the command that error messages quote. */
  public VirtualLab(Topology topology, long seed, TraceLines.Sink trace, String replay) {
    this(topology, seed, new TraceDigest(trace), node -> NodeTrace.NONE, replay, List.of(), true);
  }

  private VirtualLab(
      Topology topology,
      long seed,
      @Nullable TraceDigest digest,
      Function<String, NodeTrace> watch,
      String replay,
      List<FileCapture> wanted,
      boolean isLookedInto) {
    this.isLookedInto = isLookedInto;
    this.key = RunKey.ofSeed(seed);
    this.seed = seed;
    this.signing = NodeConfigs.areSigning(topology);
    this.topology = topology;
    this.schedule = new LabSchedule(topology);
    this.watch = watch;
    this.digest = digest;
    wanted.forEach(each -> taps.putIfAbsent(each.plan().node(), new CaptureTap()));
    numbers = LinkNumbers.of(topology);
    operations = new OperationReader(this::topology, ServiceCatalog.installed());
    simulation =
        new Simulation(
            configs(topology).all(),
            topology.links().stream().map(link -> SimulatedLinks.wiring(link, numbers)).toList(),
            seed,
            this::trace,
            replay);
    links = new SimulatedLinks(simulation, numbers);
  }

  private NodeConfigs configs(Topology of) {
    NodeConfigs configs = new NodeConfigs(of, ServiceCatalog.installed(), key);
    return signing ? configs.signing(seed) : configs;
  }

  /**
   * Creates a network with captures, which {@link #endCaptures} finishes; the console cannot look
   * into packets. A null {@code trace} writes no trace.
   */
  public static VirtualLab capturing(
      Topology topology,
      long seed,
      TraceLines.@Nullable Sink trace,
      String replay,
      List<FileCapture> wanted)
      throws LabFailure {
    VirtualLab lab =
        new VirtualLab(
            topology, seed, new TraceDigest(trace), node -> NodeTrace.NONE, replay, wanted, false);
    try {
      for (FileCapture each : wanted) {
        Files.createDirectories(each.file().toAbsolutePath().getParent());
        CaptureTap tap = lab.taps.get(each.plan().node());
        if (tap != null) {
          lab.captures.add(new VirtualCapture(tap, each.plan(), each.file(), lab::nowNanos));
        }
      }
    } catch (IOException e) {
      throw new LabFailure("cannot capture: " + e.getMessage(), e);
    }
    return lab;
  }

  /**
   * Creates a network for one of many runs, see {@link Simulation#checkSeldom}. Only {@code
   * withDigest} generates trace lines; {@code watch} gives the observer of each node, by name.
   */
  public static VirtualLab oneOfMany(
      Topology topology,
      long seed,
      boolean withDigest,
      Function<String, NodeTrace> watch,
      String replay) {
    TraceDigest digest = withDigest ? new TraceDigest(null) : null;
    VirtualLab lab = new VirtualLab(topology, seed, digest, watch, replay, List.of(), false);
    lab.simulation.checkSeldom();
    return lab;
  }

  private NodeTrace trace(String node) {
    NodeTrace all = digest == null ? NodeTrace.NONE : new TraceLines(node, digest.page());
    all = TracePair.of(all, watch.apply(node));
    if (isLookedInto) {
      Journeys watched = journeys.computeIfAbsent(node, _ -> new Journeys());
      ConnectionWindows shown = windows.computeIfAbsent(node, _ -> new ConnectionWindows());
      all = TracePair.of(all, new TracePair(watched, shown));
    }
    CaptureTap tap = taps.get(node);
    all = tap == null ? all : TracePair.of(all, tap);
    TracePair pair = new TracePair(all, hearing.apply(node));
    heard.put(node, pair);
    return pair;
  }

  /** Replaces the listener of each node by the one that {@code hears} gives for its name. */
  public void hear(Function<String, NodeTrace> hears) {
    hearing = hears;
    heard.forEach((node, pair) -> pair.second(hears.apply(node)));
  }

  @Override
  public Topology topology() {
    return topology;
  }

  /** Refuses networks with foreign nodes, since virtual time passes for rani's nodes alone. */
  public static void check(Topology topology) throws LabFailure {
    if (!topology.foreign().isEmpty()) {
      throw new LabFailure(
          "topology %s has the foreign node %s, and other programs cannot live in virtual time"
              .formatted(topology.name(), String.join(", ", topology.foreign())));
    }
  }

  @Override
  public void start() throws LabFailure {
    check(topology);
    simulation.handleAll(new Command.Start());
    long deadlineNanos = simulation.nowNanos() + LINKS_UP_MAX.toNanos();
    if (!allUp() && !simulation.runUntil(deadlineNanos, this::allUp)) {
      throw new LabFailure("after " + LINKS_UP_MAX.toSeconds() + " s not every link is up");
    }
  }

  private boolean allUp() {
    return simulation.names().stream().allMatch(name -> simulation.node(name).isUp());
  }

  @Override
  public void go() {
    epochNanos = simulation.nowNanos();
    simulation.handleAll(new Command.Go());
  }

  @Override
  public void runFor(Duration duration) throws LabFailure {
    long endNanos = simulation.nowNanos() + duration.toNanos();
    doScheduledUntil(endNanos);
    simulation.runUntil(endNanos);
  }

  @Override
  public boolean runUntilDone(Duration max) throws LabFailure {
    long endNanos = simulation.nowNanos() + max.toNanos();
    doScheduledUntil(endNanos);
    return !anyBusy() || simulation.runUntil(endNanos, () -> !anyBusy());
  }

  /** Executes each schedule entry at its time, after the nodes' events of the same time. */
  private void doScheduledUntil(long endNanos) throws LabFailure {
    while (epochNanos != NOT_GONE
        && !schedule.isDone()
        && schedule.nextNanos() <= endNanos - epochNanos) {
      simulation.runUntil(epochNanos + schedule.nextNanos());
      ScheduleEntry entry = schedule.take();
      topology = topology.withSchedule(schedule.left());
      LabSchedule.execute(entry, this::execute);
      topology = topology.withSchedule(schedule.left());
    }
  }

  private boolean anyBusy() {
    if (!schedule.isDone() || (lastBusy != null && lastBusy.isBusy())) {
      return true;
    }
    for (String name : simulation.names()) {
      Node node = simulation.node(name);
      if (node.isBusy()) {
        lastBusy = node;
        return true;
      }
    }
    return false;
  }

  @Override
  public NodeHandle node(String name) {
    return new VirtualNode(name);
  }

  private final class VirtualNode implements NodeView {
    private final String name;

    VirtualNode(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Reply handle(Command command) {
      return simulation.handle(name, command);
    }

    @Override
    public Reply act(List<ScheduleEntry.Action> actions) {
      try {
        List<Command.Operation> own = operations.operations(actions, name, numbers);
        return Replies.ofEach(own, this::handle);
      } catch (FileError | IllegalArgumentException e) {
        return Reply.refused(String.valueOf(e.getMessage()));
      }
    }

    /** Experiments do not record windows, to save the work. */
    @Override
    public ConnectionWindows connections() {
      ConnectionWindows known = windows.get(name);
      return known == null ? new ConnectionWindows() : known;
    }

    @Override
    public Journeys journeys() throws LabFailure {
      Journeys found = journeys.get(name);
      if (found == null) {
        throw new LabFailure(
            isLookedInto ? "there is no node " + name : "no one watches packets of an experiment");
      }
      return found;
    }

    @Override
    public NodeLinks links() throws LabFailure {
      throw isVirtual();
    }

    @Override
    public EdgeHost edge() throws LabFailure {
      throw isVirtual();
    }

    @Override
    public LiveWorldFacts live() throws LabFailure {
      throw isVirtual();
    }

    @Override
    public NodeEvent.Last lastEvents() throws LabFailure {
      throw isVirtual();
    }

    private LabFailure isVirtual() {
      return new LabFailure("node " + name + " runs in virtual time, and has no host");
    }
  }

  @Override
  public SequencedMap<String, Reply> operate(String entry) throws FileError {
    SequencedMap<String, Reply> replies = execute(entry);
    schedule.keepOnly(topology);
    return replies;
  }

  private SequencedMap<String, Reply> execute(String entry) throws FileError {
    OperationReader.Wanted wanted = operations.read(entry);
    if (wanted.change() instanceof NetworkChange change) {
      return execute(change);
    }
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    wanted
        .byNode()
        .forEach((node, actions) -> replies.put(node, new VirtualNode(node).act(actions)));
    topology = wanted.after(topology, node -> Replies.isDone(replies.get(node)));
    return replies;
  }

  private SequencedMap<String, Reply> execute(NetworkChange change) {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    simulation.handleAll(
        new Command.KnowNetwork(
            new Routes(change.after()).network(),
            signing ? NodeConfigs.originKeys(change.after(), seed) : new LinkedHashMap<>()));
    switch (change) {
      case NetworkChange.AddLink add -> replies.putAll(links.add(add.link(), add.after(), key));
      case NetworkChange.AddNode add -> addNode(add, replies);
      case NetworkChange.RemoveLink remove -> replies.putAll(links.remove(remove.link()));
      case NetworkChange.RemoveNode remove -> {
        remove.links().forEach(link -> replies.putAll(links.remove(link)));
        simulation.remove(remove.node().name());
        lastBusy = null; // it may be the removed node
        replies.putFirst(remove.node().name(), Reply.DONE);
      }
    }
    topology = change.after();
    return replies;
  }

  private void addNode(NetworkChange.AddNode add, SequencedMap<String, Reply> replies) {
    String name = add.node().name();
    simulation.add(configs(add.after()).ofLate(name));
    for (int number = 0; number < add.links().size(); number++) {
      TopologyLink link = add.links().get(number);
      String far = link.farEnd(name).node();
      numbers.put(name, link, new LinkId(number));
      numbers.put(far, link, simulation.nextLink(far));
      simulation.join(SimulatedLinks.wiring(link, numbers));
      replies.put(far, links.give(far, link, add.after(), key));
    }
    replies.putFirst(name, simulation.handle(name, new Command.Start()));
    if (epochNanos != NOT_GONE) {
      simulation.handle(name, new Command.Go());
    }
  }

  @Override
  public OptionalLong sinceGoNanos() {
    return epochNanos == NOT_GONE
        ? OptionalLong.empty()
        : OptionalLong.of(simulation.nowNanos() - epochNanos);
  }

  @Override
  public long epochNanos() {
    return Math.max(0, epochNanos);
  }

  @Override
  public Trust trust() {
    return Trust.EXACT;
  }

  @Override
  public Trust.Recent recentTrust() {
    return new Trust.Recent(Trust.EXACT, 0);
  }

  @Override
  public long nowNanos() {
    return simulation.nowNanos();
  }

  @Override
  public void pause(Duration duration) throws LabFailure {
    runFor(duration);
  }

  /** Ends the network; returns the digest of all events, or throws if it has no trace. */
  public String digest() {
    return digestIfAny().orElseThrow(() -> new IllegalStateException("no trace is made"));
  }

  /** Ends the network; returns the digest of all events, or empty if it has no trace. */
  public Optional<String> digestIfAny() {
    if (digestAtEnd == null && digest != null) {
      digestAtEnd = digest.hex();
    }
    return Optional.ofNullable(digestAtEnd);
  }

  /** Finishes the captures; fails if one could not be written. */
  public void endCaptures() throws LabFailure {
    try {
      for (VirtualCapture each : captures) {
        each.close();
      }
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    } finally {
      captures.clear();
    }
  }

  /** Stops every node and releases every frame. Events of the stop are not traced. */
  @Override
  public void close() {
    simulation.handleAll(new Command.Stop());
  }
}
