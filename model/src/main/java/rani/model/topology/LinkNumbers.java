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
 * Number of each link at each of its ends. At the start of a network a link's number is its
 * position among the node's links. Links added later get numbers that the node has not used before.
 */
public final class LinkNumbers {
  private final SequencedMap<String, SequencedMap<String, LinkId>> byNode = new LinkedHashMap<>();

  /** Returns the numbers at the start of a network. */
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
   * Returns the numbers at one node of a network whose links were added and removed, from the
   * current numbers. Numbers are never reused, so their order is that of the links in the topology.
   * Empty if topology and numbers differ in the count of links.
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

  /** Adds the number of an added link at one of its ends. */
  public void put(String node, TopologyLink link, LinkId number) {
    ofNode(node).put(LinkName.of(link).identity(), number);
  }

  /** Removes the number of a removed link, by the link's name, at one of its ends. */
  public void remove(String node, String name) {
    LinkName.parse(name).ifPresent(link -> ofNode(node).remove(link.identity()));
  }

  /** Returns a link's number at one of its ends, by name; empty if there is none. */
  public Optional<LinkId> find(String node, String name) {
    return LinkName.parse(name).map(link -> ofNode(node).get(link.identity()));
  }

  /** Returns a link's number at one of its ends; throws IllegalArgumentException if none. */
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
