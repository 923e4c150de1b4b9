// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.file.Nearest;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.TopologyNode;
import rani.node.NodeFacts;
import rani.nodehost.conversation.Show;
import rani.queue.Rate;
import rani.testbed.Testbed;
import rani.wire.Address;

/**
 * What the nodes of a running network themselves say of their links, queues and routes, each asked
 * once, when it is first wanted.
 */
public final class Survey {
  private final Testbed testbed;
  private final SequencedMap<String, Station> stations = new LinkedHashMap<>();

  /**
   * A link as the node that sends by it sees it.
   *
   * @param node that sends
   * @param number of the link at that node
   * @param neighbour the node at the other end; its address if it is none of the topology's
   * @param isUp whether hello hears the neighbour
   * @param isCut whether its cable is out at this end
   * @param rate of its serializer
   * @param delayNanos of the wire
   * @param jitterNanos of the wire
   * @param loss of the wire, 0…1
   * @param mtuBytes the largest packet, IPv4 total length
   * @param queuedFrames how many wait for it now
   * @param averageFrames the queue discipline's average
   */
  public record Leg(
      String node,
      int number,
      String neighbour,
      boolean isUp,
      boolean isCut,
      Rate rate,
      long delayNanos,
      long jitterNanos,
      double loss,
      int mtuBytes,
      int queuedFrames,
      double averageFrames) {
    /** Its rate as files write it. */
    public String rateText() {
      return Units.printRate(rate);
    }

    /** {@code n1 -> n2}. */
    public String name() {
      return node + " -> " + neighbour;
    }
  }

  /**
   * A node's own queue.
   *
   * @param rate at which it is drained
   * @param queuedFrames how many wait now
   * @param averageFrames the queue discipline's average
   */
  public record OwnQueue(Rate rate, int queuedFrames, double averageFrames) {
    /** Its rate as files write it. */
    public String rateText() {
      return Units.printRate(rate);
    }
  }

  /**
   * A node.
   *
   * @param legs its links, those that were taken away left out
   * @param ownQueue with {@code placement: node}
   * @param routes the link's number by which a destination is reached, by its address
   */
  public record Station(
      String name,
      int address,
      List<Leg> legs,
      Optional<OwnQueue> ownQueue,
      SequencedMap<Integer, Integer> routes) {
    /** By which link packets for a destination leave. */
    public Optional<Leg> toward(int destination) {
      Integer number = routes.get(destination);
      return number == null ? Optional.empty() : leg(number);
    }

    /** The link of that number, if there is one now. */
    public Optional<Leg> leg(int number) {
      return legs.stream().filter(leg -> leg.number() == number).findFirst();
    }
  }

  /** A survey of a running network, of which no one has been asked yet. */
  public Survey(Testbed testbed) {
    this.testbed = testbed;
  }

  /** The network. */
  Testbed testbed() {
    return testbed;
  }

  /**
   * A node's virtual address.
   *
   * @throws LabFailure naming the nearest node if there is none of that name
   */
  public int address(String node) throws LabFailure {
    return testbed
        .topology()
        .node(node)
        .map(TopologyNode::virtualAddress)
        .orElseThrow(
            () ->
                new LabFailure(
                    "there is no node " + node + "; " + Nearest.hint(node, testbed.names())));
  }

  /** The name of the node that has an address; the address where none has it. */
  public String name(int address) {
    return testbed.topology().nodes().stream()
        .filter(node -> node.virtualAddress() == address)
        .map(TopologyNode::name)
        .findFirst()
        .orElse(Address.text(address));
  }

  /**
   * What a node says.
   *
   * @throws LabFailure if there is no such node, or it does not answer
   */
  public Station station(String name) throws LabFailure {
    Station known = stations.get(name);
    if (known != null) {
      return known;
    }
    int address = address(name);
    List<Leg> legs = new ArrayList<>();
    testbed
        .show(name, Show.LINKS)
        .links()
        .forEach((link, facts) -> legs.add(leg(name, number(link), facts)));
    NodeFacts.Queue own = testbed.show(name, Show.QUEUES).queues().get("node");
    Optional<OwnQueue> ownQueue =
        own == null
            ? Optional.empty()
            : Optional.of(new OwnQueue(rate(own.rate()), own.queuedFrames(), own.averageFrames()));
    SequencedMap<Integer, Integer> routes = new LinkedHashMap<>();
    testbed
        .show(name, Show.ROUTES)
        .routes()
        .forEach(
            (destination, route) -> {
              if (route.link().matches("link-\\d{1,5}")) {
                routes.put(Address.parse(destination), number(route.link()));
              }
            });
    Station station = new Station(name, address, List.copyOf(legs), ownQueue, routes);
    stations.put(name, station);
    return station;
  }

  private Leg leg(String node, int number, NodeFacts.Link link) {
    return new Leg(
        node,
        number,
        name(Address.parse(link.neighbour())),
        link.up(),
        link.knobs().cut(),
        rate(link.knobs().rate()),
        link.knobs().delayNanos(),
        link.knobs().jitterNanos(),
        link.knobs().loss(),
        link.mtuBytes(),
        link.queue().queuedFrames(),
        link.queue().averageFrames());
  }

  private static int number(String link) {
    return Integer.parseInt(link.substring(link.indexOf('-') + 1));
  }

  private static Rate rate(String text) {
    try {
      return Units.rate(text);
    } catch (UnitError e) {
      return Rate.UNLIMITED; // a node that tells no rate has none that we could reckon with
    }
  }
}
