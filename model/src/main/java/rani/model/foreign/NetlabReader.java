// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

  /** An interface at the end of a link, and what it does to what leaves by it. */
  private record End(String node, NetlabTc tc) {
    /** Reads a node, or a mapping with one; its {@code tc} goes over that of the link. */
    static End of(LocatedValue value, NetlabTc ofLink) {
      Optional<LocatedValue> node =
          value instanceof LocatedMap map ? map.get("node") : Optional.of(value);
      return new End(
          ContainerlabReader.scalar(node).orElse(""), ofLink.overlaidBy(NetlabTc.of(value)));
    }
  }

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
        case LocatedMap map when map.get("group").isPresent() && map.get("members").isPresent() -> {
          ContainerlabReader.noteOthers(map, Set.of("group", "members"), "groups of links", graph);
          links(map.get("members").orElseThrow(), graph, depth + 1);
        }
        case LocatedMap map -> mapped(map, graph);
        case LocatedList list ->
            join(
                list.members().stream().map(each -> End.of(each, NetlabTc.NONE)).toList(),
                LocatedMap.empty(list.at()),
                graph);
        case LocatedScalar scalar ->
            join(split(scalar.text(), graph), LocatedMap.empty(scalar.at()), graph);
      }
    }
  }

  private static void mapped(LocatedMap link, GraphBuilder graph) throws FileError {
    List<End> ends = new ArrayList<>();
    NetlabTc tc = NetlabTc.of(link);
    LinkedHashMap<String, LocatedMap.Entry> others = new LinkedHashMap<>();
    link.entries()
        .forEach(
            (key, entry) -> {
              if (key.equals("interfaces")) {
                entry.value().members().forEach(each -> ends.add(End.of(each, tc)));
              } else if (graph.hasNode(key)) {
                ends.add(new End(key, tc.overlaidBy(NetlabTc.of(entry.value()))));
              } else if (!NetlabTc.isPart(key, entry.value())) {
                others.put(key, entry);
              }
            });
    join(ends, new LocatedMap(link.at(), others), graph);
  }

  /** Splits {@code a-b-c} into nodes; names of nodes may have hyphens themselves. */
  private static List<End> split(String text, GraphBuilder graph) {
    List<End> nodes = new ArrayList<>();
    List<String> parts = new ArrayList<>(Arrays.asList(text.strip().split("\\s*-\\s*", 100)));
    while (!parts.isEmpty()) {
      int taken = parts.size();
      while (taken > 1 && !graph.hasNode(String.join("-", parts.subList(0, taken)))) {
        taken--;
      }
      nodes.add(new End(String.join("-", parts.subList(0, taken)), NetlabTc.NONE));
      parts.subList(0, taken).clear();
    }
    return nodes;
  }

  private static void join(List<End> ends, LocatedMap link, GraphBuilder graph) throws FileError {
    Location at = link.at();
    if (ends.size() < 2) {
      String only = ends.stream().map(End::node).collect(Collectors.joining());
      graph.notes().add(at, "left out: a link with less than two nodes", "", only);
    } else if (ends.size() == 2) {
      join(ends.getFirst(), ends.getLast(), link, graph);
    } else {
      String lan = lanName(graph);
      graph
          .notes()
          .addChange(
              at,
              "a link of more than two nodes, a LAN segment, becomes a node with a link to each",
              ends.stream().map(End::node).collect(Collectors.joining("-")),
              lan);
      graph.node(new ForeignGraph.Node(lan, lan, at, Optional.empty(), Optional.empty()));
      for (End end : ends) {
        // What leaves the segment was delayed at the interface by which it came.
        NetlabTc back = end.tc.equals(NetlabTc.NONE) ? NetlabTc.NONE : NetlabTc.NO_DELAY;
        join(new End(lan, back), end, link, graph);
      }
    }
  }

  private static void join(End a, End b, LocatedMap link, GraphBuilder graph) throws FileError {
    if (a.tc.equals(b.tc)) {
      graph.edge(a.node, b.node, false, a.tc.laidOver(link));
    } else {
      graph.edge(a.node, b.node, true, a.tc.laidOver(link));
      graph.edge(b.node, a.node, true, b.tc.laidOver(link));
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
