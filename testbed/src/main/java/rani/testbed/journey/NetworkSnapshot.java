// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.TopologyNode;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.queue.Rate;
import rani.testbed.Testbed;
import rani.wire.Address;

/**
 * A lazy snapshot of the links, queues and routes of a running network: each node is queried once,
 * on first use.
 */
public final class NetworkSnapshot {
  /** The name of the queue before all links of a node. */
  static final String NODE_QUEUE = "node";

  private final Testbed testbed;
  private final SequencedMap<String, Station> stations = new LinkedHashMap<>();

  /**
   * A link, from its sending node.
   *
   * @param node that sends
   * @param number of the link at that node
   * @param neighbour the node at the other end; its address if the topology has no such node
   * @param shown the node's facts about it
   */
  record Leg(String node, int number, String neighbour, NodeFacts.Link shown) {}

  /**
   * A node.
   *
   * @param legs its links, without removed ones
   * @param queues its queues by name; with {@code placement: node} its own is {@link #NODE_QUEUE}
   * @param routes link numbers by destination address
   */
  record Station(
      List<Leg> legs,
      SequencedMap<String, NodeFacts.Queue> queues,
      SequencedMap<Integer, Integer> routes) {
    /** The outgoing link for a destination. */
    Optional<Leg> toward(int destination) {
      Integer number = routes.get(destination);
      return number == null ? Optional.empty() : leg(number);
    }

    /** The link of a number, if there is one. */
    Optional<Leg> leg(int number) {
      return legs.stream().filter(leg -> leg.number() == number).findFirst();
    }

    /** The rate of a queue. */
    Rate rate(String queue) {
      NodeFacts.Queue found = queues.get(queue);
      return found == null ? Rate.UNLIMITED : NetworkSnapshot.rate(found.rate());
    }
  }

  /** A snapshot of a running network, without a query yet. */
  public NetworkSnapshot(Testbed testbed) {
    this.testbed = testbed;
  }

  /** The network. */
  Testbed testbed() {
    return testbed;
  }

  /** The name of the node with an address; the address if there is none. */
  private String name(int address) {
    return testbed.topology().nodes().stream()
        .filter(node -> node.virtualAddress() == address)
        .map(TopologyNode::name)
        .findFirst()
        .orElse(Address.text(address));
  }

  /**
   * A node's state.
   *
   * @throws LabFailure if there is no such node, or it does not answer
   */
  Station station(String name) throws LabFailure {
    Station known = stations.get(name);
    if (known != null) {
      return known;
    }
    int _ = testbed.address(name);
    List<Leg> legs = new ArrayList<>();
    testbed
        .show(name, StatusQuery.LINKS)
        .links()
        .forEach(
            (link, shown) -> {
              String neighbour = name(Address.parse(shown.neighbour()));
              legs.add(new Leg(name, number(link), neighbour, shown));
            });
    var queues = testbed.show(name, StatusQuery.QUEUES).queues();
    SequencedMap<Integer, Integer> routes = new LinkedHashMap<>();
    testbed
        .show(name, StatusQuery.ROUTES)
        .routes()
        .forEach(
            (destination, route) -> {
              if (route.link().matches("link-\\d{1,5}")) {
                routes.put(Address.parse(destination), number(route.link()));
              }
            });
    Station station = new Station(List.copyOf(legs), queues, routes);
    stations.put(name, station);
    return station;
  }

  private static int number(String link) {
    return Integer.parseInt(link.substring(link.indexOf('-') + 1));
  }

  /** A rate among a node's facts. */
  public static Rate rate(String text) {
    try {
      return Units.rate(text);
    } catch (UnitError e) {
      return Rate.UNLIMITED; // without a rate there is no serialization delay
    }
  }
}
