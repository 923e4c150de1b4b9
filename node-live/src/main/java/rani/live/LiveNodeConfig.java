// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.ArrayList;
import java.util.List;
import rani.node.NodeConfig;

/**
 * A node's configuration, and its place in the underlay.
 *
 * @param links addresses of the node's link ends, by link number
 * @param transport system calls by which datagrams are sent and received
 * @param seed of every random stream
 * @param timeBaseNanos the {@link System#nanoTime} at node time 0; the same for all nodes of a
 *     host, whose JVMs share the clock, so that their times can be compared
 * @param services services with sockets of their own, in addition to those of the node's menu
 */
public record LiveNodeConfig(
    NodeConfig node,
    List<LiveLinkConfig> links,
    Transport transport,
    long seed,
    long timeBaseNanos,
    List<LiveService> services) {
  /** Configures a node with the services of its menu only. */
  public LiveNodeConfig(
      NodeConfig node,
      List<LiveLinkConfig> links,
      Transport transport,
      long seed,
      long timeBaseNanos) {
    this(node, links, transport, seed, timeBaseNanos, List.of());
  }

  /** Returns a copy with one more service. */
  public LiveNodeConfig with(LiveService more) {
    List<LiveService> all = new ArrayList<>(services);
    all.add(more);
    return new LiveNodeConfig(node, links, transport, seed, timeBaseNanos, all);
  }

  public LiveNodeConfig {
    links = List.copyOf(links);
    services = List.copyOf(services);
    if (links.size() < node.links().size()) {
      throw new IllegalArgumentException(
          node.name() + " has " + node.links().size() + " links, not " + links.size());
    }
  }
}
