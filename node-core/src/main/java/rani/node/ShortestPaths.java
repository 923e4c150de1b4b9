// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shortest paths from one node of a {@link NetworkGraph} to all others, counted in links. Ties
 * between first hops are broken by name, and by address if two nodes have one name.
 */
public final class ShortestPaths {
  private static final int UNREACHED = -1;

  private final int start;
  private final int[] hops;
  private final int[] rank;
  private final int[] order;
  private final List<Integer> firstHops;

  ShortestPaths(NetworkGraph graph, int start) {
    this.start = start;
    this.hops = new int[graph.size()];
    this.rank = new int[graph.size()];
    this.firstHops = firstHops(graph, start);
    int[] rankOf = new int[graph.size()];
    for (int position = 0; position < firstHops.size(); position++) {
      rankOf[firstHops.get(position)] = position;
    }
    Arrays.fill(hops, UNREACHED);
    hops[start] = 0;
    int[] reached = new int[graph.size()];
    reached[0] = start;
    int known = 1;
    for (int taken = 0; taken < known; taken++) {
      int here = reached[taken];
      for (int next : graph.neighbours(here)) {
        int through = here == start ? rankOf[next] : rank[here];
        if (hops[next] == UNREACHED) {
          hops[next] = hops[here] + 1;
          rank[next] = through;
          reached[known++] = next;
        } else if (hops[next] == hops[here] + 1) {
          // All nodes of one level are visited before the next level, so the least rank wins.
          rank[next] = Math.min(rank[next], through);
        }
      }
    }
    this.order = Arrays.copyOfRange(reached, 1, known);
  }

  private static List<Integer> firstHops(NetworkGraph graph, int start) {
    List<Integer> neighbours = new ArrayList<>();
    for (int neighbour : graph.neighbours(start)) {
      neighbours.add(neighbour);
    }
    neighbours.sort(graph::compare);
    return neighbours;
  }

  /** Returns the reachable nodes without the start, nearest first. */
  public int[] reached() {
    return order.clone();
  }

  public int hops(int node) {
    return hops[node];
  }

  /** Returns the first hop towards a node; −1 if it is unreachable, or the start. */
  public int firstHop(int node) {
    return node == start || hops[node] == UNREACHED ? UNREACHED : firstHops.get(rank[node]);
  }
}
