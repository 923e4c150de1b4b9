// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.util.collection.IntObjectHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.world.LinkId;

/** Which link a destination is reached by. */
public final class RoutingTable {
  private final IntObjectHashMap<LinkId> linkOf = new IntObjectHashMap<>();
  private final List<NodeConfig.Route> routes;

  /** A table of these routes; of two for one destination the later counts. */
  public RoutingTable(List<NodeConfig.Route> routes) {
    this.routes = routes;
    for (NodeConfig.Route route : routes) {
      linkOf.put(route.destination(), route.link());
    }
  }

  /** The link towards a destination; null if there is no way. */
  public @Nullable LinkId toward(int destination) {
    return linkOf.get(destination);
  }

  /** The routes, in the order they were given. */
  public List<NodeConfig.Route> routes() {
    return routes;
  }
}
