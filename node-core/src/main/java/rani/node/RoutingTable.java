// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.util.collection.IntObjectHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.wire.Ipv4Header;
import rani.world.LinkId;

/** Which link a destination is reached by. */
public final class RoutingTable {
  private final IntObjectHashMap<NodeConfig.Route> routeTo = new IntObjectHashMap<>();
  private final List<NodeConfig.Route> routes;

  /** A table of these routes; of two for one destination the later counts. */
  public RoutingTable(List<NodeConfig.Route> routes) {
    this.routes = routes;
    for (NodeConfig.Route route : routes) {
      routeTo.put(route.destination(), route);
    }
  }

  /** The link towards a destination; null if there is no way. */
  public @Nullable LinkId toward(int destination) {
    NodeConfig.Route route = routeTo.get(destination);
    return route == null ? null : route.link();
  }

  /** The largest packet that gets to a destination; the largest there is if there is no way. */
  public int mtuBytes(int destination) {
    NodeConfig.Route route = routeTo.get(destination);
    return route == null ? Ipv4Header.TOTAL_LENGTH_MAX : route.mtuBytes();
  }

  /** The routes, in the order they were given. */
  public List<NodeConfig.Route> routes() {
    return routes;
  }
}
