// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.Lab;
import rani.lab.LabFailure;
import rani.lab.capture.CaptureTap;
import rani.lab.capture.FileCapture;
import rani.lab.capture.VirtualCapture;
import rani.lab.file.FileError;
import rani.lab.journey.JourneyLog;
import rani.lab.journey.Journeys;
import rani.lab.topology.NodeConfigs;
import rani.lab.topology.OperationReader;
import rani.lab.topology.ServiceCatalog;
import rani.lab.topology.Topology;
import rani.lab.topology.TopologyLink;
import rani.live.TracePair;
import rani.node.Command;
import rani.node.TraceLines;
import rani.sim.Simulation;
import rani.sim.TraceDigest;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;

/** A network in virtual time. */
public final class VirtualLab implements Lab {
  private final Topology topology;
  private final Simulation simulation;
  private final TraceDigest digest;
  private final OperationReader operations;
  private final SequencedMap<String, Journeys> journeys = new LinkedHashMap<>();
  private final SequencedMap<String, CaptureTap> taps = new LinkedHashMap<>();
  private final List<VirtualCapture> captures = new ArrayList<>();
  private @Nullable String digestAtEnd;
  private long epochNanos;

  /**
   * A network that has not been started.
   *
   * @param trace takes every line of every node's trace, in order
   * @param replay the command that runs this again, for error messages
   */
  public VirtualLab(Topology topology, long seed, TraceLines.Sink trace, String replay) {
    this(topology, seed, trace, replay, List.of());
  }

  private VirtualLab(
      Topology topology,
      long seed,
      TraceLines.Sink trace,
      String replay,
      List<FileCapture> wanted) {
    this.topology = topology;
    digest = new TraceDigest(trace);
    wanted.forEach(each -> taps.putIfAbsent(each.plan().node(), new CaptureTap()));
    operations = new OperationReader(topology, ServiceCatalog.installed());
    simulation =
        new Simulation(
            new NodeConfigs(topology, ServiceCatalog.installed()).all(),
            wirings(topology),
            seed,
            this::trace,
            replay);
  }

  private Journeys watched(String node) {
    return journeys.computeIfAbsent(node, _ -> new Journeys());
  }

  /**
   * A network of which captures are kept, as well as anything else; see {@link #endCaptures}.
   *
   * @param wanted the captures, and where they go
   * @throws LabFailure if a file cannot be written
   */
  public static VirtualLab capturing(
      Topology topology, long seed, TraceLines.Sink trace, String replay, List<FileCapture> wanted)
      throws LabFailure {
    VirtualLab lab = new VirtualLab(topology, seed, trace, replay, wanted);
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

  private NodeTrace trace(String node) {
    TracePair told = new TracePair(new TraceLines(node, digest), watched(node));
    CaptureTap tap = taps.get(node);
    return tap == null ? told : new TracePair(told, tap);
  }

  /** A link's number at a node is its position among that node's links. */
  private static List<Simulation.Wiring> wirings(Topology topology) {
    Map<String, Integer> taken = new LinkedHashMap<>();
    List<Simulation.Wiring> wirings = new ArrayList<>();
    for (TopologyLink link : topology.links()) {
      LinkId a = new LinkId(taken.merge(link.a().node(), 1, Integer::sum) - 1);
      LinkId b = new LinkId(taken.merge(link.b().node(), 1, Integer::sum) - 1);
      wirings.add(new Simulation.Wiring(link.a().node(), a, link.b().node(), b));
    }
    return wirings;
  }

  @Override
  public Topology topology() {
    return topology;
  }

  @Override
  public void start() throws LabFailure {
    simulation.handleAll(new Command.Start());
    long deadlineNanos = simulation.nowNanos() + LINKS_UP_MAX.toNanos();
    if (!allUp() && !simulation.runUntil(deadlineNanos, this::allUp)) {
      throw new LabFailure("after " + LINKS_UP_MAX.toSeconds() + " s not every link is up");
    }
  }

  private boolean allUp() {
    for (String name : simulation.names()) {
      if (!simulation.node(name).isUp()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void go() {
    epochNanos = simulation.nowNanos();
    simulation.handleAll(new Command.Go());
  }

  @Override
  public void runFor(Duration duration) {
    simulation.runUntil(simulation.nowNanos() + duration.toNanos());
  }

  @Override
  public boolean runUntilDone(Duration max) {
    return !anyBusy()
        || simulation.runUntil(simulation.nowNanos() + max.toNanos(), () -> !anyBusy());
  }

  private boolean anyBusy() {
    for (String name : simulation.names()) {
      if (simulation.node(name).isBusy()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public SequencedMap<String, Object> show(String node, Command.Subject subject) {
    return simulation.handle(node, new Command.Show(subject)).facts();
  }

  @Override
  public Reply tell(String node, String service, String verb, List<String> arguments) {
    return simulation.handle(node, new Command.Tell(service, verb, arguments));
  }

  @Override
  public SequencedMap<String, Reply> operate(String entry) throws FileError {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    operations
        .read(entry)
        .forEach(
            (node, own) ->
                replies.put(node, Replies.ofEach(own, each -> simulation.handle(node, each))));
    return replies;
  }

  @Override
  public JourneyLog journeys(String node) throws LabFailure {
    Journeys found = journeys.get(node);
    if (found == null) {
      throw new LabFailure("there is no node " + node);
    }
    return found;
  }

  @Override
  public long epochNanos() {
    return epochNanos;
  }

  @Override
  public Trust trust() {
    return Trust.EXACT;
  }

  /** Virtual time. */
  public long nowNanos() {
    return simulation.nowNanos();
  }

  /** Events that have happened so far. */
  public long eventsTotal() {
    return simulation.eventsTotal();
  }

  /** The digest of everything so far, in hexadecimal. With it the network's life ends. */
  public String digest() {
    if (digestAtEnd == null) {
      digestAtEnd = digest.hex();
    }
    return digestAtEnd;
  }

  /**
   * Finishes the captures.
   *
   * @throws LabFailure if one could not be written
   */
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

  /** Lets go of every frame. What the nodes still say then is in no trace that was asked for. */
  @Override
  public void close() {
    simulation.handleAll(new Command.Stop());
  }
}
