// SPDX-License-Identifier: Apache-2.0
package rani.model.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.LinkEnd;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Routes;
import rani.model.topology.ScheduledOperations;
import rani.model.topology.ServiceChecks;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.node.NetworkGraph;
import rani.node.NodeConfig;
import rani.node.OriginKeys;
import rani.node.PathMtus;
import rani.world.LinkId;

/** Derives the configuration of each node of a network. */
public final class NodeConfigs {
  private final Topology topology;
  private final RunKey key;
  private final ScheduledOperations operations;
  private final SequencedMap<String, List<NodeConfig.Timed>> timetables;
  private final Routes routes;
  private final PathMtus mtus;
  private final NetworkGraph network;
  private final SequencedMap<String, List<TopologyLink>> linksByNode;
  private final SequencedMap<String, Integer> addresses;
  private final @Nullable OriginKeys origins;
  private final long seed;

  /** Prepares the configurations of a checked network with keys derived from a run's key. */
  public NodeConfigs(Topology topology, ServiceCatalog catalog, RunKey key) {
    this.topology = topology;
    this.key = key;
    this.operations = new ScheduledOperations(topology, catalog, LinkNumbers.of(topology));
    this.timetables = operations.byNode(topology.scheduleOfNodes());
    this.routes = new Routes(topology);
    this.mtus = routes.pathMtus();
    this.network = routes.network();
    this.linksByNode = topology.linksByNode();
    this.addresses = ServiceChecks.addresses(topology);
    this.origins = null;
    this.seed = 0;
  }

  private NodeConfigs(NodeConfigs other, RunKey key, @Nullable OriginKeys origins, long seed) {
    this.topology = other.topology;
    this.key = key;
    this.operations = other.operations;
    this.timetables = other.timetables;
    this.routes = other.routes;
    this.mtus = other.mtus;
    this.network = other.network;
    this.linksByNode = other.linksByNode;
    this.addresses = other.addresses;
    this.origins = origins;
    this.seed = seed;
  }

  /** Returns the configurations with other link keys. */
  public NodeConfigs withKey(RunKey other) {
    return new NodeConfigs(this, other, origins, seed);
  }

  /**
   * Returns configurations for virtual time, where nodes sign their link states. The key pairs
   * follow from the seed, and each node knows all public keys.
   */
  public NodeConfigs signing(long runSeed) {
    SequencedMap<Integer, byte[]> keys = originKeys(topology, runSeed);
    OriginKeys known =
        OriginKeys.of(OriginPair.ofSeed(runSeed, topology.name()).secret()).with(keys);
    return new NodeConfigs(this, key, known, runSeed);
  }

  /** Returns the public keys that {@link #signing} gives the nodes, by virtual address. */
  public static SequencedMap<Integer, byte[]> originKeys(Topology topology, long seed) {
    SequencedMap<Integer, byte[]> keys = new LinkedHashMap<>();
    for (TopologyNode node : topology.nodes()) {
      keys.put(node.virtualAddress(), OriginPair.ofSeed(seed, node.name()).key());
    }
    return keys;
  }

  /** Returns whether nodes sign their link states, as in every network with a keyed link. */
  public static boolean areSigning(Topology topology) {
    return topology.links().stream().anyMatch(link -> link.a().keys().isPresent());
  }

  public List<NodeConfig> all() {
    return topology.nodes().stream().map(node -> of(node)).toList();
  }

  /** Returns the configuration of a node; throws IllegalArgumentException if there is none. */
  public NodeConfig of(String name) {
    return of(
        topology
            .node(name)
            .orElseThrow(() -> new IllegalArgumentException("no node is called " + name)));
  }

  /**
   * Returns the configuration of a node that joins a running network. The other nodes learn of it
   * when it floods its links as they come up.
   *
   * @throws IllegalArgumentException when the network has no such node
   */
  public NodeConfig ofLate(String name) {
    List<TopologyNode> others =
        topology.nodes().stream().filter(node -> !node.name().equals(name)).toList();
    List<TopologyLink> between =
        topology.links().stream()
            .filter(link -> !link.a().node().equals(name) && !link.b().node().equals(name))
            .toList();
    Topology before = topology.withNodes(others).withLinks(between);
    return of(name).withNetwork(new Routes(before).network());
  }

  private NodeConfig of(TopologyNode node) {
    List<LinkConfig> links = new ArrayList<>();
    for (TopologyLink link : linksByNode.getOrDefault(node.name(), List.of())) {
      links.add(end(topology, link, node.name(), new LinkId(links.size()), key));
    }
    List<NodeConfig.Route> ways = new ArrayList<>();
    routes
        .from(node.name())
        .forEach(
            (destination, number) ->
                ways.add(
                    new NodeConfig.Route(
                        Objects.requireNonNull(addresses.get(destination), destination),
                        links.get(number).id(),
                        mtus.bytes(routes.number(node.name()), routes.number(destination)))));
    List<NodeConfig.MenuEntry> menu = new ArrayList<>();
    node.services()
        .forEach((service, options) -> menu.add(operations.entry(node.name(), service, options)));
    NodeConfig config =
        new NodeConfig(
            node.name(),
            node.virtualAddress(),
            links,
            node.placement() == TopologyNode.Placement.NODE
                ? new NodeConfig.NodeQueue(node.rate(), node.queue())
                : null,
            ways,
            menu,
            timetables.getOrDefault(node.name(), List.of()),
            network,
            node.controlDelayNanos(),
            null);
    return origins == null
        ? config
        : config.withOriginKeys(origins.withSecret(OriginPair.ofSeed(seed, node.name()).secret()));
  }

  /**
   * Returns the configuration of one end of a link of {@code topology}. {@code id} is the link's
   * number at the node; a keyed link's key is derived from {@code key}.
   */
  public static LinkConfig end(
      Topology topology, TopologyLink link, String node, LinkId id, RunKey key) {
    LinkEnd end = link.end(node);
    String neighbour = link.farEnd(node).node();
    LinkConfig config =
        new LinkConfig(
            id,
            topology
                .node(neighbour)
                .map(TopologyNode::virtualAddress)
                .orElseThrow(() -> new IllegalStateException(neighbour + " is not in the network")),
            end.rate(),
            end.queue(),
            end.mtuBytes(),
            end.impairment(),
            end.helloNanos(),
            null,
            end.trace());
    return end.keys().map(scope -> config.withKeys(key.ofEnd(link, node, scope))).orElse(config);
  }
}
