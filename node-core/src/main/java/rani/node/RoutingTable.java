// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.util.collection.IntObjectHashMap;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import rani.wire.Ipv4Header;
import rani.world.LinkId;

/** Which link a destination is reached by. */
public final class RoutingTable {
  private IntObjectHashMap<LinkId> linkToward = new IntObjectHashMap<>();
  private List<Way> ways = List.of();
  private IntUnaryOperator mtus;

  /**
   * A destination.
   *
   * @param destination a virtual address
   * @param link by which its packets leave
   */
  public record Way(int destination, LinkId link) {}

  /** A table of these routes; of two for one destination the later counts. */
  public RoutingTable(List<NodeConfig.Route> routes) {
    IntObjectHashMap<NodeConfig.Route> routeTo = new IntObjectHashMap<>();
    routes.forEach(route -> routeTo.put(route.destination(), route));
    mtus = destination -> routeTo.get(destination).mtuBytes();
    replace(
        routes.stream().map(route -> new Way(route.destination(), route.link())).toList(), mtus);
  }

  /**
   * Takes other ways in place of all these.
   *
   * @param changed of two for one destination the later counts
   * @param mtuBytes the largest packet that gets to a destination of these ways
   */
  void replace(List<Way> changed, IntUnaryOperator mtuBytes) {
    IntObjectHashMap<LinkId> links = new IntObjectHashMap<>(Math.max(8, 2 * changed.size()));
    changed.forEach(way -> links.put(way.destination, way.link));
    linkToward = links;
    ways = List.copyOf(changed);
    mtus = mtuBytes;
  }

  /** The link towards a destination; null if there is no way. */
  public @Nullable LinkId toward(int destination) {
    return linkToward.get(destination);
  }

  /** The largest packet that gets to a destination; the largest there is if there is no way. */
  public int mtuBytes(int destination) {
    return linkToward.containsKey(destination)
        ? mtus.applyAsInt(destination)
        : Ipv4Header.TOTAL_LENGTH_MAX;
  }

  /** The ways, in the order they were given. */
  public List<Way> ways() {
    return ways;
  }
}
