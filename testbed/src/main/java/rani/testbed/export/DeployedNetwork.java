// SPDX-License-Identifier: Apache-2.0
package rani.testbed.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.host.Forward;
import rani.model.power.Power;
import rani.model.power.Powers;
import rani.model.topology.LinkEnd;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.model.topology.TopologyText;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunRecord;

/** A network whose link ends all have ports, and whose nodes have DNS names. */
final class DeployedNetwork {
  private static final int FIRST_PORT = 20_001;

  private static final int FIRST_CONTROL_PORT = 10_001;

  /** The last port that is assigned, below the ephemeral ports, which begin at 32,768. */
  private static final int PORT_MAX = 32_767;

  /** The longest name in characters: a DNS label (63) less prefixes and suffixes. */
  private static final int NAME_CHARS_MAX = 40;

  private final Topology topology;
  private final SequencedMap<String, String> names;

  private DeployedNetwork(Topology topology) {
    this.topology = topology;
    this.names = names(topology.nodeNames());
  }

  /** Assigns a port of its own to each link end without one; fails if there are too few. */
  static DeployedNetwork of(Topology topology) throws LabFailure {
    Map<String, Ports> portsByAddress = new TreeMap<>();
    for (TopologyLink link : topology.links()) {
      for (LinkEnd end : List.of(link.a(), link.b())) {
        Ports ports = portsByAddress.computeIfAbsent(address(topology, end), _ -> new Ports());
        ports.taken.add(end.receivePort());
        ports.taken.add(end.sendPort());
      }
    }
    List<TopologyLink> links = new ArrayList<>();
    for (TopologyLink link : topology.links()) {
      links.add(
          new TopologyLink(
              withPorts(topology, link.a(), portsByAddress),
              withPorts(topology, link.b(), portsByAddress),
              link.ordinal()));
    }
    return new DeployedNetwork(topology.withLinks(links));
  }

  private static String address(Topology topology, LinkEnd end) {
    return topology.node(end.node()).map(TopologyNode::bindAddress).orElse("");
  }

  private static LinkEnd withPorts(
      Topology topology, LinkEnd end, Map<String, Ports> portsByAddress) throws LabFailure {
    Ports ports = portsByAddress.getOrDefault(address(topology, end), new Ports());
    int receive = end.receivePort() == 0 ? ports.free() : end.receivePort();
    int send = end.sendPort() == 0 ? ports.free() : end.sendPort();
    return end.withPorts(receive, send);
  }

  private static final class Ports {
    private final Set<Integer> taken = new TreeSet<>();
    private int next = FIRST_PORT;

    int free() throws LabFailure {
      while (next <= PORT_MAX) {
        int port = next++;
        if (taken.add(port)) {
          return port;
        }
      }
      throw new LabFailure("one address has no ports for so many links; give nodes their own");
    }
  }

  static List<TopologyNode> own(List<TopologyNode> nodes) {
    return nodes.stream().filter(node -> !node.foreign()).toList();
  }

  /** Returns the instructions about foreign nodes, for which nothing is generated. */
  List<String> foreignSteps() {
    List<String> steps = new ArrayList<>();
    for (TopologyNode node : topology.nodes()) {
      if (node.foreign()) {
        steps.add(
            "start foreign node %s at %s, by the addresses and ports of topology.yaml"
                .formatted(node.name(), node.bindAddress()));
      }
    }
    return steps;
  }

  Topology topology() {
    return topology;
  }

  String file() {
    return TopologyText.print(topology);
  }

  /** Returns the network's DNS label. */
  String network() {
    return label(topology.name());
  }

  /** Returns a node's DNS label. */
  String name(String node) {
    return names.getOrDefault(node, label(node));
  }

  /** Reports whether a node uses powers that require trust, granted to the whole export. */
  boolean needsTrust(String node) {
    return Power.needTrust(Powers.of(topology, List.of(node)));
  }

  /** Returns the TCP port of a node's control plane, which is the same at the user's machine. */
  int controlPort(String node) {
    return FIRST_CONTROL_PORT + topology.ownNames().indexOf(node);
  }

  /**
   * Returns the files by which verbs of rani find the network: the folder that they are in is that
   * of a run.
   */
  SequencedMap<String, String> runFiles(String engine, UnaryOperator<String> control)
      throws LabFailure {
    if (topology.ownNames().size() > FIRST_PORT - FIRST_CONTROL_PORT) {
      throw new LabFailure("at most 10,000 nodes have ports for their control planes");
    }
    List<NodeRecord> nodes =
        topology.ownNames().stream()
            .map(node -> new NodeRecord(node, 0, 0, control.apply(node)))
            .toList();
    SequencedMap<String, String> files = new LinkedHashMap<>();
    // Without the version that wrote it, by which the files would differ.
    files.put(
        RunDirectory.RECORD,
        Json.print(new RunRecord(network(), topology.name(), "", nodes, List.of(), engine)) + "\n");
    files.put(RunDirectory.TOPOLOGY, file());
    return files;
  }

  /** Returns the control plane's address at a port of this machine. */
  String forwarded(String node) {
    return Forward.LOOPBACK + ":" + controlPort(node);
  }

  /** Returns the names of the files with secrets, which the user makes. */
  List<String> secrets() {
    return isKeyed() ? List.of(RunRecord.TOKEN_FILE, "key") : List.of(RunRecord.TOKEN_FILE);
  }

  /** Returns the instructions to make the secrets, for their owner alone. */
  List<String> secretSteps() {
    return secrets().stream()
        .map(secret -> "(umask 077; head -c 32 /dev/urandom | base64 > " + secret + ")")
        .toList();
  }

  boolean isKeyed() {
    return topology.links().stream().anyMatch(link -> link.a().keys().isPresent());
  }

  SequencedSet<String> neighbours(String node) {
    SequencedSet<String> neighbours = new LinkedHashSet<>();
    for (TopologyLink link : links(node)) {
      neighbours.add(link.farEnd(node).node());
    }
    return neighbours;
  }

  List<TopologyLink> links(String node) {
    return topology.linksByNode().getOrDefault(node, List.of());
  }

  private static SequencedMap<String, String> names(List<String> nodes) {
    SequencedMap<String, String> names = new LinkedHashMap<>();
    Set<String> given = new TreeSet<>();
    for (String node : nodes) {
      String label = label(node);
      String name = label;
      for (int more = 2; !given.add(name); more++) {
        name = label + "-" + more;
      }
      names.put(node, name);
    }
    return names;
  }

  /** Converts a name to a DNS label (RFC 1123): small letters, digits and hyphens. */
  private static String label(String name) {
    String label =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String whole = label.isEmpty() || !Character.isLetter(label.charAt(0)) ? "n" + label : label;
    return whole.substring(0, Math.min(NAME_CHARS_MAX, whole.length())).replaceAll("-+$", "");
  }
}
