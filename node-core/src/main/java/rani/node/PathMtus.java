// SPDX-License-Identifier: Apache-2.0
package rani.node;

import org.jspecify.annotations.Nullable;
import rani.wire.Ipv4Header;

/**
 * Path MTUs between nodes: the smallest MTU of the links on the path that the nodes' own routes
 * take. Results are cached by destination.
 */
public final class PathMtus {
  private final NetworkGraph graph;
  private final @Nullable ShortestPaths[] toward;
  private final int smallestBytes;
  private final boolean allAlike;

  public PathMtus(NetworkGraph graph) {
    this.graph = graph;
    this.toward = new ShortestPaths[graph.size()];
    int smallest = Ipv4Header.TOTAL_LENGTH_MAX;
    int largest = 0;
    for (int node = 0; node < graph.size(); node++) {
      for (int bytes : graph.mtuBytes(node)) {
        smallest = Math.min(smallest, bytes);
        largest = Math.max(largest, bytes);
      }
    }
    this.smallestBytes = smallest;
    this.allAlike = smallest >= largest;
  }

  /** Returns the path MTU in bytes; 65,535 if there is no path, or both are the same node. */
  public int bytes(int from, int to) {
    if (allAlike) {
      return from == to ? Ipv4Header.TOTAL_LENGTH_MAX : smallestBytes; // the usual network
    }
    ShortestPaths paths = toward(to);
    int bytes = Ipv4Header.TOTAL_LENGTH_MAX;
    int here = from;
    while (paths.hops(here) > 0 && bytes > smallestBytes) {
      int[] neighbours = graph.neighbours(here);
      int chosen = -1;
      for (int position = 0; position < neighbours.length; position++) {
        int next = neighbours[position];
        if (paths.hops(next) == paths.hops(here) - 1
            && (chosen < 0 || graph.compare(next, neighbours[chosen]) < 0)) {
          chosen = position;
        }
      }
      bytes = Math.min(bytes, graph.mtuBytes(here)[chosen]);
      here = neighbours[chosen];
    }
    return bytes;
  }

  /** Returns the paths to a node; adjacency is symmetric, so they equal the paths from it. */
  private ShortestPaths toward(int node) {
    ShortestPaths known = toward[node];
    if (known == null) {
      known = graph.pathsFrom(node);
      toward[node] = known;
    }
    return known;
  }
}
