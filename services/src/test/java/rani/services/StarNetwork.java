// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.node.NodeConfig;
import rani.node.NodeConfig.MenuEntry;
import rani.node.NodeConfig.NodeQueue;
import rani.node.NodeConfig.Route;
import rani.node.TraceLines;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.queue.RedConfig;
import rani.service.OptionReader;
import rani.sim.Simulation;
import rani.wire.FlowIdentity;
import rani.world.Command;
import rani.world.LinkId;

/**
 * The test network of the RANI paper's figure 4, built by hand: sources n1 to n6 joined to n7,
 * which sources too, and n7 joined to the sink n8.
 */
final class StarNetwork {
  static final int CENTRE = address(7);
  static final int SINK = address(8);
  private static final long MILLI = 1_000_000;

  final List<String> trace = new ArrayList<>();
  final Simulation simulation;

  StarNetwork(long seed, int greedyBursts, long greedyGapNanos) {
    List<NodeConfig> nodes = new ArrayList<>();
    List<Simulation.Wiring> wirings = new ArrayList<>();
    List<LinkConfig> centreLinks = new ArrayList<>();
    List<Route> centreRoutes = new ArrayList<>();
    for (int k = 1; k <= 6; k++) {
      LinkConfig up = link(0, CENTRE, Rate.packetsPerSecond(200), MILLI);
      OptionReader flow = k == 1 ? bursts(greedyBursts, greedyGapNanos) : responsive();
      nodes.add(
          new NodeConfig(
              "n" + k,
              address(k),
              List.of(up),
              null,
              routesTo(k, new LinkId(0)),
              List.of(source(flow))));
      centreLinks.add(link(k - 1, address(k), Rate.packetsPerSecond(200), MILLI));
      centreRoutes.add(new Route(address(k), new LinkId(k - 1)));
      wirings.add(new Simulation.Wiring("n" + k, new LinkId(0), "n7", new LinkId(k - 1)));
    }
    centreLinks.add(link(6, SINK, Rate.packetsPerSecond(200), 620 * MILLI));
    centreRoutes.add(new Route(SINK, new LinkId(6)));
    RedConfig red =
        new RedConfig(
            0.02,
            8,
            25,
            0.1,
            RedConfig.Action.NONE,
            false,
            RedConfig.Spacing.UNIFORM,
            false,
            1000,
            false);
    nodes.add(
        new NodeConfig(
            "n7",
            CENTRE,
            centreLinks,
            new NodeQueue(
                Rate.packetsPerSecond(40), new QueueConfig(50, FlowIdentity.SOURCE_NODE, red)),
            centreRoutes,
            List.of(
                new MenuEntry(new Lgc.Provider(), GivenOptions.NONE),
                new MenuEntry(new ActiveFilterService.Provider(), GivenOptions.NONE),
                source(responsive()))));
    nodes.add(
        new NodeConfig(
            "n8",
            SINK,
            List.of(link(0, CENTRE, Rate.packetsPerSecond(200), 620 * MILLI)),
            null,
            routesTo(8, new LinkId(0)),
            List.of(new MenuEntry(new Sink.Provider(), GivenOptions.NONE))));
    wirings.add(new Simulation.Wiring("n7", new LinkId(6), "n8", new LinkId(0)));
    simulation =
        new Simulation(
            nodes,
            wirings,
            seed,
            name ->
                new TraceLines(
                    name, line -> trace.add(new String(line, StandardCharsets.US_ASCII).strip())),
            "LgcSimulation with seed " + seed);
  }

  /** Starts, waits for every link, lets traffic go, and runs until it is done and drained. */
  void run() {
    simulation.handleAll(new Command.Start());
    boolean up =
        simulation.runUntil(
            60_000 * MILLI,
            () -> simulation.names().stream().allMatch(n -> simulation.node(n).isUp()));
    if (!up) {
      throw new IllegalStateException("the links did not come up");
    }
    simulation.handleAll(new Command.Go());
    simulation.runUntil(
        simulation.nowNanos() + 200_000 * MILLI,
        () -> simulation.names().stream().noneMatch(n -> simulation.node(n).isBusy()));
    simulation.runUntil(simulation.nowNanos() + 5_000 * MILLI);
  }

  Object fact(String node, String service, String name) {
    Object facts =
        simulation.handle(node, new Command.Show(Command.Subject.SERVICES)).facts().get(service);
    if (facts instanceof Map<?, ?> map && map.get(name) instanceof Object fact) {
      return fact;
    }
    throw new IllegalArgumentException("no fact " + name + " of " + service + " at " + node);
  }

  List<String> lines(String... words) {
    return trace.stream().filter(l -> List.of(words).stream().allMatch(l::contains)).toList();
  }

  static int address(int k) {
    return 10 << 24 | k;
  }

  private static LinkConfig link(int number, int neighbour, Rate rate, long delayNanos) {
    return new LinkConfig(
        new LinkId(number),
        neighbour,
        rate,
        QueueConfig.dropTail(400),
        1500,
        ImpairmentConfig.ofDelay(delayNanos),
        1_000 * MILLI);
  }

  private static List<Route> routesTo(int self, LinkId link) {
    List<Route> routes = new ArrayList<>();
    for (int k = 1; k <= 8; k++) {
      if (k != self) {
        routes.add(new Route(address(k), link));
      }
    }
    return routes;
  }

  private static MenuEntry source(OptionReader flow) {
    return new MenuEntry(new Source.Provider(), new GivenOptions(Map.of("flows", List.of(flow))));
  }

  private static OptionReader bursts(int bursts, long gapNanos) {
    return new GivenOptions(
        Map.of("to", SINK, "kind", "bursts", "packets", 200, "bursts", bursts, "gap", gapNanos));
  }

  private static OptionReader responsive() {
    return new GivenOptions(
        Map.of(
            "to",
            SINK,
            "kind",
            "responsive",
            "packets",
            50,
            "ssthresh",
            16,
            "window",
            6,
            "start-spread",
            50 * MILLI));
  }
}
