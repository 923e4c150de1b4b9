// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.link.LinkConfig;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.NetworkChange;
import rani.model.topology.OperationReader;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.node.Command;
import rani.sim.Simulation;
import rani.testbed.SimulatedLinks;
import rani.world.LinkId;

/** Injects faults into a network, and repairs what is still broken at the end. */
final class ChaosOperations {
  /** First counter of authenticated frames of a node that is started. */
  private static final long COUNTER_FIRST = 1_000_000;

  private static final long COUNTER_STEP_NANOS = 1000 * RunKey.COUNTER_STEP_MICROS;

  private final ChaosPlan plan;
  private final Simulation simulation;
  private final LinkNumbers numbers;
  private final SimulatedLinks links;
  private final OperationReader operations;
  private final NodeConfigs fileConfigs;
  private final Attacker stranger;
  private Topology topology;
  private RunKey key;
  private RunKey offered;
  private int done;

  /** Starts with a network without faults. Nodes restart with the configurations {@code file}. */
  ChaosOperations(
      ChaosPlan plan,
      ServiceCatalog catalog,
      NodeConfigs file,
      Simulation simulation,
      LinkNumbers numbers) {
    this.plan = plan;
    this.fileConfigs = file;
    this.simulation = simulation;
    this.numbers = numbers;
    topology = plan.topology();
    key = RunKey.ofSeed(plan.seed());
    offered = key;
    links = new SimulatedLinks(simulation, numbers);
    operations = new OperationReader(() -> topology, catalog);
    stranger = new Attacker(plan.seed(), () -> topology, simulation, numbers);
  }

  /** Returns the run's key for nodes that are started for the first time. */
  static RunKey keyAtStart(ChaosPlan plan) {
    RunKey key = RunKey.ofSeed(plan.seed());
    return new RunKey(key.secret(), key.number(), COUNTER_FIRST);
  }

  int done() {
    return done;
  }

  void befall(Fault.What what) {
    done++;
    switch (what) {
      case Fault.Words words -> execute(words.words());
      case Fault.Crash crash -> simulation.crash(crash.node());
      case Fault.Restart restart -> restart(restart.node());
      case Fault.OfferKey _ -> offerKey();
      case Fault.UseKey _ -> useKey();
      case Fault.Overhear overhear -> stranger.overhear(overhear.from(), overhear.to());
      case Fault.Forge forge -> stranger.forge(forge.from(), forge.to(), forge.frames());
    }
  }

  /** Carries out an operation. Ignores refusals, such as those by nodes that are down. */
  private void execute(String words) {
    try {
      OperationReader.Wanted wanted = operations.read(words);
      if (wanted.change() == null) {
        operate(wanted);
      } else {
        change(wanted.change());
      }
    } catch (FileError _) {
      done--; // such as stopping a service that has been stopped already
    }
  }

  private void operate(OperationReader.Wanted wanted) throws FileError {
    SequencedMap<String, Boolean> carriedOut = new LinkedHashMap<>();
    for (var part : wanted.byNode().entrySet()) {
      String node = part.getKey();
      boolean all = true;
      for (Command.Operation each : operations.operations(part.getValue(), node, numbers)) {
        all &= simulation.handle(node, each).ok();
      }
      carriedOut.put(node, all);
    }
    topology = wanted.after(topology, node -> carriedOut.getOrDefault(node, false));
  }

  private void change(NetworkChange change) {
    for (TopologyLink link : change.removed()) {
      links.remove(link);
    }
    for (TopologyLink link : change.added()) {
      links.add(link, change.after(), counted(key));
    }
    topology = change.after();
  }

  private void restart(String node) {
    if (!simulation.isDown(node)) {
      return;
    }
    simulation.restart(fileConfigs.withKey(counted(key)).of(node));
    topology = topology.with(plan.topology().node(node).orElseThrow());
    simulation.handle(node, new Command.Start());
    if (offered.number() != key.number()) {
      offer(node);
    }
    simulation.handle(node, new Command.Go());
  }

  /** Returns the key for a restarted node, whose counter starts above all counters sent. */
  private RunKey counted(RunKey with) {
    long counter = COUNTER_FIRST + simulation.nowNanos() / COUNTER_STEP_NANOS;
    return new RunKey(with.secret(), with.number(), counter);
  }

  private void offerKey() {
    if (offered.number() == key.number()) {
      offered = counted(key.next());
      simulation.names().forEach(this::offer);
    }
  }

  private void offer(String node) {
    for (TopologyLink link : topology.linksByNode().getOrDefault(node, List.of())) {
      link.a()
          .keys()
          .map(scope -> offered.ofEnd(link, node, scope))
          .ifPresent(
              end -> simulation.handle(node, new Command.OfferKey(numbers.at(node, link), end)));
    }
  }

  private void useKey() {
    key = offered;
    for (TopologyLink link : topology.links()) {
      if (link.a().keys().isPresent()) {
        for (String node : List.of(link.a().node(), link.b().node())) {
          simulation.handle(node, new Command.UseKey(numbers.at(node, link), key.id()));
        }
      }
    }
  }

  /** Repairs everything: keys, crashed nodes, cut links and link parameters. */
  void heal() {
    useKey();
    simulation.names().forEach(this::restart);
    for (TopologyLink link : topology.links()) {
      for (String node : List.of(link.a().node(), link.b().node())) {
        heal(node, numbers.at(node, link), link);
      }
    }
  }

  private void heal(String node, LinkId id, TopologyLink link) {
    LinkConfig usual = NodeConfigs.end(topology, link, node, id, key);
    ImpairmentConfig wire = usual.impairment();
    simulation.handle(node, new Command.MendLink(id));
    simulation.handle(
        node,
        new Command.SetLink(
            id,
            new LinkChange(
                usual.rate(),
                wire.delayNanos(),
                wire.jitterNanos(),
                wire.loss(),
                wire.duplicate(),
                wire.reorder(),
                wire.corrupt(),
                null)));
  }
}
