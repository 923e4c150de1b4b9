// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.node.NetworkGraph;
import rani.node.NodeConfig;
import rani.node.NodeConfig.MenuEntry;
import rani.node.NodeConfig.NodeQueue;
import rani.node.NodeConfig.Route;
import rani.node.TraceLines;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.queue.RedConfig;
import rani.queue.RedRules;
import rani.sim.Simulation;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.ServiceMessage.LinkState.Neighbour;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * A network in virtual time, built by hand: nodes by name with the addresses 10.0.0.1, 10.0.0.2 …
 * in order, links numbered at each node in order, shortest routes. Everything that happens is in
 * {@link #trace}.
 */
final class Network {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  private static final Rate LINK_RATE = Rate.packetsPerSecond(200);
  private static final int MTU_BYTES = 1500;
  static final QueueConfig USUAL_QUEUE = QueueConfig.dropTail(400);
  private static final long RUN_NANOS_MAX = 1_000 * SECOND;

  final List<String> trace = new ArrayList<>();

  private final SequencedMap<String, List<MenuEntry>> menus = new LinkedHashMap<>();
  private final Map<String, NodeQueue> queues = new LinkedHashMap<>();
  private final List<Link> links = new ArrayList<>();
  private long helloNanos = SECOND;
  private boolean reroutes;
  private @Nullable Simulation simulation;

  private record Link(
      String a,
      String b,
      Rate rate,
      QueueConfig fromAQueue,
      ImpairmentConfig fromA,
      ImpairmentConfig fromB) {
    boolean joins(String node) {
      return node.equals(a) || node.equals(b);
    }

    String otherThan(String node) {
      return node.equals(a) ? b : a;
    }
  }

  /** RED that keeps the average alone, as RANI's own nodes did. */
  static RedConfig averageOnly(double weight, double maxThFrames) {
    return new RedConfig(
        RedRules.OF_1993,
        weight,
        Math.floor(maxThFrames / 3),
        maxThFrames,
        0.1,
        RedConfig.Action.NONE,
        false,
        RedConfig.Spacing.UNIFORM,
        false,
        1000,
        false);
  }

  /** The k-th node's address. */
  static int address(int k) {
    return Address.parse("10.0.0." + k);
  }

  Network node(String name, MenuEntry... menu) {
    menus.put(name, List.of(menu));
    return this;
  }

  /** Gives a node a queue of its own, by source node, with RED's average. */
  Network queue(String name, Rate drain, int limitFrames, RedConfig red) {
    return queue(name, drain, new QueueConfig(limitFrames, FlowIdentity.SOURCE_NODE, red));
  }

  /** Gives a node a queue of its own. */
  Network queue(String name, Rate drain, QueueConfig config) {
    queues.put(name, new NodeQueue(drain, config));
    return this;
  }

  /** 200 packets per second, one millisecond. */
  Network link(String a, String b) {
    return link(a, b, ImpairmentConfig.ofDelay(MILLI));
  }

  Network link(String a, String b, ImpairmentConfig bothWays) {
    return link(a, b, bothWays, bothWays);
  }

  Network link(String a, String b, ImpairmentConfig there, ImpairmentConfig back) {
    links.add(new Link(a, b, LINK_RATE, USUAL_QUEUE, there, back));
    return this;
  }

  /** Slow both ways, and with a queue of its own there. */
  Network bottleneck(String a, String b, Rate rate, QueueConfig there, ImpairmentConfig bothWays) {
    links.add(new Link(a, b, rate, there, bothWays, bothWays));
    return this;
  }

  /** Nodes find out quickly about links that are cut, and compute their routes again. */
  Network rerouting() {
    helloNanos = 20 * MILLI;
    reroutes = true;
    return this;
  }

  /** Starts every node, gives hello two seconds, and lets traffic go. */
  Network go(long seed) {
    simulation =
        new Simulation(
            menus.keySet().stream().map(this::config).toList(),
            links.stream().map(this::wiring).toList(),
            seed,
            name -> new TraceLines(name, this::record),
            "this test with seed " + seed);
    simulation().handleAll(new Command.Start());
    simulation().runUntil(2 * SECOND);
    simulation().handleAll(new Command.Go());
    return this;
  }

  Network runFor(long nanos) {
    simulation().runUntil(simulation().nowNanos() + nanos);
    return this;
  }

  /** Until no service has traffic any more, and then for five seconds. */
  Network runUntilDone() {
    boolean done =
        simulation()
            .runUntil(
                RUN_NANOS_MAX,
                () -> menus.keySet().stream().noneMatch(n -> simulation().node(n).isBusy()));
    if (!done) {
      throw new AssertionError("traffic still goes after " + RUN_NANOS_MAX / SECOND + " s");
    }
    return runFor(5 * SECOND);
  }

  Simulation simulation() {
    return requireNonNull(simulation, "the network has not been let go");
  }

  /** The trace lines that contain all of these words. */
  List<String> lines(String... words) {
    return trace.stream().filter(l -> List.of(words).stream().allMatch(l::contains)).toList();
  }

  /** Says a verb to a service. */
  Reply tell(String node, String service, String verb, String... arguments) {
    return simulation().handle(node, new Command.Tell(service, verb, List.of(arguments)));
  }

  /** One fact of one service. */
  Object fact(String node, String service, String name) {
    Object facts =
        simulation().handle(node, new Command.Show(Command.Subject.SERVICES)).facts().get(service);
    if (facts instanceof Map<?, ?> map && map.get(name) instanceof Object fact) {
      return fact;
    }
    throw new IllegalArgumentException("no fact " + name + " of " + service + " at " + node);
  }

  private void record(byte[] line) {
    trace.add(new String(line, StandardCharsets.US_ASCII).strip());
  }

  private NodeConfig config(String name) {
    List<LinkConfig> ends = new ArrayList<>();
    for (Link link : linksOf(name)) {
      ends.add(
          new LinkConfig(
              idAt(link, name),
              address(link.otherThan(name)),
              link.rate,
              name.equals(link.a) ? link.fromAQueue : USUAL_QUEUE,
              MTU_BYTES,
              name.equals(link.a) ? link.fromA : link.fromB,
              helloNanos));
    }
    return new NodeConfig(
        name,
        address(name),
        ends,
        queues.get(name),
        routes(name),
        menus.getOrDefault(name, List.of()),
        List.of(),
        reroutes ? graph() : null);
  }

  private NetworkGraph graph() {
    return new NetworkGraph(
        menus.keySet().stream()
            .map(name -> new NetworkGraph.Vertex(address(name), name, neighbours(name)))
            .toList());
  }

  private List<Neighbour> neighbours(String name) {
    return linksOf(name).stream()
        .map(link -> new Neighbour(address(link.otherThan(name)), MTU_BYTES, 1))
        .toList();
  }

  /** Cuts a node off from another, or mends that. */
  void cut(String name, String other, boolean mend) {
    Link link = linksOf(name).stream().filter(one -> one.joins(other)).findFirst().orElseThrow();
    LinkId id = idAt(link, name);
    simulation().handle(name, mend ? new Command.MendLink(id) : new Command.CutLink(id));
  }

  private Simulation.Wiring wiring(Link link) {
    return new Simulation.Wiring(link.a, idAt(link, link.a), link.b, idAt(link, link.b));
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
          firstHop.put(next, at.equals(from) ? idAt(link, from) : requireNonNull(firstHop.get(at)));
          reached.add(next);
        }
      }
    }
    return firstHop.entrySet().stream()
        .map(hop -> new Route(address(hop.getKey()), hop.getValue(), MTU_BYTES))
        .toList();
  }

  private int address(String name) {
    return address(List.copyOf(menus.keySet()).indexOf(name) + 1);
  }

  private List<Link> linksOf(String name) {
    return links.stream().filter(link -> link.joins(name)).toList();
  }

  private LinkId idAt(Link link, String name) {
    return new LinkId(linksOf(name).indexOf(link));
  }
}
