// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.wire.Address;
import rani.wire.ServiceMessage;

/** What a node shows of its routes, and of the link states that they were computed from. */
final class RouteFacts {
  private RouteFacts() {}

  static SequencedMap<String, Object> of(Node node, long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    LinkStates linkStates = node.neighbours().linkStates();
    NetworkGraph graph = linkStates.graph();
    ShortestPaths paths = graph.pathsFrom(graph.indexOf(node.address()));
    SequencedMap<String, Object> routes = new LinkedHashMap<>();
    for (RoutingTable.Way way : node.routes().ways()) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("link", way.link().toString());
      one.put("via", Address.text(node.neighbours().at(way.link())));
      int known = graph.indexOf(way.destination());
      if (known != NetworkGraph.NOWHERE && paths.hops(known) > 0) {
        one.put("name", graph.name(known));
        one.put("hops", paths.hops(known));
      }
      one.put("mtu-bytes", node.routes().mtuBytes(way.destination()));
      routes.put(Address.text(way.destination()), one);
    }
    facts.put("routes", routes);
    facts.put("routing", linkStates.isRouting());
    List<Object> said = new ArrayList<>();
    linkStates.said().forEach(entry -> said.add(linkState(entry, nowNanos)));
    facts.put("link-states", said);
    facts.put("counters", linkStates.counterFacts());
    return facts;
  }

  private static SequencedMap<String, Object> linkState(
      LinkStateDatabase.Entry entry, long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("origin", Address.text(entry.origin()));
    facts.put("name", entry.name());
    facts.put("part", entry.part());
    facts.put("sequence", Integer.toUnsignedLong(entry.sequence()));
    facts.put("age-millis", entry.ageMillis(nowNanos));
    facts.put("expired", entry.isExpired());
    List<Object> neighbours = new ArrayList<>();
    for (ServiceMessage.LinkState.Neighbour neighbour : entry.neighbours()) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("address", Address.text(neighbour.address()));
      one.put("mtu-bytes", neighbour.mtuBytes());
      one.put("links", neighbour.links());
      neighbours.add(one);
    }
    facts.put("neighbours", neighbours);
    return facts;
  }
}
