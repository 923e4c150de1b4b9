// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.ground.LabFailure;
import rani.model.topology.Routes;
import rani.node.RouteFacts;
import rani.wire.Address;

/** Finds flows' paths in routing tables, queried after a new flow or a change of links. */
final class LiveRoutes {
  static final int PAIRS_MAX = 128;

  /** Queries after a change, because link states take time to spread. */
  private static final int ROUNDS_AFTER_CHANGE = 3;

  private final NetworkModel network;
  private final SequencedSet<Pair> pairs = new LinkedHashSet<>();
  private int roundsDue;

  /** A flow's source and destination node, by number. */
  private record Pair(int from, int to) {}

  /** Queries a node's routing table. */
  @FunctionalInterface
  interface Tables {
    /** Returns the routes of a node, by the destination's address. */
    SequencedMap<String, RouteFacts.Route> of(String node) throws LabFailure;
  }

  LiveRoutes(NetworkModel network) {
    this.network = network;
  }

  /** Reports a flow between two nodes; returns false if the limit of pairs is reached. */
  boolean sends(int from, int to) {
    Pair pair = new Pair(from, to);
    if (pairs.size() < PAIRS_MAX && pairs.add(pair)) {
      roundsDue = Math.max(roundsDue, 1);
    }
    return pairs.contains(pair);
  }

  /** Reports that a link went up or down. */
  void changed() {
    roundsDue = ROUNDS_AFTER_CHANGE;
  }

  /** Returns whether routing tables are to be queried now. */
  boolean areDue() {
    return roundsDue > 0 && !pairs.isEmpty();
  }

  /** Queries routing tables; returns the directions of links that each source's flows pass. */
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
        int direction =
            network.isForeign(at)
                ? byFile(at, pair.to)
                : next(known.computeIfAbsent(at, node -> table(tables, node)), at, pair.to);
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
      return new LinkedHashMap<>(); // the node is shutting down: the path ends here
    }
  }

  /** Returns the direction of a foreign node's next hop, by the file, since it shows no table. */
  private int byFile(int at, int to) {
    String node = network.name(at);
    Integer link = new Routes(network.topology()).from(node).get(network.name(to));
    return link == null ? -1 : network.direction(node, "link-" + link);
  }

  /** Returns the direction of the next hop; -1 if the table has no route. */
  private int next(SequencedMap<String, RouteFacts.Route> table, int at, int to) {
    int address = network.topology().nodes().get(to).virtualAddress();
    RouteFacts.Route route = table.get(Address.text(address));
    return route == null ? -1 : network.direction(network.name(at), route.link());
  }
}
