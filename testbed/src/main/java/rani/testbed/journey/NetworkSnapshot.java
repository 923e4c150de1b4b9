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
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.queue.Rate;
import rani.testbed.Testbed;
import rani.wire.Address;

/** A lazy snapshot of a running network, which queries each node once, on first use. */
public final class NetworkSnapshot implements TracedNetwork {
  private final Testbed testbed;
  private final SequencedMap<String, Station> stations = new LinkedHashMap<>();

  /** A link's number and facts at its sending node; the neighbour's name, or address if unknown. */
  record Leg(String node, int number, String neighbour, NodeFacts.Link shown) {}

  /**
   * The state of one node: its links, its queues by name ({@link #NODE_QUEUE} for the queue before
   * all links), and link numbers by destination address.
   */
  record Station(
      List<Leg> legs,
      SequencedMap<String, NodeFacts.Queue> queues,
      SequencedMap<Integer, Integer> routes) {
    /** Returns the outgoing link for a destination; empty without a route. */
    Optional<Leg> toward(int destination) {
      Integer number = routes.get(destination);
      return number == null ? Optional.empty() : leg(number);
    }

    Optional<Leg> leg(int number) {
      return legs.stream().filter(leg -> leg.number() == number).findFirst();
    }

    Rate rate(String queue) {
      NodeFacts.Queue found = queues.get(queue);
      return found == null ? Rate.UNLIMITED : NetworkSnapshot.rate(found.rate());
    }
  }

  public NetworkSnapshot(Testbed testbed) {
    this.testbed = testbed;
  }

  Testbed testbed() {
    return testbed;
  }

  @Override
  public Topology topology() {
    return testbed.topology();
  }

  @Override
  public Optional<String> neighbour(String node, int link) throws LabFailure {
    return station(node).leg(link).map(Leg::neighbour);
  }

  @Override
  public Rate rate(String node, String queue) throws LabFailure {
    return station(node).rate(queue);
  }

  /** Returns the name of the node with an address; the address if there is none. */
  private String name(int address) {
    return testbed.topology().nodes().stream()
        .filter(node -> node.virtualAddress() == address)
        .map(TopologyNode::name)
        .findFirst()
        .orElse(Address.text(address));
  }

  /** Returns a node's state; fails if there is no such node, it is foreign, or does not answer. */
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

  /** Parses a rate among a node's facts. */
  public static Rate rate(String text) {
    try {
      return Units.rate(text);
    } catch (UnitError e) {
      return Rate.UNLIMITED; // without a rate there is no serialization delay
    }
  }
}
