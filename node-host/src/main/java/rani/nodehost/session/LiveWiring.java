// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rani.ground.LabFailure;
import rani.ground.SocketText;
import rani.live.LinkSockets;
import rani.live.LiveNodeConfig;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkEnd;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.nodehost.code.LiveCode;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.gateway.Gateway;
import rani.nodehost.loader.Loader;

/** Assigns sockets to the link ends of a network's nodes. */
public final class LiveWiring {
  private final Topology topology;
  private final Map<String, List<TopologyLink>> links;

  public LiveWiring(Topology topology) {
    this.topology = topology;
    this.links = topology.linksByNode();
  }

  /** Returns a node's configuration; {@code late} is true if the node joins a running network. */
  public LiveNodeConfig config(
      String node, boolean late, Transport transport, long seed, long timeBaseNanos, RunKey key) {
    return config(node, late, transport, seed, timeBaseNanos, key, new LiveCode(node));
  }

  /** Returns a node's configuration; {@code code} prepares code that comes in packets. */
  public LiveNodeConfig config(
      String node,
      boolean late,
      Transport transport,
      long seed,
      long timeBaseNanos,
      RunKey key,
      LiveCode code) {
    NodeConfigs configs = new NodeConfigs(topology, code.services(), key);
    return new LiveNodeConfig(
        late ? configs.ofLate(node) : configs.of(node),
        links(node).stream().map(link -> NodeLinks.config(topology, node, link)).toList(),
        transport,
        seed,
        timeBaseNanos,
        List.of(Gateway.onLiveNodes(), code.through(Loader.onLiveNodes(topology))));
  }

  /** Returns the links of a node; a link's index is its number at the node. */
  public List<TopologyLink> links(String node) {
    return links.getOrDefault(node, List.of());
  }

  /**
   * Returns the sockets at the far ends of a node's links, given all nodes' bound sockets; those of
   * foreign nodes are in the file.
   */
  public List<LinkSockets> peers(String node, Map<String, List<LinkSockets>> bound) {
    List<LinkSockets> peers = new ArrayList<>();
    for (TopologyLink link : links(node)) {
      String far = link.farEnd(node).node();
      List<LinkSockets> ofFar = bound.get(far);
      peers.add(ofFar == null ? inFile(link, far) : ofFar.get(indexOf(link, links(far))));
    }
    return peers;
  }

  /**
   * Returns the sockets that a node reports for its link ends, if they have the addresses of the
   * topology. The check prevents an agent on another host from directing frames at a third host.
   */
  public List<LinkSockets> checked(String node, List<LinkSockets> said) throws LabFailure {
    List<TopologyLink> own = links(node);
    if (said.size() != own.size()) {
      throw new LabFailure(
          "node " + node + " tells of " + said.size() + " links and has " + own.size());
    }
    for (int number = 0; number < said.size(); number++) {
      LinkSockets _ = checked(node, own.get(number), said.get(number));
    }
    return said;
  }

  public LinkSockets checked(String node, TopologyLink link, LinkSockets said) throws LabFailure {
    LinkEnd end = link.end(node);
    InetAddress address = NodeLinks.address(topology, node, link);
    if (!isAt(said.receive(), address, end.receivePort())
        || !isAt(said.send(), address, end.sendPort())) {
      throw new LabFailure(
          "node %s%s says that its end of link %s is at %s and %s; by the topology it is at %s"
              .formatted(
                  node,
                  topology.hostOf(node).map(host -> " on host " + host.name()).orElse(""),
                  link.name(),
                  SocketText.print(said.receive()),
                  SocketText.print(said.send()),
                  address.getHostAddress()));
    }
    return said;
  }

  private static boolean isAt(InetSocketAddress said, InetAddress address, int port) {
    return address.equals(said.getAddress())
        && said.getPort() > 0
        && (port == 0 || port == said.getPort());
  }

  /** Compares names, because comparing whole links slows down a node's start. */
  private static int indexOf(TopologyLink link, List<TopologyLink> links) {
    int index = 0;
    while (!links.get(index).name().equals(link.name())) {
      index++;
    }
    return index;
  }

  /**
   * Returns the far ends' sockets by the topology file alone; throws if a link has no fixed ports.
   */
  public List<LinkSockets> peersInFile(String node, Path file) throws FileError {
    List<LinkSockets> peers = new ArrayList<>();
    for (TopologyLink link : links(node)) {
      for (LinkEnd end : List.of(link.end(node), link.farEnd(node))) {
        if (end.receivePort() == 0 || end.sendPort() == 0) {
          LinkEnd other = link.farEnd(end.node());
          throw new FileError(
              Location.ofFile(file.toString()),
              "link `" + link.name() + "` has no ports at " + end.node(),
              "nodes started by hand find each other by the file: add `ports: {"
                  + other.node()
                  + ": {receive: 40001, send: 40002}}` to node "
                  + end.node());
        }
      }
      peers.add(inFile(link, link.farEnd(node).node()));
    }
    return peers;
  }

  /** Returns the sockets of a link's end with fixed ports. */
  public LinkSockets inFile(TopologyLink link, String node) {
    LinkEnd end = link.end(node);
    InetAddress address = NodeLinks.address(topology, node, link);
    return new LinkSockets(
        new InetSocketAddress(address, end.receivePort()),
        new InetSocketAddress(address, end.sendPort()));
  }
}
