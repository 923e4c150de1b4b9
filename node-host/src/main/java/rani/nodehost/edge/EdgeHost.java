// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.live.EventLoopGate;
import rani.live.LiveService;
import rani.live.Transport;
import rani.live.edge.TunDevice;
import rani.model.edge.EdgeProgram;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.node.NodeConfig;
import rani.nodehost.folder.RunDirectory;
import rani.wire.Address;
import rani.world.Reply;

/**
 * The edge of one live node, which is made when it is first asked for, and lasts as long as it, and
 * the programs that the node runs there.
 */
public final class EdgeHost implements LiveService, AutoCloseable {
  /** Name of the service that passes an edge's packets. */
  public static final String SERVICE = "edge";

  private @Nullable EdgeService service;
  private EdgeNamespace.@Nullable Opened opened;
  private @Nullable RunDirectory run;
  private final SequencedMap<String, ProgramRun> programs = new LinkedHashMap<>();

  /** A node without an edge. */
  public EdgeHost() {
    // Javac's lint asks for an explicit constructor of a public class.
  }

  @Override
  public NodeConfig.MenuEntry entry(EventLoopGate gate) {
    EdgeService made = new EdgeService(gate);
    service = made;
    return made.entry();
  }

  /**
   * Makes the edge unless it is there, and returns its namespaces. Throws if this machine forbids
   * it, or the node cannot read a device.
   */
  public synchronized Reply open(String node, Topology network) throws LabFailure {
    EdgeService to = service;
    EdgeNamespace.Opened is = opened;
    if (is == null && to != null) {
      if (to.gate().transport() == Transport.NIO) {
        throw new LabFailure("an edge takes transport `mmsg` or `epoll`; this node has `nio`");
      }
      int mtuBytes =
          network.linksByNode().getOrDefault(node, List.of()).stream()
              .mapToInt(link -> link.end(node).mtuBytes())
              .max()
              .orElse(EdgeNamespace.MTU_BYTES);
      TopologyNode here = network.node(node).orElseThrow();
      is =
          EdgeNamespace.create(
              Address.text(here.virtualAddress()),
              mtuBytes,
              congestion(node, network),
              network.nodes());
      opened = is;
      try {
        attach(to, is.device(), mtuBytes);
      } catch (LabFailure e) {
        close();
        throw e;
      }
    }
    return Reply.of(Objects.requireNonNull(is, "the node has no edge").namespace());
  }

  /** Has programs at the edge know the names of a network that has changed. */
  public synchronized void know(Topology network) throws LabFailure {
    EdgeNamespace.Opened is = opened;
    if (is != null) {
      try {
        is.hosts().write(network.nodes());
      } catch (IOException e) {
        throw new LabFailure("the edge's hosts file cannot be written: " + e.getMessage(), e);
      }
    }
  }

  /** Has logs of programs written into a run's folder. */
  public synchronized void keepLogsIn(RunDirectory directory) {
    run = directory;
  }

  /**
   * Starts one of the network's programs at this node's edge, after a delay. Throws if the network
   * has none of that name here, it was started before, or this machine lacks what it takes.
   */
  public synchronized Reply start(String node, Topology network, String name, long delayNanos)
      throws LabFailure {
    EdgeProgram program =
        network.edges().stream()
            .filter(each -> each.name().equals(name) && each.node().equals(node))
            .findFirst()
            .orElseThrow(() -> new LabFailure("no program " + name + " is for node " + node));
    if (programs.containsKey(name)) {
      throw new LabFailure("program " + name + " has been started already");
    }
    if (run == null) {
      throw new LabFailure("program " + name + " takes a run with a folder, for its log");
    }
    Reply _ = open(node, network);
    EdgeNamespace edge = Objects.requireNonNull(opened).namespace();
    programs.put(
        name,
        new ProgramRun(
            program, edge, ProgramCommand.of(program, edge), run.programLog(name), delayNanos));
    return Reply.DONE;
  }

  /** Returns what has become of the programs that were started here. */
  public synchronized ProgramFacts.All programs() {
    return new ProgramFacts.All(programs.values().stream().map(ProgramRun::facts).toList());
  }

  private static void attach(EdgeService to, int descriptor, int mtuBytes) throws LabFailure {
    CompletableFuture<Boolean> attached = new CompletableFuture<>();
    try {
      TunDevice device = new TunDevice(descriptor, to.gate().loop(), to::readable);
      to.gate()
          .enter(
              _ -> attached.complete(to.attach(device, mtuBytes)), () -> attached.complete(false));
      if (!attached.join()) {
        device.close();
        throw new LabFailure(
            "the node does not run, or another service takes what no service claims");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }

  private static String congestion(String node, Topology network) {
    return network.edges().stream()
        .filter(program -> program.node().equals(node) && !program.congestion().isEmpty())
        .map(EdgeProgram::congestion)
        .findFirst()
        .orElse("");
  }

  @Override
  public synchronized void close() {
    programs.values().forEach(ProgramRun::close);
    EdgeNamespace.Opened is = opened;
    if (is != null) {
      is.namespace().close();
      is.hosts().close();
      opened = null;
    }
  }
}
