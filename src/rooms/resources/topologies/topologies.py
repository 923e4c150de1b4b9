# SPDX-License-Identifier: Apache-2.0
"""Graphs of TopoHub for the tests of `rani import`, and what their pings must come to.

  topologies.py write FOLDER [GRAPH...]   GRAPH.json as TopoHub has it; the same by networkx as
                                          GRAPH.gml and GRAPH.graphml; prints the graphs' names
  topologies.py check FOLDER              holds GRAPH.rtt against networkx: `FROM TO NANOS`, or `-`
                                          in place of NANOS where no way was found, both by their
                                          places in GRAPH.names. Prints a line a graph:
                                          `GRAPH NODES EDGES COMPONENTS REACHED UNREACHED WRONG`

A graph's name is its data set's and its own, as in topozoo-Abilene. Of some there is a second one,
parts-topozoo-Abilene, without the edges of the first node and those between its two halves, since
TopoHub has no graph of several parts.
"""
import json
import pathlib
import sys

import networkx
import topohub

MICROSECONDS_PER_KM = 5
IN_PARTS = ("topozoo-Abilene", "sndlib-germany50")


def graphs():
    data = pathlib.Path(topohub.__file__).parent / "data"
    for group in ("topozoo", "sndlib"):
        for file in sorted((data / group).glob("*.json")):
            name, text = f"{group}-{file.stem}", file.read_text(encoding="utf-8")
            yield name, text
            if name in IN_PARTS:
                yield "parts-" + name, in_parts(text)


def in_parts(text):
    graph = json.loads(text)
    place = {node["id"]: number for number, node in enumerate(graph["nodes"])}
    half = len(place) // 2

    def is_kept(edge):
        a, b = place[edge["source"]], place[edge["target"]]
        return 0 not in (a, b) and (a < half) == (b < half)

    graph["edges"] = [edge for edge in graph["edges"] if is_kept(edge)]
    return json.dumps(graph)


def flat(graph, lists):
    """The graph without what a format cannot hold: mappings, and lists as well."""
    copy = networkx.Graph(name=graph.graph["name"])
    for node, values in graph.nodes(data=True):
        kept = {"name": values["name"]}
        if lists:
            kept["pos"] = values["pos"]
        else:
            kept["x"], kept["y"] = values["pos"]
        copy.add_node(node, **kept)
    for a, b, values in graph.edges(data=True):
        copy.add_edge(a, b, dist=values["dist"])
    return copy


def write(folder, wanted):
    for name, text in graphs():
        if wanted and name not in wanted:
            continue
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
        graph = networkx.node_link_graph(json.loads(text), edges="edges")
        networkx.write_gml(flat(graph, True), folder / f"{name}.gml")
        networkx.write_graphml(flat(graph, False), folder / f"{name}.graphml")
        print(name)


def check(folder):
    for file in sorted(folder.glob("*.rtt")):
        graph = networkx.node_link_graph(
            json.loads(file.with_suffix(".json").read_text(encoding="utf-8")), edges="edges"
        )
        names = file.with_suffix(".names").read_text(encoding="utf-8").split()
        nodes = list(graph)
        assert len(names) == len(nodes) == len(set(names)), file
        named = dict(zip(nodes, names))
        component = {}
        components = list(networkx.connected_components(graph))
        for number, members in enumerate(components):
            component.update((member, number) for member in members)
        one_way = {node: delays_to(graph, node, named) for node in nodes}
        reached = unreached = wrong = 0
        pairs = set()
        for line in file.read_text(encoding="utf-8").splitlines():
            source, target, nanos = line.split()
            source, target = nodes[int(source)], nodes[int(target)]
            pairs.add((source, target))
            if component[source] != component[target]:
                unreached += 1
                wrong += nanos != "-"
            else:
                reached += 1
                due = 1000 * (one_way[target][source] + one_way[source][target])
                wrong += nanos == "-" or abs(int(nanos) - due) > 1
        wrong += len(nodes) * (len(nodes) - 1) - len(pairs)
        print(
            file.stem, len(nodes), graph.number_of_edges(), len(components), reached, unreached,
            wrong,
        )


def delays_to(graph, target, named):
    """Microseconds to a node: by the fewest links, and of such next nodes the first by name."""
    hops = networkx.single_source_shortest_path_length(graph, target)
    delays = {target: 0}
    for node in sorted(hops, key=hops.get):
        if node != target:
            after = min(
                (each for each in graph[node] if hops.get(each) == hops[node] - 1), key=named.get
            )
            km = graph.edges[node, after]["dist"]
            delays[node] = delays[after] + round(km * MICROSECONDS_PER_KM)
    return delays


if __name__ == "__main__":
    place = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "write":
        write(place, sys.argv[3:])
    else:
        check(place)
