// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.node.Command;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.PacketPlan;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;

/** Links are cut and mended; every node finds the other way, by what nodes tell each other. */
class RoutingSimulation {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** Three hellos, and the second that everything after them may take. */
  private static final long DEAD_NANOS = 3 * SECOND;

  private final List<Long> arrivals = new ArrayList<>();

  /** Takes the times at which data comes to where it is going. */
  private NodeTrace arrivalsAt(String node, String watched) {
    return node.equals(watched)
        ? new NodeTrace() {
          @Override
          public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
            if (reason == DropReason.NO_LISTENER) {
              arrivals.add(nowNanos);
            }
          }
        }
        : NodeTrace.NONE;
  }

  private static VirtualNetwork ring(int nodes, ImpairmentConfig wire) {
    VirtualNetwork network = new VirtualNetwork().routing();
    IntStream.rangeClosed(1, nodes).forEach(number -> network.node("n" + number));
    for (int number = 1; number <= nodes; number++) {
      network.link("n" + number, "n" + (number % nodes + 1), Rate.UNLIMITED, wire);
    }
    return network;
  }

  private static void begin(Simulation simulation) {
    simulation.handleAll(new Command.Start());
    assertTrue(
        simulation.runUntil(
            5 * SECOND,
            () -> simulation.names().stream().allMatch(name -> simulation.node(name).isUp())));
    simulation.handleAll(new Command.Go());
  }

  private static void inject(
      Simulation simulation, VirtualNetwork network, String from, String to, int count, long gap) {
    Command.Inject inject =
        new Command.Inject(PacketPlan.datagram(network.address(to), 0, 9, 100), count, gap);
    assertTrue(simulation.handle(from, inject).ok());
  }

  private static void turn(
      Simulation simulation, VirtualNetwork network, String a, String b, boolean out) {
    for (List<String> ends : List.of(List.of(a, b), List.of(b, a))) {
      LinkId link = network.linkAt(ends.get(0), ends.get(1));
      Command command = out ? new Command.CutLink(link) : new Command.MendLink(link);
      assertTrue(simulation.handle(ends.get(0), command).ok());
    }
  }

  private static long fact(Simulation simulation, String node, String counter) {
    var facts = simulation.handle(node, new Command.Show(Command.Subject.ROUTES)).facts().byKey();
    if (facts.get("counters") instanceof Map<?, ?> counters
        && counters.get(counter) instanceof Number number) {
      return number.longValue();
    }
    throw new AssertionError("nothing is counted as " + counter);
  }

  private static long drops(Simulation simulation, DropReason reason) {
    return simulation.names().stream()
        .mapToLong(name -> simulation.node(name).ledger().drops(reason))
        .sum();
  }

  @Test
  void trafficGoesRoundTheRingAfterACutTwoHopsAway() {
    VirtualNetwork network = ring(6, ImpairmentConfig.ofDelay(2 * MILLI));
    Simulation simulation = network.simulation(1, name -> arrivalsAt(name, "n4"));
    begin(simulation);
    inject(simulation, network, "n1", "n4", 2000, 10 * MILLI); // by n2 and n3, for 20 s
    long cutNanos = simulation.nowNanos() + 5 * SECOND;
    simulation.runUntil(cutNanos);
    assertEquals(0, simulation.node("n6").ledger().drops(DropReason.TTL_EXCEEDED));
    turn(simulation, network, "n3", "n4", true);
    simulation.runUntil(cutNanos + 30 * SECOND);

    long last = arrivals.stream().filter(at -> at <= cutNanos + 2 * MILLI).toList().getLast();
    long first =
        arrivals.stream().filter(at -> at > cutNanos + 2 * MILLI).findFirst().orElseThrow();
    assertTrue(last >= cutNanos - 10 * MILLI, "traffic flowed until the cut");
    assertTrue(
        first - cutNanos <= DEAD_NANOS + SECOND,
        () -> "traffic was away for " + (first - cutNanos) / MILLI + " ms");
    long gone = (first - cutNanos) / (10 * MILLI);
    assertEquals(2000 - gone, arrivals.size(), 2, "and nothing was lost thereafter");
    assertEquals(network.linkAt("n1", "n6"), route(simulation, network, "n1", "n4"));
  }

  @Test
  void aPartitionHealsAndTheWholeNetworkIsKnownAgain() {
    VirtualNetwork network = ring(6, ImpairmentConfig.ofDelay(2 * MILLI));
    Simulation simulation = network.simulation();
    begin(simulation);
    simulation.runUntil(10 * SECOND);
    turn(simulation, network, "n1", "n2", true);
    turn(simulation, network, "n4", "n5", true); // n2 n3 n4 here, n5 n6 n1 there
    simulation.runUntil(15 * SECOND);
    assertNull(route(simulation, network, "n1", "n2"));
    assertNull(route(simulation, network, "n3", "n6"));
    assertEquals(network.linkAt("n1", "n6"), route(simulation, network, "n1", "n5"));
    inject(simulation, network, "n5", "n6", 1, 0); // there is a way
    assertFalse(
        simulation
            .handle(
                "n1",
                new Command.Inject(PacketPlan.datagram(network.address("n3"), 0, 9, 100), 1, 0))
            .ok(),
        "there is none");

    turn(simulation, network, "n2", "n3", true); // unseen from the other side
    simulation.runUntil(20 * SECOND);
    turn(simulation, network, "n4", "n5", false);
    simulation.runUntil(25 * SECOND);
    assertRoutes(simulation, network, Set.of("n1 n2", "n2 n3"));
    turn(simulation, network, "n1", "n2", false);
    turn(simulation, network, "n2", "n3", false);
    simulation.runUntil(30 * SECOND);
    assertRoutes(simulation, network, Set.of());
  }

  /** n3 turns back what n2 still sends it, until n2 hears why: all first words are lost. */
  @Test
  void aLoopLastsOnlyUntilThePacketsTtlIsUsedUp() {
    VirtualNetwork network = ring(6, ImpairmentConfig.ofDelay(20 * MICRO));
    Simulation rehearsal = network.simulation();
    long downNanos = cutAndWait(rehearsal, network);

    Simulation simulation = network.simulation();
    begin(simulation);
    simulation.runUntil(5 * SECOND);
    turn(simulation, network, "n3", "n4", true);
    simulation.runUntil(downNanos - 100 * MILLI);
    setLoss(simulation, network, 1.0);
    simulation.runUntil(downNanos + MICRO);
    setLoss(simulation, network, 0.0);
    assertEquals(1, fact(simulation, "n3", "said"));
    assertEquals(1, fact(simulation, "n4", "said"));
    assertEquals(0, fact(simulation, "n2", "received"));
    inject(simulation, network, "n1", "n4", 10, MILLI);
    simulation.runUntil(downNanos + 100 * MILLI);
    assertEquals(10, drops(simulation, DropReason.TTL_EXCEEDED), "each has gone to and fro");
    simulation.runUntil(downNanos + SECOND);
    inject(simulation, network, "n1", "n4", 10, MILLI);
    simulation.runUntil(downNanos + 2 * SECOND);
    assertEquals(10, drops(simulation, DropReason.TTL_EXCEEDED), "no loop any more");
    assertEquals(10, drops(simulation, DropReason.NO_LISTENER), "they have come");
    assertEquals(1, fact(simulation, "n3", "resent"));
  }

  private static void setLoss(Simulation simulation, VirtualNetwork network, double probability) {
    for (List<String> ends : List.of(List.of("n3", "n2"), List.of("n4", "n5"))) {
      LinkId link = network.linkAt(ends.get(0), ends.get(1));
      assertTrue(simulation.handle(ends.get(0), new Command.SetLink(link, loss(probability))).ok());
    }
  }

  /** When both n3 and n4 have found that the other is gone. */
  private static long cutAndWait(Simulation simulation, VirtualNetwork network) {
    begin(simulation);
    simulation.runUntil(5 * SECOND);
    turn(simulation, network, "n3", "n4", true);
    assertTrue(
        simulation.runUntil(
            10 * SECOND,
            () ->
                !simulation.node("n3").isUp(network.linkAt("n3", "n4"))
                    && !simulation.node("n4").isUp(network.linkAt("n4", "n3"))));
    return simulation.nowNanos();
  }

  private static LinkChange loss(double probability) {
    return new LinkChange(null, null, null, probability, null, null, null, null);
  }

  /** n3 is gone for less than the three hellos after which n2 and n4 would miss it. */
  @Test
  void aNodeThatIsBackBeforeItIsMissedLearnsWhatItHasForgotten() {
    VirtualNetwork network = ring(6, ImpairmentConfig.ofDelay(2 * MILLI));
    Simulation simulation = network.simulation();
    begin(simulation);
    simulation.runUntil(5 * SECOND);
    turn(simulation, network, "n6", "n1", true);
    simulation.runUntil(15 * SECOND);
    assertRoutes(simulation, network, Set.of("n6 n1"));

    simulation.crash("n3");
    assertTrue(simulation.isDown("n3"));
    assertFalse(simulation.handle("n3", new Command.Show(Command.Subject.STATUS)).ok());
    simulation.runUntil(16 * SECOND);
    simulation.restart(
        network.nodes().stream().filter(node -> node.name().equals("n3")).findFirst().get());
    assertTrue(simulation.handle("n3", new Command.Start()).ok());
    assertTrue(simulation.handle("n3", new Command.Go()).ok());
    simulation.runUntil(20 * SECOND);
    assertRoutes(simulation, network, Set.of("n6 n1"));
    assertTrue(simulation.node("n2").isUp(network.linkAt("n2", "n3")));
  }

  @Test
  void nodesWhoseClocksAreNotTheSameRouteAsOthers() {
    VirtualNetwork network = ring(6, ImpairmentConfig.ofDelay(2 * MILLI));
    Simulation simulation = network.simulation();
    for (int k = 1; k <= 6; k++) {
      simulation.setClock("n" + k, new NodeClock(k * 7 * SECOND, (k - 3) * 3000));
    }
    begin(simulation);
    simulation.runUntil(5 * SECOND);
    turn(simulation, network, "n2", "n3", true);
    simulation.runUntil(12 * SECOND);
    assertRoutes(simulation, network, Set.of("n2 n3"));
    turn(simulation, network, "n2", "n3", false);
    simulation.runUntil(15 * SECOND);
    assertRoutes(simulation, network, Set.of());
  }

  @Test
  void anUndisturbedNetworkSaysNothing() {
    VirtualNetwork network = ring(6, ImpairmentConfig.ofDelay(2 * MILLI));
    Simulation simulation = network.simulation();
    begin(simulation);
    simulation.runUntil(300 * SECOND);
    for (String name : simulation.names()) {
      assertEquals(0, fact(simulation, name, "sent"));
      assertEquals(0, fact(simulation, name, "computed"));
    }
    assertRoutes(simulation, network, Set.of());
  }

  static IntStream seeds() {
    return IntStream.rangeClosed(1, 25);
  }

  /** A random network whose links are cut and mended at random; then it is quiet. */
  @ParameterizedTest
  @MethodSource("seeds")
  void afterQuietEveryRouteIsAShortestPath(int seed) {
    Random random = new Random(seed);
    VirtualNetwork network = randomNetwork(random);
    Simulation simulation = network.simulation(seed, _ -> NodeTrace.NONE);
    begin(simulation);
    List<String> links = network.linkNames();
    Set<String> out = new LinkedHashSet<>();
    int turns = random.nextInt(1, 20);
    for (int turn = 0; turn < turns; turn++) {
      simulation.runUntil(simulation.nowNanos() + random.nextLong(400 * MILLI));
      String link = links.get(random.nextInt(links.size()));
      String[] ends = link.split(" ");
      boolean cut = out.add(link);
      if (!cut) {
        out.remove(link);
      }
      turn(simulation, network, ends[0], ends[1], cut);
    }
    simulation.runUntil(simulation.nowNanos() + 3 * SECOND);
    assertRoutes(simulation, network, out);
  }

  private static VirtualNetwork randomNetwork(Random random) {
    ImpairmentConfig trouble =
        new ImpairmentConfig(2 * MILLI, MILLI, 0, random.nextInt(3) / 10.0, 0.1, 0);
    VirtualNetwork network = new VirtualNetwork().routing().hello(100 * MILLI);
    int nodes = random.nextInt(3, 9);
    List<String> names = new ArrayList<>();
    for (int number = 0; number < nodes; number++) {
      names.add("n" + (char) ('z' - random.nextInt(20)) + number); // names are in no order
      network.node(names.get(number));
    }
    Set<String> joined = new LinkedHashSet<>();
    for (int number = 1; number < nodes; number++) {
      joined.add(names.get(random.nextInt(number)) + " " + names.get(number));
    }
    for (int chord = random.nextInt(nodes); chord > 0; chord--) {
      int a = random.nextInt(nodes);
      int b = random.nextInt(nodes);
      if (a != b) {
        joined.add(names.get(Math.min(a, b)) + " " + names.get(Math.max(a, b)));
      }
    }
    for (String ends : joined) {
      String[] pair = ends.split(" ");
      network.link(pair[0], pair[1], Rate.UNLIMITED, trouble);
    }
    return network;
  }

  private static @Nullable LinkId route(
      Simulation simulation, VirtualNetwork network, String from, String to) {
    var facts = simulation.handle(from, new Command.Show(Command.Subject.ROUTES)).facts().byKey();
    if (facts.get("routes") instanceof Map<?, ?> routes
        && routes.get(Address.text(network.address(to))) instanceof Map<?, ?> way
        && way.get("link") instanceof String link) {
      return new LinkId(Integer.parseInt(link.substring("link-".length())));
    }
    return null;
  }

  /** Every node's routes are the shortest paths without the links that are out, and no others. */
  private static void assertRoutes(Simulation simulation, VirtualNetwork network, Set<String> out) {
    SequencedMap<String, Set<String>> neighbours = new LinkedHashMap<>();
    simulation.names().forEach(name -> neighbours.put(name, new TreeSet<>()));
    for (String link : network.linkNames()) {
      String[] ends = link.split(" ");
      if (!out.contains(link)) {
        neighbours.computeIfPresent(ends[0], (name, to) -> with(to, ends[1]));
        neighbours.computeIfPresent(ends[1], (name, to) -> with(to, ends[0]));
      }
    }
    neighbours.forEach(
        (to, nobody) -> {
          SequencedMap<String, Integer> hops = hopsTo(to, neighbours);
          neighbours.forEach(
              (from, next) -> {
                if (!from.equals(to)) {
                  assertEquals(
                      firstHop(network, from, next, hops),
                      route(simulation, network, from, to),
                      from + " to " + to + " without " + out);
                }
              });
        });
  }

  private static Set<String> with(Set<String> names, String another) {
    names.add(another);
    return names;
  }

  /** Of the neighbours, which are sorted, the first that is nearer. */
  private static @Nullable LinkId firstHop(
      VirtualNetwork network,
      String from,
      Set<String> neighbours,
      SequencedMap<String, Integer> hops) {
    int here = hops.getOrDefault(from, 0);
    return neighbours.stream()
        .filter(next -> hops.containsKey(next) && hops.getOrDefault(next, 0) == here - 1)
        .findFirst()
        .map(next -> network.linkAt(from, next))
        .orElse(null);
  }

  private static SequencedMap<String, Integer> hopsTo(
      String to, SequencedMap<String, Set<String>> neighbours) {
    SequencedMap<String, Integer> hops = new LinkedHashMap<>(Map.of(to, 0));
    ArrayDeque<String> frontier = new ArrayDeque<>(List.of(to));
    while (!frontier.isEmpty()) {
      String here = frontier.remove();
      for (String next : neighbours.getOrDefault(here, Set.of())) {
        if (hops.putIfAbsent(next, hops.getOrDefault(here, 0) + 1) == null) {
          frontier.add(next);
        }
      }
    }
    return hops;
  }
}
