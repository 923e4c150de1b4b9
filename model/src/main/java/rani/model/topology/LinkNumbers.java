// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import rani.world.LinkId;

/**
 * Which number each link has at each of its ends. In a network as it is started a link's number is
 * its position among the node's links; links that come later get numbers that no link of the node
 * had.
 */
public final class LinkNumbers {

  private final SequencedMap<String, SequencedMap<String, LinkId>> byNode = new LinkedHashMap<>();

  /** The numbers in a network as it is started. */
  public static LinkNumbers of(Topology topology) {
    LinkNumbers numbers = new LinkNumbers();
    topology
        .linksByNode()
        .forEach(
            (node, links) ->
                links.forEach(
                    link -> numbers.put(node, link, new LinkId(numbers.ofNode(node).size()))));
    return numbers;
  }

  /**
   * The numbers at one node of a network whose links have come and gone. Numbers are not given
   * again, so that a later link has a higher one, as it stands later in the topology.
   *
   * @param numbers that the node's links have now
   * @return nothing if the topology is not of the same time as the numbers
   */
  public static Optional<LinkNumbers> of(Topology topology, String node, List<LinkId> numbers) {
    List<TopologyLink> links = topology.linksByNode().getOrDefault(node, List.of());
    List<LinkId> inOrder = new ArrayList<>(numbers);
    inOrder.sort(Comparator.comparingInt(LinkId::number));
    if (links.size() != inOrder.size()) {
      return Optional.empty();
    }
    LinkNumbers found = new LinkNumbers();
    for (int i = 0; i < links.size(); i++) {
      found.put(node, links.get(i), inOrder.get(i));
    }
    return Optional.of(found);
  }

  /** Enters the end of a link that has come. */
  public void put(String node, TopologyLink link, LinkId number) {
    ofNode(node).put(LinkName.of(link).identity(), number);
  }

  /** Forgets the end of a link that has gone, by the link's name. */
  public void remove(String node, String name) {
    LinkName.parse(name).ifPresent(link -> ofNode(node).remove(link.identity()));
  }

  /** The number of a link at one of its ends, by the link's name; nothing if it has none there. */
  public Optional<LinkId> find(String node, String name) {
    return LinkName.parse(name).map(link -> ofNode(node).get(link.identity()));
  }

  /**
   * The number of a link at one of its ends.
   *
   * @throws IllegalArgumentException if the node has no such link
   */
  public LinkId at(String node, TopologyLink link) {
    return at(node, LinkName.of(link).identity());
  }

  LinkId at(String node, String identity) {
    LinkId number = ofNode(node).get(identity);
    if (number == null) {
      throw new IllegalArgumentException("node " + node + " has no link " + identity);
    }
    return number;
  }

  private Map<String, LinkId> ofNode(String node) {
    return byNode.computeIfAbsent(node, name -> new LinkedHashMap<>());
  }
}
