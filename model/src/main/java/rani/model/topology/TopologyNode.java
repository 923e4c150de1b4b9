// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.LocatedMap;
import rani.queue.QueueConfig;
import rani.queue.Rate;

/**
 * A node of a {@link Topology}.
 *
 * @param name unique in the network
 * @param virtualAddress IPv4, unique in the network; see {@link rani.wire.Address#text}
 * @param host the name of the machine that it runs on; empty if the network names none
 * @param bindAddress the real IPv4 or IPv6 address, as a literal, at which its sockets are bound;
 *     of links to other hosts, if it is a loopback address, those of its host
 * @param placement where its packets wait
 * @param rate at which the node's own queue is drained; unlimited with {@link Placement#LINK}
 * @param queue the node's own queue, or, with {@link Placement#LINK}, that of each link that does
 *     not say otherwise
 * @param controlDelayNanos how long a service message waits here before its service handles it
 * @param services the menu: options by service name, in order
 * @param groups whose settings it was given, in the order of the file
 * @param position where pictures show it; empty to have it laid out
 */
public record TopologyNode(
    String name,
    int virtualAddress,
    String host,
    String bindAddress,
    Placement placement,
    Rate rate,
    QueueConfig queue,
    long controlDelayNanos,
    SequencedMap<String, LocatedMap> services,
    List<String> groups,
    Optional<Position> position) {
  /**
   * Where a metric is of all nodes, one of these stands in a node's place: no node is called so.
   */
  public static final List<String> NAMES_OF_ALL = List.of("total", "mean");

  /** The most links of one node. */
  public static final int LINKS_MAX = rani.node.NodeConfig.LINKS_MAX;

  /** The most services of one node. */
  public static final int SERVICES_MAX = rani.node.NodeConfig.SERVICES_MAX;

  /** Where the packets of a node wait. */
  public enum Placement {
    /** In one queue per outgoing link, drained at the link's rate. */
    LINK,
    /** In RANI's single queue between receive and forward, drained at the node's rate. */
    NODE
  }

  public TopologyNode {
    services = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(services));
    groups = List.copyOf(groups);
  }

  private TopologyNode with(String machine, String address, SequencedMap<String, LocatedMap> menu) {
    return new TopologyNode(
        name,
        virtualAddress,
        machine,
        address,
        placement,
        rate,
        queue,
        controlDelayNanos,
        menu,
        groups,
        position);
  }

  /** This node on a machine. */
  TopologyNode onHost(String machine) {
    return with(machine, bindAddress, services);
  }

  /** This node with another menu. */
  public TopologyNode withServices(SequencedMap<String, LocatedMap> menu) {
    return with(host, bindAddress, menu);
  }

  /** This node at another real address, IPv4 or IPv6, as a literal. */
  public TopologyNode withBindAddress(String address) {
    return with(host, address, services);
  }

  /** This node without one of its services. */
  public TopologyNode withoutService(String service) {
    SequencedMap<String, LocatedMap> changed = new LinkedHashMap<>(services);
    changed.remove(service);
    return withServices(changed);
  }

  /** This node with one more service, or with other options for one that it has. */
  public TopologyNode withService(String service, LocatedMap options) {
    SequencedMap<String, LocatedMap> changed = new LinkedHashMap<>(services);
    changed.put(service, options);
    return withServices(changed);
  }
}
