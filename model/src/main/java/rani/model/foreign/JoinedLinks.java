// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;

/**
 * The links of a network: an edge each, two directed edges that lead there and back as one. Edges
 * from a node to itself are left out.
 */
final class JoinedLinks {
  /**
   * A link.
   *
   * @param ordinal counts links between the same two nodes, from 1
   * @param back what holds in the other direction, if the file has an edge for that
   */
  record Link(ForeignGraph.Edge edge, int ordinal, ForeignGraph.@Nullable Values back) {}

  private record Pair(String from, String to) {}

  private final List<Link> links = new ArrayList<>();

  JoinedLinks(ForeignGraph graph, ImportNotes notes, Location whole) throws FileError {
    Map<Pair, Integer> between = new HashMap<>();
    Map<Pair, Deque<Integer>> waiting = new HashMap<>();
    Map<String, Integer> ofNode = new LinkedHashMap<>();
    for (ForeignGraph.Edge edge : graph.edges()) {
      if (edge.from().equals(edge.to())) {
        notes.add(edge.at(), "left out: an edge from a node to itself", "", edge.from());
        continue;
      }
      Deque<Integer> there = waiting.get(new Pair(edge.to(), edge.from()));
      if (edge.directed() && there != null && !there.isEmpty()) {
        int index = there.remove();
        Link link = links.get(index);
        links.set(index, new Link(link.edge, link.ordinal, edge.values()));
        continue;
      }
      int ordinal = between.merge(unordered(edge), 1, Integer::sum);
      if (ordinal > 1) {
        notes.add(
            edge.at(),
            "a further edge between the same two nodes becomes a link of its own",
            "routes take the first",
            edge.from() + " -- " + edge.to());
      }
      if (edge.directed()) {
        waiting
            .computeIfAbsent(new Pair(edge.from(), edge.to()), _ -> new ArrayDeque<>())
            .add(links.size());
      }
      count(ofNode, edge.from(), edge.at());
      count(ofNode, edge.to(), edge.at());
      links.add(new Link(edge, ordinal, null));
    }
    links.stream()
        .filter(link -> link.edge.directed() && link.back == null)
        .forEach(
            link ->
                notes.add(
                    link.edge.at(),
                    "an edge that leads one way becomes a link both ways",
                    "",
                    link.edge.from() + " -> " + link.edge.to()));
    if (links.size() > Topology.LINKS_MAX) {
      throw new FileError(
          whole, links.size() + " links; a topology may have " + Topology.LINKS_MAX, "");
    }
  }

  private static Pair unordered(ForeignGraph.Edge edge) {
    return edge.from().compareTo(edge.to()) < 0
        ? new Pair(edge.from(), edge.to())
        : new Pair(edge.to(), edge.from());
  }

  private static void count(Map<String, Integer> ofNode, String node, Location at)
      throws FileError {
    if (ofNode.merge(node, 1, Integer::sum) > TopologyNode.LINKS_MAX) {
      throw new FileError(
          at,
          "node %s has more than %d links, the most that a node of a topology may have"
              .formatted(Quoted.of(node), TopologyNode.LINKS_MAX),
          "");
    }
  }

  List<Link> all() {
    return links;
  }

  /** Notes nodes without links, and how many parts hang together. Returns the number of parts. */
  int noteParts(List<ForeignGraph.Node> nodes, ImportNotes notes, Location whole) {
    Map<String, List<String>> neighbours = new HashMap<>();
    for (Link link : links) {
      String a = link.edge.from();
      String b = link.edge.to();
      neighbours.computeIfAbsent(a, _ -> new ArrayList<>()).add(b);
      neighbours.computeIfAbsent(b, _ -> new ArrayList<>()).add(a);
    }
    Map<String, Integer> partOf = new HashMap<>();
    int parts = 0;
    for (ForeignGraph.Node node : nodes) {
      if (!neighbours.containsKey(node.id())) {
        notes.add(node.at(), "a node without links", "kept; nothing reaches it", node.label());
      }
      if (partOf.containsKey(node.id())) {
        continue;
      }
      parts++;
      Deque<String> frontier = new ArrayDeque<>(List.of(node.id()));
      partOf.put(node.id(), parts);
      while (!frontier.isEmpty()) {
        for (String next : neighbours.getOrDefault(frontier.remove(), List.of())) {
          if (partOf.putIfAbsent(next, parts) == null) {
            frontier.add(next);
          }
        }
      }
    }
    if (parts > 1) {
      notes.add(
          whole,
          "the network has " + parts + " parts without a link between them",
          "kept; nothing goes from one to another");
    }
    return parts;
  }
}
