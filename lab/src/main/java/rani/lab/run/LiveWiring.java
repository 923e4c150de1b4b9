// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rani.lab.file.FileError;
import rani.lab.file.Location;
import rani.lab.gateway.Gateway;
import rani.lab.loader.Loader;
import rani.lab.topology.LinkEnd;
import rani.lab.topology.NodeConfigs;
import rani.lab.topology.RunKey;
import rani.lab.topology.ServiceCatalog;
import rani.lab.topology.Topology;
import rani.lab.topology.TopologyHost;
import rani.lab.topology.TopologyLink;
import rani.lab.topology.TopologyNode;
import rani.live.LinkSockets;
import rani.live.LiveLinkConfig;
import rani.live.LiveNodeConfig;
import rani.live.Transport;
import rani.node.NodeConfig;

/** Which sockets a network's links are made of. */
final class LiveWiring {
  private final Topology topology;
  private final Map<String, List<TopologyLink>> links;

  LiveWiring(Topology topology) {
    this.topology = topology;
    this.links = topology.linksByNode();
  }

  /** A node and where its link ends are to be bound. */
  LiveNodeConfig config(
      String node, Transport transport, long seed, long timeBaseNanos, RunKey key) {
    return config(configs(key).of(node), transport, seed, timeBaseNanos);
  }

  /** The same of a node that comes to the others while they run. */
  LiveNodeConfig configLate(
      String node, Transport transport, long seed, long timeBaseNanos, RunKey key) {
    return config(configs(key).ofLate(node), transport, seed, timeBaseNanos);
  }

  private NodeConfigs configs(RunKey key) {
    return new NodeConfigs(topology, ServiceCatalog.installed(), key);
  }

  private LiveNodeConfig config(
      NodeConfig config, Transport transport, long seed, long timeBaseNanos) {
    String node = config.name();
    List<LiveLinkConfig> places = new ArrayList<>();
    for (TopologyLink link : links(node)) {
      LinkEnd end = link.end(node);
      places.add(
          new LiveLinkConfig(
              address(topology, node, link),
              end.receivePort(),
              end.sendPort(),
              link.farEnd(node).mtuBytes()));
    }
    return new LiveNodeConfig(
        config,
        places,
        transport,
        seed,
        timeBaseNanos,
        List.of(Gateway.onLiveNodes(), Loader.onLiveNodes(topology)));
  }

  /** The links of a node, by their numbers there. */
  List<TopologyLink> links(String node) {
    return links.getOrDefault(node, List.of());
  }

  /**
   * What a node's links are to be connected to.
   *
   * @param bound where every node's link ends are bound
   */
  List<LinkSockets> peers(String node, Map<String, List<LinkSockets>> bound) {
    List<LinkSockets> peers = new ArrayList<>();
    for (TopologyLink link : links(node)) {
      String far = link.farEnd(node).node();
      peers.add(bound.getOrDefault(far, List.of()).get(indexOf(link, links(far))));
    }
    return peers;
  }

  /** By its name; to compare all that links are takes a node longer as it starts. */
  private static int indexOf(TopologyLink link, List<TopologyLink> links) {
    int index = 0;
    while (!links.get(index).name().equals(link.name())) {
      index++;
    }
    return index;
  }

  /**
   * What a node's links are to be connected to, by what the file says alone.
   *
   * @param file for the error message
   * @throws FileError if it does not say it all
   */
  List<LinkSockets> peersInFile(String node, Path file) throws FileError {
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
      LinkEnd far = link.farEnd(node);
      InetAddress address = address(topology, far.node(), link);
      peers.add(
          new LinkSockets(
              new InetSocketAddress(address, far.receivePort()),
              new InetSocketAddress(address, far.sendPort())));
    }
    return peers;
  }

  /**
   * Where a link's end is bound. What stays on a host does not leave it; a link to another host has
   * the host's address, unless the node has one of its own that is no loopback.
   */
  static InetAddress address(Topology topology, String node, TopologyLink link) {
    TopologyNode found =
        topology
            .node(node)
            .orElseThrow(() -> new IllegalArgumentException("no node is called " + node));
    InetAddress own = InetAddress.ofLiteral(found.bindAddress());
    return topology.isBetweenHosts(link) && own.isLoopbackAddress()
        ? topology.hostOf(node).map(TopologyHost::inetAddress).orElse(own)
        : own;
  }
}
