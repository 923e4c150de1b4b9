// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.util.collection.IntObjectHashMap;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import rani.wire.Ipv4Header;
import rani.world.LinkId;

public final class RoutingTable {
  static final int NO_WAY = -1;
  private static final int MULTIPLIER = 0x9E37_79B9;
  private static final long FREE = 0;

  /**
   * Hash table with open addressing, at most half full. Each cell packs a destination and one more
   * than the number of the link towards it, because every packet looks it up.
   */
  private long[] cells = new long[2];

  private List<Way> ways = List.of();
  private IntUnaryOperator mtus;

  public record Way(int destination, LinkId link) {}

  /** Makes a table; of two routes for one destination the later counts. */
  public RoutingTable(List<NodeConfig.Route> routes) {
    IntObjectHashMap<NodeConfig.Route> routeTo = new IntObjectHashMap<>();
    routes.forEach(route -> routeTo.put(route.destination(), route));
    mtus = destination -> routeTo.get(destination).mtuBytes();
    replace(
        routes.stream().map(route -> new Way(route.destination(), route.link())).toList(), mtus);
  }

  /**
   * Replaces all routes; of two for one destination the later counts. {@code mtuBytes} returns the
   * path MTU to a destination of these routes.
   */
  void replace(List<Way> changed, IntUnaryOperator mtuBytes) {
    cells = new long[Integer.highestOneBit(Math.max(1, changed.size())) * 4];
    for (Way way : changed) {
      cells[cell(way.destination)] =
          (long) way.destination << Integer.SIZE | (way.link.number() + 1);
    }
    ways = List.copyOf(changed);
    mtus = mtuBytes;
  }

  public @Nullable LinkId toward(int destination) {
    int number = numberToward(destination);
    return number == NO_WAY ? null : new LinkId(number);
  }

  int numberToward(int destination) {
    return (int) cells[cell(destination)] - 1;
  }

  private int cell(int destination) {
    int mask = cells.length - 1;
    int cell = (destination * MULTIPLIER >>> Short.SIZE) & mask;
    while (cells[cell] != FREE && (int) (cells[cell] >>> Integer.SIZE) != destination) {
      cell = cell + 1 & mask;
    }
    return cell;
  }

  /** Returns the path MTU to a destination; 65,535 if there is no route. */
  public int mtuBytes(int destination) {
    return numberToward(destination) != NO_WAY
        ? mtus.applyAsInt(destination)
        : Ipv4Header.TOTAL_LENGTH_MAX;
  }

  public List<Way> ways() {
    return ways;
  }
}
