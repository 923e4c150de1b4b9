// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.Units;
import rani.model.host.Forward;
import rani.model.host.TopologyHost;
import rani.model.jar.OperatorKey;
import rani.wire.Address;
import rani.wire.Ipv4Header;

/**
 * A topology with the places of its parts, and the checks that need both: addresses and ports that
 * clash, links slower than their node, too many links at one node.
 */
record TopologyDraft(
    String name,
    String description,
    List<Node> nodes,
    List<LinkDraft> links,
    List<Forward> forwards,
    List<ScheduleEntry> schedule,
    List<OperatorKey> operators,
    List<TopologyHost> hosts,
    Defaults defaults) {

  /** 10.0.0.1; a node without an address of its own gets its position in the file added to it. */
  static final int FIRST_VIRTUAL_ADDRESS = 0x0A00_0001;

  /** The shortest packet: an IPv4 header alone. */
  private static final int PACKET_BYTES_MIN = Ipv4Header.LENGTH;

  /** A node, where it stands, and the reader that knows where its values stand. */
  record Node(TopologyNode node, Location at, NodeReader reader) {}

  /** What came out. */
  Topology topology() {
    return new Topology(
        name,
        description,
        nodes.stream().map(Node::node).toList(),
        links.stream().map(LinkDraft::resolvedLink).toList(),
        forwards,
        schedule,
        operators,
        hosts,
        defaults);
  }

  /** The same with a schedule. */
  TopologyDraft withSchedule(List<ScheduleEntry> entries) {
    return new TopologyDraft(
        name, description, nodes, links, forwards, entries, operators, hosts, defaults);
  }

  /** Everything that is only seen when all is read. */
  void check(Problems problems) {
    checkVirtualAddresses(problems);
    checkPorts(problems);
    checkRates(problems);
    checkLinksPerNode(problems);
  }

  private void checkVirtualAddresses(Problems problems) {
    SequencedMap<Integer, Node> owners = new LinkedHashMap<>();
    for (Node node : nodes) {
      Node other = owners.putIfAbsent(node.node.virtualAddress(), node);
      if (other != null) {
        // Of an address that was written and one that was counted, the written one is at fault.
        boolean written = node.reader.virtualAddress().isPresent();
        Node blamed = written ? node : other;
        Node owner = written ? other : node;
        problems.report(
            blamed.at,
            "virtual address "
                + Address.text(node.node.virtualAddress())
                + " of node "
                + Quoted.of(blamed.node.name())
                + " is already that of node "
                + Quoted.of(owner.node.name())
                + " (line "
                + owner.at.line()
                + ")");
      }
    }
  }

  private record Socket(String node, String neighbour, String use, Location at) {}

  private void checkPorts(Problems problems) {
    SequencedMap<String, Map<String, Socket>> byPort = new LinkedHashMap<>();
    SequencedMap<String, List<TopologyLink>> linksByNode = topology().linksByNode();
    for (Node node : nodes) {
      String address = node.node.bindAddress();
      node.reader
          .ports()
          .forEach(
              (neighbour, ports) -> {
                checkNeighbour(node, neighbour, ports, linksByNode, problems);
                LocatedMap at = ports.at();
                String name = node.node.name();
                claim(
                    byPort,
                    node.node.host(),
                    address,
                    ports.receive(),
                    new Socket(name, neighbour, "receive", place(at, "receive")),
                    problems);
                claim(
                    byPort,
                    node.node.host(),
                    address,
                    ports.send(),
                    new Socket(name, neighbour, "send", place(at, "send")),
                    problems);
              });
    }
  }

  private static Location place(LocatedMap map, String key) {
    return map.get(key).map(value -> value.at()).orElse(map.at());
  }

  private static void claim(
      SequencedMap<String, Map<String, Socket>> byPort,
      String host,
      String address,
      int port,
      Socket socket,
      Problems problems) {
    if (port == 0) {
      return;
    }
    Map<String, Socket> holders =
        byPort.computeIfAbsent(host + " " + port, p -> new LinkedHashMap<>());
    for (Map.Entry<String, Socket> holder : holders.entrySet()) {
      if (holder.getKey().equals(address) || isWildcard(holder.getKey()) || isWildcard(address)) {
        Socket other = holder.getValue();
        problems.report(
            socket.at,
            "port "
                + port
                + " at "
                + address
                + " ("
                + socket.use
                + " of node "
                + Quoted.of(socket.node)
                + " towards "
                + Quoted.of(socket.neighbour)
                + ") is already the "
                + other.use
                + " port of node "
                + Quoted.of(other.node)
                + " towards "
                + Quoted.of(other.neighbour)
                + " (line "
                + other.at.line()
                + ")");
        return;
      }
    }
    holders.put(address, socket);
  }

  private static boolean isWildcard(String address) {
    return InetAddress.ofLiteral(address).isAnyLocalAddress();
  }

  private static void checkNeighbour(
      Node node,
      String neighbour,
      NodeReader.Ports ports,
      SequencedMap<String, List<TopologyLink>> linksByNode,
      Problems problems) {
    String name = node.node.name();
    SequencedMap<String, TopologyLink> known = new LinkedHashMap<>();
    for (TopologyLink link : linksByNode.getOrDefault(name, List.of())) {
      String far = link.farEnd(name).node();
      known.put(far + " #" + link.ordinal(), link);
      if (link.ordinal() == 1) {
        known.put(far, link);
      }
    }
    if (!known.containsKey(neighbour)) {
      problems.reportName(
          ports.at().at(),
          "node " + Quoted.of(name) + " has no link to " + Quoted.of(neighbour),
          neighbour,
          known.sequencedKeySet().stream().filter(key -> !key.endsWith(" #1")).toList());
    }
  }

  /** A queue in front of a faster server never fills: a link slower than its node hides it. */
  private void checkRates(Problems problems) {
    SequencedMap<String, TopologyNode> byName = new LinkedHashMap<>();
    nodes.forEach(node -> byName.put(node.node.name(), node.node));
    for (LinkDraft draft : links) {
      TopologyLink link = draft.resolvedLink();
      for (LinkEnd end : List.of(link.a(), link.b())) {
        TopologyNode node = byName.get(end.node());
        if (node != null
            && node.placement() == TopologyNode.Placement.NODE
            && end.rate().isSlowerThan(node.rate(), PACKET_BYTES_MIN, end.mtuBytes())) {
          Location at = draft.rateAt().getOrDefault(end.node(), draft.at());
          problems.report(
              at,
              "link "
                  + Quoted.of(link.name())
                  + " ("
                  + Units.printRate(end.rate())
                  + ") is slower than node "
                  + Quoted.of(end.node())
                  + " ("
                  + Units.printRate(node.rate())
                  + "), whose queue it would hide",
              () -> "give the node `placement: link`, or the link a higher rate");
        }
      }
    }
  }

  private void checkLinksPerNode(Problems problems) {
    SequencedMap<String, List<TopologyLink>> linksByNode = topology().linksByNode();
    for (Node node : nodes) {
      int count = linksByNode.getOrDefault(node.node.name(), List.of()).size();
      if (count > TopologyNode.LINKS_MAX) {
        problems.report(
            node.at,
            "node "
                + Quoted.of(node.node.name())
                + " has "
                + count
                + " links, at most "
                + TopologyNode.LINKS_MAX
                + " are allowed");
      }
    }
  }
}
