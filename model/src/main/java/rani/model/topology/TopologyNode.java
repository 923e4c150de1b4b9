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
import rani.wasm.capsule.CodePolicy;

/**
 * Node of a {@link Topology}.
 *
 * @param name unique in the network
 * @param virtualAddress IPv4 address, unique in the network; see {@link rani.wire.Address#text}
 * @param host name of the machine that runs it; empty if the network has no hosts
 * @param bindAddress real IPv4 or IPv6 address, as a literal, to which its sockets are bound. If it
 *     is a loopback address, sockets of links to other hosts are bound to the address of the node's
 *     host
 * @param placement where its packets wait
 * @param rate at which the node's single queue is drained; unlimited with {@link Placement#LINK}
 * @param queue the node's single queue; with {@link Placement#LINK} the default for its links
 * @param controlDelayNanos delay of a service message before its service handles it
 * @param services the menu: options by service name, in order
 * @param groups that it belongs to, in the order of the file
 * @param position in pictures; empty for automatic layout
 * @param foreign whether another program is this node, at ports that the file fixes; it has neither
 *     services nor queues here
 * @param code which code from outside it runs
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
    Optional<Position> position,
    boolean foreign,
    CodePolicy code) {
  /** Words that replace a node's name in metrics over all nodes. No node may have such a name. */
  public static final List<String> NAMES_OF_ALL = List.of("total", "mean");

  public static final int LINKS_MAX = rani.node.NodeConfig.LINKS_MAX;
  public static final int SERVICES_MAX = rani.node.NodeConfig.SERVICES_MAX;

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
        position,
        foreign,
        code);
  }

  /** Returns the message for queries and commands to a foreign node. */
  public String refusal() {
    return "node " + name + " is foreign: it has no control plane, by which it could be asked";
  }

  TopologyNode onHost(String machine) {
    return with(machine, bindAddress, services);
  }

  public TopologyNode withServices(SequencedMap<String, LocatedMap> menu) {
    return with(host, bindAddress, menu);
  }

  /** Returns this node with another real address, an IPv4 or IPv6 literal. */
  public TopologyNode withBindAddress(String address) {
    return with(host, address, services);
  }

  public TopologyNode withoutService(String service) {
    SequencedMap<String, LocatedMap> changed = new LinkedHashMap<>(services);
    changed.remove(service);
    return withServices(changed);
  }

  /** Returns this node with a service added, or with its options replaced. */
  public TopologyNode withService(String service, LocatedMap options) {
    SequencedMap<String, LocatedMap> changed = new LinkedHashMap<>(services);
    changed.put(service, options);
    return withServices(changed);
  }
}
