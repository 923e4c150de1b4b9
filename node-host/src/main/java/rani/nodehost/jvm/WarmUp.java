// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import rani.live.LinkSockets;
import rani.live.LiveNode;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.file.LocatedYaml;
import rani.model.file.Problems;
import rani.model.node.RunKey;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.node.TraceLines;
import rani.nodehost.session.LiveWiring;
import rani.services.traffic.WarmUpNetworks;

/**
 * Traffic between nodes of this JVM, over real sockets, before the JVM's own node starts. A JVM
 * takes a hundred times as long for its first hundred packets as later, because code is not
 * compiled yet, which would make an experiment's results doubtful.
 */
public enum WarmUp {
  /** No traffic, for many nodes on few processors, which would wait for each other. */
  NONE(0, ""),

  /** A few hundred datagrams, for a fast start. */
  BRIEF(500_000_000, WarmUpNetworks.DATAGRAMS),

  /** Datagrams, and thousands of RDP segments with services on their path, for experiments. */
  FULL(8_000_000_000L, WarmUpNetworks.CONNECTIONS);

  /** System property that disables the warm-up if it is {@code false}. */
  static final String PROPERTY = "rani.rehearsal";

  private static final long POLL_NANOS = 5_000_000;

  private final long nanosMax;
  private final String network;

  WarmUp(long nanosMax, String network) {
    this.nanosMax = nanosMax;
    this.network = network;
  }

  /** Runs until all traffic is sent, or a time limit. Ignores errors: the live run repeats them. */
  void play(Transport transport) {
    if (this == NONE || System.getProperty(PROPERTY, "").equals("false")) {
      return;
    }
    List<LiveNode> nodes = new ArrayList<>();
    try {
      play(network(), transport, nodes);
    } catch (IOException | FileError e) {
      return;
    } finally {
      nodes.forEach(LiveNode::close);
    }
  }

  Topology network() throws FileError {
    Problems problems = new Problems();
    Topology topology =
        TopologyFile.read(
            LocatedYaml.mapping("rehearsal", network.getBytes(StandardCharsets.UTF_8)),
            Optional.empty(),
            problems);
    problems.throwIfAny();
    return topology;
  }

  private void play(Topology topology, Transport transport, List<LiveNode> nodes)
      throws IOException {
    long beginNanos = System.nanoTime();
    LiveWiring wiring = new LiveWiring(topology);
    Map<String, List<LinkSockets>> bound = new LinkedHashMap<>();
    for (String name : topology.nodeNames()) {
      LiveNode node =
          LiveNode.bind(
              wiring.config(name, false, transport, 1, beginNanos, RunKey.NONE),
              new TraceLines(name, line -> {}));
      nodes.add(node);
      bound.put(name, node.sockets());
    }
    for (LiveNode node : nodes) {
      node.connect(wiring.peers(node.name(), bound));
    }
    nodes.forEach(node -> node.handle(new Command.Start()).join());
    await(nodes, NodeFacts.Status::up, beginNanos);
    nodes.forEach(node -> node.handle(new Command.Go()).join());
    await(nodes, status -> !status.busy(), beginNanos);
  }

  private void await(List<LiveNode> nodes, Predicate<NodeFacts.Status> wanted, long beginNanos) {
    Command status = new Command.Show(Command.Subject.STATUS);
    for (LiveNode node : nodes) {
      while (System.nanoTime() - beginNanos < nanosMax
          && !wanted.test((NodeFacts.Status) node.handle(status).join().facts())) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }
}
