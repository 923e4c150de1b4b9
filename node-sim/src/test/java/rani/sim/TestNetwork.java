// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.node.NetworkGraph;
import rani.node.NodeConfig;
import rani.node.NodeConfig.MenuEntry;
import rani.node.NodeConfig.Route;
import rani.node.OriginKeys;
import rani.node.ShortestPaths;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.ServiceProvider;
import rani.wire.ServiceMessage.LinkState.Neighbour;
import rani.world.LinkId;
import rani.world.NodeTrace;

/** Nodes by name, with the addresses 10.0.0.1, 10.0.0.2 … in order, links, and shortest routes. */
final class TestNetwork {
  static final String REPLAY = "the command that runs this again";
  static final int QUEUE_FRAMES_MAX = 20;

  private static final int FIRST_ADDRESS = 0x0A000001;
  private static final long HELLO_NANOS = 1_000_000_000;
  static final OptionReader NO_OPTIONS =
      (OptionReader)
          Proxy.newProxyInstance(
              OptionReader.class.getClassLoader(),
              new Class<?>[] {OptionReader.class},
              (_, method, _) -> {
                throw new UnsupportedOperationException(method.getName());
              });

  private final SequencedMap<String, List<ServiceProvider>> menus = new LinkedHashMap<>();
  private final List<Link> links = new ArrayList<>();
  private boolean routing;
  private long helloNanos = HELLO_NANOS;
  private Map<String, OriginKeys> originKeys = Map.of();

  private record Link(String a, String b, Rate rate, ImpairmentConfig wire) {
    String otherThan(String node) {
      return node.equals(a) ? b : a;
    }
  }

  TestNetwork node(String name, ServiceProvider... menu) {
    menus.put(name, List.of(menu));
    return this;
  }

  TestNetwork link(String a, String b, Rate rate, ImpairmentConfig wire) {
    links.add(new Link(a, b, rate, wire));
    return this;
  }

  /** Nodes know the network and route by link states. */
  TestNetwork routing() {
    routing = true;
    return this;
  }

  /** Nodes sign their link states, with these keys by name. */
  TestNetwork signing(Map<String, OriginKeys> keys) {
    originKeys = keys;
    return this;
  }

  TestNetwork hello(long intervalNanos) {
    helloNanos = intervalNanos;
    return this;
  }

  /** The links by their ends, {@code a b}, in order. */
  List<String> linkNames() {
    return links.stream().map(link -> link.a + " " + link.b).toList();
  }

  /** The first link from one node to another. */
  LinkId linkAt(String node, String neighbour) {
    List<Link> own = linksOf(node);
    for (int number = 0; number < own.size(); number++) {
      if (own.get(number).otherThan(node).equals(neighbour)) {
        return new LinkId(number);
      }
    }
    throw new IllegalArgumentException("no link from " + node + " to " + neighbour);
  }

  int address(String name) {
    return FIRST_ADDRESS + List.copyOf(menus.keySet()).indexOf(name);
  }

  Simulation simulation(long seed, Function<String, NodeTrace> traces) {
    return new Simulation(nodes(), wirings(), seed, traces, REPLAY);
  }

  Simulation simulation() {
    return simulation(1, _ -> NodeTrace.NONE);
  }

  List<NodeConfig> nodes() {
    return menus.keySet().stream().map(this::node).toList();
  }

  List<Simulation.Wiring> wirings() {
    return links.stream()
        .map(link -> new Simulation.Wiring(link.a, idAt(link, link.a), link.b, idAt(link, link.b)))
        .toList();
  }

  private NodeConfig node(String name) {
    List<LinkConfig> ends = new ArrayList<>();
    for (Link link : linksOf(name)) {
      ends.add(
          new LinkConfig(
              idAt(link, name),
              address(link.otherThan(name)),
              link.rate,
              QueueConfig.dropTail(QUEUE_FRAMES_MAX),
              1500,
              link.wire,
              helloNanos));
    }
    List<MenuEntry> menu =
        menus.getOrDefault(name, List.of()).stream()
            .map(provider -> new MenuEntry(provider, NO_OPTIONS))
            .toList();
    if (!routing) {
      return new NodeConfig(name, address(name), ends, null, routes(name), menu);
    }
    NodeConfig config =
        new NodeConfig(name, address(name), ends, null, shortest(name), menu, List.of(), network());
    OriginKeys keys = originKeys.get(name);
    return keys == null ? config : config.withOriginKeys(keys);
  }

  private NetworkGraph network() {
    return new NetworkGraph(
        menus.keySet().stream()
            .map(
                name ->
                    new NetworkGraph.Vertex(
                        address(name),
                        name,
                        linksOf(name).stream()
                            .map(link -> new Neighbour(address(link.otherThan(name)), 1500, 1))
                            .toList()))
            .toList());
  }

  private List<Route> shortest(String from) {
    NetworkGraph network = network();
    ShortestPaths paths = network.pathsFrom(network.indexOf(address(from)));
    return Arrays.stream(paths.reached())
        .mapToObj(
            node ->
                new Route(
                    network.address(node), linkAt(from, network.name(paths.firstHop(node))), 1500))
        .toList();
  }

  /** Breadth first: the first hop towards each node that can be reached. */
  private List<Route> routes(String from) {
    Map<String, LinkId> firstHop = new LinkedHashMap<>();
    ArrayDeque<String> reached = new ArrayDeque<>(List.of(from));
    while (!reached.isEmpty()) {
      String at = reached.remove();
      for (Link link : linksOf(at)) {
        String next = link.otherThan(at);
        if (!next.equals(from) && !firstHop.containsKey(next)) {
          firstHop.put(next, at.equals(from) ? idAt(link, from) : firstHop.get(at));
          reached.add(next);
        }
      }
    }
    return firstHop.entrySet().stream()
        .map(hop -> new Route(address(hop.getKey()), hop.getValue(), 1500))
        .toList();
  }

  private List<Link> linksOf(String name) {
    return links.stream().filter(link -> link.a.equals(name) || link.b.equals(name)).toList();
  }

  private LinkId idAt(Link link, String name) {
    return new LinkId(linksOf(name).indexOf(link));
  }
}
