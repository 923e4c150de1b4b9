// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.topology.LinkEnd;
import rani.model.topology.Routes;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;

/**
 * Where foreign nodes forward packets if they compute routes by the same rules as all nodes: over
 * the links of the topology that are up for all nodes that can be asked.
 */
final class ForeignHops {
  private final NetworkSnapshot survey;
  private final Topology topology;

  ForeignHops(NetworkSnapshot survey) {
    this.survey = survey;
    this.topology = survey.testbed().topology();
  }

  /** Returns a foreign node's hop towards a destination, with the file's parameters of its link. */
  Optional<NetworkPath.Hop> toward(String node, String destination) {
    Topology up = topology.withLinks(topology.links().stream().filter(this::isUp).toList());
    Integer number = new Routes(up).from(node).get(destination);
    if (number == null) {
      return Optional.empty();
    }
    TopologyLink link = linksOf(up, node).get(number);
    LinkEnd end = link.end(node);
    return Optional.of(
        new NetworkPath.Hop(
            node,
            link.farEnd(node).node(),
            "link-" + linksOf(topology, node).indexOf(link),
            true,
            false,
            end.rate().text(),
            end.impairment().delayNanos(),
            end.mtuBytes(),
            0,
            0,
            null));
  }

  private boolean isUp(TopologyLink link) {
    return isUp(link, link.a().node()) && isUp(link, link.b().node());
  }

  private boolean isUp(TopologyLink link, String node) {
    if (topology.foreign().contains(node)) {
      return true; // as its neighbour says
    }
    String far = link.farEnd(node).node();
    List<TopologyLink> between = new ArrayList<>(linksOf(topology, node));
    between.removeIf(other -> !other.farEnd(node).node().equals(far));
    try {
      return survey.station(node).legs().stream()
          .filter(leg -> leg.neighbour().equals(far))
          .skip(between.indexOf(link))
          .findFirst()
          .filter(leg -> leg.shown().up())
          .isPresent();
    } catch (LabFailure e) {
      return false; // the node has ended
    }
  }

  private static List<TopologyLink> linksOf(Topology topology, String node) {
    return topology.linksByNode().getOrDefault(node, List.of());
  }
}
