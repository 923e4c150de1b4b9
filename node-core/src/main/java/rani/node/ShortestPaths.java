// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shortest paths from one node of a {@link NetworkGraph} to all others, counted in links. Of
 * several first hops that are equally good, the one whose name comes first is taken; of two that
 * claim one name, the lower address.
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
          // All nodes of one level are taken before any of the next: the least rank arrives.
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

  /** The nodes that can be reached, the start not included; nearer ones come first. */
  public int[] reached() {
    return order.clone();
  }

  /** How many links away a node is; −1 if there is no way. */
  public int hops(int node) {
    return hops[node];
  }

  /** The neighbour by which the way to a node begins; −1 if there is none, or no need of any. */
  public int firstHop(int node) {
    return node == start || hops[node] == UNREACHED ? UNREACHED : firstHops.get(rank[node]);
  }
}
