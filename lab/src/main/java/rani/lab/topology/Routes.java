// SPDX-License-Identifier: Apache-2.0
package rani.lab.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Shortest paths, counted in links. Of several first hops that are equally good, the one whose
 * neighbour's name comes first is taken, and of several links to it the lowest number.
 */
public final class Routes {

  private final SequencedMap<String, List<TopologyLink>> linksByNode;

  /** Prepares the paths of a network. */
  public Routes(Topology topology) {
    this.linksByNode = topology.linksByNode();
  }

  /** How far a node is, and by which link one goes there. */
  private record Reached(int hops, int rank) {}

  /** One link of the node from which paths start. */
  private record FirstHop(String neighbour, int number) {}

  /**
   * The number of the link by which packets leave a node, for each node it can reach, itself not
   * included; nearer ones come first.
   */
  public SequencedMap<String, Integer> from(String start) {
    List<FirstHop> firstHops = firstHops(start);
    SequencedMap<String, Reached> reached = new LinkedHashMap<>();
    reached.put(start, new Reached(0, -1));
    ArrayDeque<String> frontier = new ArrayDeque<>(List.of(start));
    while (!frontier.isEmpty()) {
      String node = frontier.remove();
      Reached here = reached.getOrDefault(node, new Reached(0, -1));
      for (TopologyLink link : linksByNode.getOrDefault(node, List.of())) {
        String next = link.farEnd(node).node();
        int rank = here.hops == 0 ? rank(firstHops, next) : here.rank;
        Reached before = reached.get(next);
        if (before == null) {
          reached.put(next, new Reached(here.hops + 1, rank));
          frontier.add(next);
        } else if (before.hops == here.hops + 1 && rank < before.rank) {
          // All nodes of one level leave the queue before any of the next: the least rank arrives.
          reached.put(next, new Reached(before.hops, rank));
        }
      }
    }
    SequencedMap<String, Integer> numbers = new LinkedHashMap<>();
    reached.forEach(
        (node, by) -> {
          if (by.hops > 0) {
            numbers.put(node, firstHops.get(by.rank).number);
          }
        });
    return numbers;
  }

  /** The nodes on the way between two, both included; none when there is no way. */
  public Optional<List<String>> path(String from, String to) {
    List<String> path = new ArrayList<>(List.of(from));
    String here = from;
    while (!here.equals(to)) {
      Integer number = from(here).get(to);
      if (number == null) {
        return Optional.empty();
      }
      here = linksByNode.getOrDefault(here, List.of()).get(number).farEnd(here).node();
      path.add(here);
    }
    return Optional.of(path);
  }

  private List<FirstHop> firstHops(String start) {
    List<FirstHop> hops = new ArrayList<>();
    for (TopologyLink link : linksByNode.getOrDefault(start, List.of())) {
      hops.add(new FirstHop(link.farEnd(start).node(), hops.size()));
    }
    hops.sort(Comparator.comparing(FirstHop::neighbour).thenComparingInt(FirstHop::number));
    return hops;
  }

  private static int rank(List<FirstHop> hops, String neighbour) {
    for (int rank = 0; rank < hops.size(); rank++) {
      if (hops.get(rank).neighbour.equals(neighbour)) {
        return rank;
      }
    }
    throw new IllegalStateException(neighbour + " is no neighbour");
  }
}
