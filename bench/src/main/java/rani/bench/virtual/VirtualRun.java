// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.sim.Simulation;
import rani.study.experiment.Experiment;
import rani.world.NodeTrace;

/**
 * A network in virtual time. Its nodes, wires, services and invariants work as in trials of a
 * sweep, but nothing is traced unless requested. The simulation contains the network once, or
 * several independent copies of it.
 */
public final class VirtualRun {
  private static final long LINKS_UP_NANOS_MAX = 10_000_000_000L;

  private final Simulation simulation;
  private final long linkUpHops;
  private final long linkUpEvents;

  /** Starts the nodes of {@code rows} copies, and waits until every link is up. */
  public VirtualRun(Experiment experiment, int rows) {
    this(experiment, rows, _ -> NodeTrace.NONE);
  }

  /** Starts the nodes; {@code watch} returns the observer of a node by name. */
  public VirtualRun(Experiment experiment, int rows, Function<String, NodeTrace> watch) {
    Topology topology = experiment.network();
    LinkNumbers numbers = LinkNumbers.of(topology);
    List<NodeConfig> once =
        new NodeConfigs(topology, ServiceCatalog.installed(), RunKey.NONE).all();
    List<NodeConfig> nodes = new ArrayList<>();
    List<Simulation.Wiring> wirings = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (NodeConfig node : once) {
        nodes.add(named(node, name(node.name(), row)));
      }
      for (TopologyLink link : topology.links()) {
        String a = link.a().node();
        String b = link.b().node();
        wirings.add(
            new Simulation.Wiring(
                name(a, row), numbers.at(a, link), name(b, row), numbers.at(b, link)));
      }
    }
    simulation = new Simulation(nodes, wirings, experiment.seed(), watch, "rani bench virtual");
    simulation.checkSeldom();
    simulation.handleAll(new Command.Start());
    simulation.runUntil(LINKS_UP_NANOS_MAX);
    if (!simulation.names().stream().allMatch(name -> simulation.node(name).isUp())) {
      throw new IllegalStateException("not every link is up");
    }
    linkUpHops = hops();
    linkUpEvents = simulation.eventsTotal();
  }

  private static String name(String node, int row) {
    return row == 0 ? node : node + "-" + row;
  }

  private static NodeConfig named(NodeConfig node, String name) {
    return new NodeConfig(
        name,
        node.address(),
        node.links(),
        node.queue(),
        node.routes(),
        node.menu(),
        node.schedule(),
        node.network(),
        0,
        null);
  }

  /** Starts the traffic. */
  public void go() {
    simulation.handleAll(new Command.Go());
  }

  /** Advances the simulation by a duration. */
  public void goOn(long nanos) {
    simulation.runUntil(simulation.nowNanos() + nanos);
  }

  /** Counts packets' hops since the links were up, control packets included. */
  public long hops() {
    long hops = -linkUpHops;
    for (String name : simulation.names()) {
      hops += simulation.node(name).ledger().departures();
    }
    return hops;
  }

  /** Counts events since the links were up. */
  public long events() {
    return simulation.eventsTotal() - linkUpEvents;
  }

  /** Counts packets that were delivered to a node. */
  public long deliveries(String node) {
    return simulation.node(node).ledger().deliveries();
  }
}
