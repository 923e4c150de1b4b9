// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayList;
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
import rani.model.file.Quoted;

/**
 * Reads a topology of containerlab: nodes, and links with two endpoints, in both forms. Every node
 * becomes one of rani, whatever its kind; one of kind bridge, a LAN segment, too.
 */
final class ContainerlabReader implements GraphReader {
  private static final Set<String> BRIDGES = Set.of("bridge", "ovs-bridge");

  @Override
  public void read(Source source, GraphBuilder graph) throws FileError {
    LocatedMap file = LocatedYaml.foreignMapping(source.file(), source.bytes());
    scalar(file.get("name")).ifPresent(graph::name);
    LocatedMap topology = map(file.get("topology"), file.at(), "`topology`");
    noteOthers(file, Set.of("name", "topology"), "the file", graph);
    noteOthers(topology, Set.of("nodes", "links"), "`topology`", graph);
    LocatedMap nodes = map(topology.get("nodes"), topology.at(), "`nodes`");
    for (var each : nodes.entries().entrySet()) {
      Location at = each.getValue().keyAt();
      if (each.getValue().value() instanceof LocatedMap node) {
        Optional<String> kind = scalar(node.get("kind"));
        if (kind.filter(BRIDGES::contains).isPresent()) {
          graph
              .notes()
              .add(at, "a bridge, a LAN segment, becomes a node that forwards", "", each.getKey());
        } else {
          kind.ifPresent(name -> graph.notes().add(at, "not read: kinds of nodes", "", name));
        }
        noteOthers(node, Set.of("kind"), "nodes", graph);
      }
      graph.node(
          new ForeignGraph.Node(
              each.getKey(), each.getKey(), at, Optional.empty(), Optional.empty()));
    }
    Optional<LocatedValue> links = topology.get("links").filter(each -> !each.isNull());
    if (links.isPresent() && !(links.get() instanceof LocatedList)) {
      throw new FileError(links.get().at(), "`links` is a list", "");
    }
    for (LocatedValue link : links.map(LocatedValue::members).orElse(List.of())) {
      readLink(link, graph);
    }
  }

  static LocatedMap map(Optional<LocatedValue> value, Location at, String what) throws FileError {
    if (value.orElse(null) instanceof LocatedMap map) {
      return map;
    }
    throw new FileError(
        value.map(LocatedValue::at).orElse(at), "expected keys and values in " + what, "");
  }

  static Optional<String> scalar(Optional<LocatedValue> value) {
    return value
        .filter(each -> each instanceof LocatedScalar && !each.isNull())
        .map(each -> ((LocatedScalar) each).text());
  }

  static void noteOthers(LocatedMap map, Set<String> read, String of, GraphBuilder graph) {
    map.entries()
        .forEach(
            (key, entry) -> {
              if (!read.contains(key)) {
                graph.notes().add(entry.keyAt(), "not read: " + Quoted.of(key) + " of " + of, "");
              }
            });
  }

  private static void readLink(LocatedValue value, GraphBuilder graph) throws FileError {
    LocatedMap link = map(Optional.of(value), value.at(), "a link");
    List<String> ends = new ArrayList<>();
    for (LocatedValue end : link.get("endpoints").map(LocatedValue::members).orElse(List.of())) {
      Optional<String> named =
          end instanceof LocatedMap map ? scalar(map.get("node")) : scalar(Optional.of(end));
      ends.add(named.orElse("").replaceFirst(":.*", ""));
    }
    noteOthers(link, Set.of("endpoints", "type"), "links", graph);
    String type = scalar(link.get("type")).orElse("veth");
    boolean leavesLab = ends.stream().anyMatch(end -> isOutside(end, graph));
    if (!type.equals("veth") || ends.size() != 2 || leavesLab) {
      graph
          .notes()
          .add(
              link.at(),
              "left out: a link that does not join two nodes",
              "add what is behind it by hand",
              String.join(" ", ends).isBlank() ? type : String.join(" ", ends));
      return;
    }
    graph.edge(
        new ForeignGraph.Edge(
            ends.getFirst(), ends.getLast(), link.at(), false, ForeignGraph.Values.NONE));
  }

  /** Reports whether a word stands for something outside of the lab. */
  private static boolean isOutside(String end, GraphBuilder graph) {
    return Set.of("host", "mgmt-net", "macvlan", "dummy").contains(end) && !graph.hasNode(end);
  }
}
