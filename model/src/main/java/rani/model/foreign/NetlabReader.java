// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;

/**
 * Reads a topology of netlab: nodes as a list or by name, links as {@code a-b}, lists of nodes, or
 * mappings with nodes or {@code interfaces}. A link of more than two nodes, a LAN segment, becomes
 * a node of its own with a link to each of them.
 */
final class NetlabReader implements GraphReader {
  private static final int DEPTH_MAX = 10;

  @Override
  public void read(Source source, GraphBuilder graph) throws FileError {
    LocatedMap file = LocatedYaml.foreignMapping(source.file(), source.bytes());
    ContainerlabReader.scalar(file.get("name")).ifPresent(graph::name);
    ContainerlabReader.noteOthers(file, Set.of("name", "nodes", "links"), "the file", graph);
    nodes(file.get("nodes").orElse(LocatedMap.empty(file.at())), graph);
    links(file.get("links").orElse(LocatedMap.empty(file.at())), graph, 0);
  }

  private static void nodes(LocatedValue nodes, GraphBuilder graph) throws FileError {
    if (nodes instanceof LocatedMap map) {
      for (var each : map.entries().entrySet()) {
        node(each.getKey(), each.getValue().keyAt(), each.getValue().value(), graph);
      }
      return;
    }
    for (LocatedValue each : nodes.members()) {
      if (each instanceof LocatedMap map) {
        Optional<String> name = ContainerlabReader.scalar(map.get("name"));
        if (name.isEmpty()) {
          throw new FileError(each.at(), "a node lacks `name`", "");
        }
        node(name.get(), each.at(), each, graph);
      } else if (each instanceof LocatedScalar scalar) {
        for (String name : scalar.text().strip().split("[\\s,]+", -1)) {
          node(name, each.at(), each, graph);
        }
      } else {
        throw new FileError(each.at(), "expected a node, found a list", "");
      }
    }
  }

  private static void node(String name, Location at, LocatedValue settings, GraphBuilder graph)
      throws FileError {
    if (settings instanceof LocatedMap map) {
      ContainerlabReader.noteOthers(map, Set.of("name"), "nodes", graph);
    }
    graph.node(new ForeignGraph.Node(name, name, at, Optional.empty(), Optional.empty()));
  }

  private static void links(LocatedValue links, GraphBuilder graph, int depth) throws FileError {
    if (depth > DEPTH_MAX) {
      throw new FileError(links.at(), "links nested deeper than " + DEPTH_MAX + " levels", "");
    }
    if (links instanceof LocatedMap map) { // subsets of links by name
      for (var each : map.entries().values()) {
        links(each.value(), graph, depth + 1);
      }
      return;
    }
    for (LocatedValue link : links.members()) {
      switch (link) {
        case LocatedMap map when map.get("group").isPresent() && map.get("members").isPresent() ->
            links(map.get("members").orElseThrow(), graph, depth + 1);
        case LocatedMap map -> mapped(map, graph);
        case LocatedList list -> join(names(list), list.at(), new Attributes(list.at()), graph);
        case LocatedScalar scalar ->
            join(split(scalar.text(), graph), scalar.at(), new Attributes(scalar.at()), graph);
      }
    }
  }

  private static void mapped(LocatedMap link, GraphBuilder graph) throws FileError {
    Attributes attributes = new Attributes(link.at());
    List<String> nodes = new ArrayList<>();
    link.entries()
        .forEach(
            (key, entry) -> {
              Optional<String> text = ContainerlabReader.scalar(Optional.of(entry.value()));
              if (key.equals("interfaces")) {
                nodes.addAll(names(entry.value()));
              } else if (graph.hasNode(key)) {
                nodes.add(key);
              } else if (text.isPresent()) {
                attributes.add(key, entry.keyAt(), text.get());
              } else {
                attributes.addNested(key, entry.keyAt());
              }
            });
    join(nodes, link.at(), attributes, graph);
  }

  private static List<String> names(LocatedValue list) {
    return list.members().stream()
        .map(
            each ->
                each instanceof LocatedMap map
                    ? ContainerlabReader.scalar(map.get("node"))
                    : ContainerlabReader.scalar(Optional.of(each)))
        .map(each -> each.orElse(""))
        .toList();
  }

  /** Splits {@code a-b-c} into nodes; names of nodes may have hyphens themselves. */
  private static List<String> split(String text, GraphBuilder graph) {
    List<String> nodes = new ArrayList<>();
    List<String> parts = new ArrayList<>(Arrays.asList(text.strip().split("\\s*-\\s*", 100)));
    while (!parts.isEmpty()) {
      int taken = parts.size();
      while (taken > 1 && !graph.hasNode(String.join("-", parts.subList(0, taken)))) {
        taken--;
      }
      nodes.add(String.join("-", parts.subList(0, taken)));
      parts.subList(0, taken).clear();
    }
    return nodes;
  }

  private static void join(
      List<String> nodes, Location at, Attributes attributes, GraphBuilder graph) throws FileError {
    if (nodes.size() == 2) {
      graph.edge(nodes.getFirst(), nodes.getLast(), false, attributes);
    } else if (nodes.size() < 2) {
      String only = String.join("", nodes);
      graph.notes().add(at, "left out: a link with less than two nodes", "", only);
    } else {
      String lan = lanName(graph);
      graph
          .notes()
          .addChange(
              at,
              "a link of more than two nodes, a LAN segment, becomes a node with a link to each",
              String.join("-", nodes),
              lan);
      graph.node(new ForeignGraph.Node(lan, lan, at, Optional.empty(), Optional.empty()));
      for (String node : nodes) {
        graph.edge(lan, node, false, attributes);
      }
    }
  }

  private static String lanName(GraphBuilder graph) {
    int number = 1;
    while (graph.hasNode("lan-" + number)) {
      number++;
    }
    return "lan-" + number;
  }
}
