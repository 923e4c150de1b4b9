// SPDX-License-Identifier: Apache-2.0
package rani.lab.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rani.wire.Ipv4Header;

/**
 * The largest packet that gets from one node to another: the smallest mtu on the way that it takes,
 * hop by hop, by each node's own route, and in the direction that it takes them.
 */
final class PathMtus {
  private final SequencedMap<String, List<TopologyLink>> linksByNode;
  private final Routes routes;
  private final int smallestBytes;
  private final boolean allAlike;
  private final Map<String, SequencedMap<String, Integer>> routesOf = new LinkedHashMap<>();

  PathMtus(Topology topology, Routes routes) {
    this.linksByNode = topology.linksByNode();
    this.routes = routes;
    this.smallestBytes = mtus(topology).min().orElse(Ipv4Header.TOTAL_LENGTH_MAX);
    this.allAlike = mtus(topology).allMatch(bytes -> bytes == smallestBytes);
  }

  private static IntStream mtus(Topology topology) {
    return topology.links().stream()
        .flatMap(link -> Stream.of(link.a(), link.b()))
        .mapToInt(LinkEnd::mtuBytes);
  }

  /** In bytes, of a destination that can be reached. */
  int bytes(String from, String to) {
    if (allAlike) {
      return smallestBytes; // the usual network needs no walk
    }
    int bytes = Ipv4Header.TOTAL_LENGTH_MAX;
    String here = from;
    while (!here.equals(to) && bytes > smallestBytes) {
      TopologyLink link = firstLink(here, to);
      bytes = Math.min(bytes, link.end(here).mtuBytes());
      here = link.farEnd(here).node();
    }
    return bytes;
  }

  private TopologyLink firstLink(String here, String to) {
    Integer number = routesOf.computeIfAbsent(here, routes::from).get(to);
    if (number == null) {
      throw new IllegalArgumentException("no way leads from " + here + " to " + to);
    }
    return linksByNode.getOrDefault(here, List.of()).get(number);
  }
}
