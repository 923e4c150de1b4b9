// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.List;
import rani.node.NodeConfig;

/**
 * A node and its place in the underlay.
 *
 * @param node the node's own configuration
 * @param links addresses of its link ends, by link number
 * @param transport that carries their datagrams
 * @param seed of the run, from which every random stream is derived
 * @param timeBaseNanos the {@link System#nanoTime} that is zero in the node's time; one base for
 *     all nodes of a host makes their times comparable, because its JVMs share the clock
 * @param services with sockets of their own, beside those of the node's menu
 */
public record LiveNodeConfig(
    NodeConfig node,
    List<LiveLinkConfig> links,
    Transport transport,
    long seed,
    long timeBaseNanos,
    List<LiveService> services) {
  /** A node with the services of its menu alone. */
  public LiveNodeConfig(
      NodeConfig node,
      List<LiveLinkConfig> links,
      Transport transport,
      long seed,
      long timeBaseNanos) {
    this(node, links, transport, seed, timeBaseNanos, List.of());
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
