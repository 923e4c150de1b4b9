// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.Units;
import rani.wire.Address;
import rani.wire.Ipv4Header;

/**
 * Topology with the locations of its parts, for checks that need them: conflicting addresses and
 * ports, links slower than their node, too many links at one node.
 */
record TopologyDraft(Topology topology, List<Node> nodes, List<LinkDraft.Resolved> links) {
  /** 10.0.0.1, the address of the first node in the file unless the file gives it another. */
  static final int FIRST_VIRTUAL_ADDRESS = 0x0A00_0001;

  /** Length of the shortest packet, an IPv4 header alone. */
  private static final int PACKET_BYTES_MIN = Ipv4Header.LENGTH;

  /** Node with its location and its settings, which contain further locations. */
  record Node(TopologyNode node, Location at, NodeSettings reader) {
    Node onHost(String host) {
      return new Node(node.onHost(host), at, reader);
    }
  }

  /** Checks all that needs the complete network. */
  void check(Problems problems) {
    checkVirtualAddresses(problems);
    checkPorts(problems);
    new ForeignNodes(this, problems).check();
    checkRates(problems);
    checkLinksPerNode(problems);
  }

  private void checkVirtualAddresses(Problems problems) {
    SequencedMap<Integer, Node> owners = new LinkedHashMap<>();
    for (Node node : nodes) {
      Node other = owners.putIfAbsent(node.node.virtualAddress(), node);
      if (other != null) {
        // If one address was written and the other assigned by default, the written one is
        // blamed.
        boolean written = node.reader.virtualAddress().isPresent();
        Node blamed = written ? node : other;
        Node owner = written ? other : node;
        String message =
            "virtual address %s of node %s is already that of node %s (line %d)"
                .formatted(
                    Address.text(node.node.virtualAddress()),
                    Quoted.of(blamed.node.name()),
                    Quoted.of(owner.node.name()),
                    owner.at.line());
        problems.report(blamed.at, message);
      }
    }
  }

  /** Real port that a node claims at an address. */
  private record Socket(TopologyNode node, String neighbour, int port, String use, Location at) {
    boolean clashes(Socket other) {
      String address = node.bindAddress();
      String others = other.node.bindAddress();
      return port == other.port
          && node.host().equals(other.node.host())
          && (address.equals(others) || isWildcard(address) || isWildcard(others));
    }
  }

  private void checkPorts(Problems problems) {
    SequencedMap<Integer, List<Socket>> byPort = new LinkedHashMap<>();
    SequencedMap<String, List<TopologyLink>> linksByNode = topology.linksByNode();
    for (Node node : nodes) {
      node.reader
          .ports()
          .forEach(
              (neighbour, ports) -> {
                checkNeighbour(node, neighbour, ports, linksByNode, problems);
                MapReader at = new MapReader(ports.at(), problems);
                TopologyNode of = node.node;
                claim(
                    byPort,
                    new Socket(of, neighbour, ports.receive(), "receive", at.at("receive")),
                    problems);
                claim(
                    byPort,
                    new Socket(of, neighbour, ports.send(), "send", at.at("send")),
                    problems);
              });
    }
  }

  private static void claim(
      SequencedMap<Integer, List<Socket>> byPort, Socket socket, Problems problems) {
    if (socket.port == 0) {
      return;
    }
    List<Socket> holders = byPort.computeIfAbsent(socket.port, _ -> new ArrayList<>());
    for (Socket other : holders) {
      if (other.clashes(socket)) {
        String message =
            "port %d at %s (%s of node %s towards %s) is already the %s port of node %s towards %s"
                .formatted(
                    socket.port,
                    socket.node.bindAddress(),
                    socket.use,
                    Quoted.of(socket.node.name()),
                    Quoted.of(socket.neighbour),
                    other.use,
                    Quoted.of(other.node.name()),
                    Quoted.of(other.neighbour));
        problems.report(socket.at, message + " (line " + other.at.line() + ")");
        return;
      }
    }
    holders.add(socket);
  }

  private static boolean isWildcard(String address) {
    return InetAddress.ofLiteral(address).isAnyLocalAddress();
  }

  private static void checkNeighbour(
      Node node,
      String neighbour,
      NodeSettings.Ports ports,
      SequencedMap<String, List<TopologyLink>> linksByNode,
      Problems problems) {
    String name = node.node.name();
    List<String> known = new ArrayList<>();
    for (TopologyLink link : linksByNode.getOrDefault(name, List.of())) {
      String far = link.farEnd(name).node();
      known.add(link.ordinal() == 1 ? far : far + " #" + link.ordinal());
    }
    if (!known.contains(neighbour.replaceFirst(" #1$", ""))) {
      problems.reportName(
          ports.at().at(),
          Quoted.in("node %s has no link to %s", name, neighbour),
          neighbour,
          known);
    }
  }

  /** Reports links slower than their node, whose queue would never fill. */
  private void checkRates(Problems problems) {
    SequencedMap<String, TopologyNode> byName = new LinkedHashMap<>();
    nodes.forEach(node -> byName.put(node.node.name(), node.node));
    for (LinkDraft.Resolved draft : links) {
      TopologyLink link = draft.link();
      for (LinkEnd end : List.of(link.a(), link.b())) {
        TopologyNode node = byName.get(end.node());
        if (node != null
            && node.placement() == TopologyNode.Placement.NODE
            && end.rate().isSlowerThan(node.rate(), PACKET_BYTES_MIN, end.mtuBytes())) {
          Location at = draft.rateAt().getOrDefault(end.node(), draft.at());
          problems.report(
              at,
              "link %s (%s) is slower than node %s (%s), whose queue it would hide"
                  .formatted(
                      Quoted.of(link.name()),
                      Units.printRate(end.rate()),
                      Quoted.of(end.node()),
                      Units.printRate(node.rate())),
              () -> "give the node `placement: link`, or the link a higher rate");
        }
      }
    }
  }

  private void checkLinksPerNode(Problems problems) {
    SequencedMap<String, List<TopologyLink>> linksByNode = topology.linksByNode();
    for (Node node : nodes) {
      int count = linksByNode.getOrDefault(node.node.name(), List.of()).size();
      if (count > TopologyNode.LINKS_MAX) {
        problems.report(
            node.at,
            "node %s has %d links, at most %d are allowed"
                .formatted(Quoted.of(node.node.name()), count, TopologyNode.LINKS_MAX));
      }
    }
  }
}
