// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.wire.Address;
import rani.wire.ServiceMessage;

/** What a node shows of its routes, and of the link states that they were computed from. */
final class RouteFacts {
  /** How many routes are shown. */
  static final int ROUTES_SHOWN_MAX = 20_000;

  /** How many link states are shown. */
  static final int LINK_STATES_SHOWN_MAX = 1024;

  private RouteFacts() {}

  static SequencedMap<String, Object> of(Node node, long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    LinkStates linkStates = node.neighbours().linkStates();
    NetworkGraph graph = linkStates.graph();
    ShortestPaths paths = graph.pathsFrom(graph.indexOf(node.address()));
    SequencedMap<String, Object> routes = new LinkedHashMap<>();
    List<RoutingTable.Way> ways = node.routes().ways();
    for (RoutingTable.Way way : ways.subList(0, Math.min(ways.size(), ROUTES_SHOWN_MAX))) {
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
    putLeftOut(facts, "routes", ways.size() - ROUTES_SHOWN_MAX);
    facts.put("routing", linkStates.isRouting());
    List<Object> shown = new ArrayList<>();
    List<LinkStateDatabase.Entry> said = linkStates.said();
    said.stream()
        .limit(LINK_STATES_SHOWN_MAX)
        .forEach(entry -> shown.add(linkState(entry, nowNanos)));
    facts.put("link-states", shown);
    putLeftOut(facts, "link-states", said.size() - LINK_STATES_SHOWN_MAX);
    facts.put("counters", linkStates.counterFacts());
    facts.put("refused-by-link", linkStates.refusedFacts());
    SequencedMap<Integer, byte[]> keys = linkStates.originKeys();
    if (!keys.isEmpty()) {
      SequencedMap<String, Object> shownKeys = new LinkedHashMap<>();
      keys.forEach(
          (address, key) ->
              shownKeys.put(Address.text(address), Base64.getEncoder().encodeToString(key)));
      facts.put("origin-keys", shownKeys);
    }
    LinkStateCounts.Refused last = linkStates.lastRefused();
    if (last != null) {
      facts.put("last-refused", last.facts());
    }
    return facts;
  }

  private static void putLeftOut(SequencedMap<String, Object> facts, String what, int leftOut) {
    if (leftOut > 0) {
      facts.put(what + "-left-out", leftOut);
    }
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
    if (entry.unbelieved() > 0) {
      facts.put("unbelieved-neighbours", entry.unbelieved());
    }
    return facts;
  }
}
