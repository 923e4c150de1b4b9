// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.ground.LabFailure;
import rani.node.RouteFacts;
import rani.wire.Address;

/**
 * The paths of flows in a running network, by each node's own routing table. Nodes are queried only
 * when a flow is new, or links have changed.
 */
final class LiveRoutes {
  /** Pairs of a source and a destination that are followed. */
  static final int PAIRS_MAX = 128;

  /** Queries after a change, since link states take time to spread. */
  private static final int ROUNDS_AFTER_CHANGE = 3;

  private final NetworkModel network;
  private final SequencedSet<Pair> pairs = new LinkedHashSet<>();
  private int roundsDue;

  /** Who sends to whom, by number. */
  private record Pair(int from, int to) {}

  /** Asks a node for its routes, by destination's address. */
  @FunctionalInterface
  interface Tables {
    /** That table. */
    SequencedMap<String, RouteFacts.Route> of(String node) throws LabFailure;
  }

  LiveRoutes(NetworkModel network) {
    this.network = network;
  }

  /**
   * Packets of a node arrive at another.
   *
   * @return false if there is no room to remember it
   */
  boolean sends(int from, int to) {
    Pair pair = new Pair(from, to);
    if (pairs.contains(pair)) {
      return true;
    }
    if (pairs.size() >= PAIRS_MAX) {
      return false;
    }
    roundsDue = Math.max(roundsDue, 1);
    return pairs.add(pair);
  }

  /** A link came up or went down. */
  void changed() {
    roundsDue = ROUNDS_AFTER_CHANGE;
  }

  /** Whether nodes are to be asked now. */
  boolean areDue() {
    return roundsDue > 0 && !pairs.isEmpty();
  }

  /** The directions of links that each flow passes, as the tables are now. */
  SequencedMap<Integer, BitSet> ask(Tables tables) {
    roundsDue--;
    SequencedMap<Integer, BitSet> ways = new LinkedHashMap<>();
    Map<Integer, SequencedMap<String, RouteFacts.Route>> known = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      BitSet way = ways.computeIfAbsent(pair.from, _ -> new BitSet());
      BitSet been = new BitSet();
      int at = pair.from;
      while (at >= 0 && at != pair.to && !been.get(at)) {
        been.set(at);
        int direction = next(known.computeIfAbsent(at, node -> table(tables, node)), at, pair.to);
        if (direction >= 0) {
          way.set(direction);
        }
        at = direction < 0 ? -1 : network.end(direction);
      }
    }
    return ways;
  }

  private SequencedMap<String, RouteFacts.Route> table(Tables tables, int node) {
    try {
      return tables.of(network.name(node));
    } catch (LabFailure e) {
      return new LinkedHashMap<>(); // it ends just now: the way is known up to there
    }
  }

  /** The direction by which a node reaches another; -1 if its table does not say. */
  private int next(SequencedMap<String, RouteFacts.Route> table, int at, int to) {
    int address = network.topology().nodes().get(to).virtualAddress();
    RouteFacts.Route route = table.get(Address.text(address));
    return route == null ? -1 : network.direction(network.name(at), route.link());
  }
}
