// SPDX-License-Identifier: Apache-2.0
package rani.lab.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.file.FileError;
import rani.lab.topology.LinkNumbers;
import rani.lab.topology.NodeConfigs;
import rani.lab.topology.OperationReader;
import rani.lab.topology.RunKey;
import rani.lab.topology.ServiceCatalog;
import rani.lab.topology.Topology;
import rani.lab.topology.TopologyLink;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.link.LinkConfig;
import rani.link.LinkKeys;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.sim.InvariantBroken;
import rani.sim.Simulation;
import rani.wire.Address;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;

/**
 * Carries out a {@link ChaosPlan}. After every event the simulation checks its books; at the end,
 * when trouble is over and healed, the network must be whole again:
 *
 * <ul>
 *   <li>every link is up, and every node's routes are those of the file;
 *   <li>every connection has ended, whole or broken off;
 *   <li>new ones between nodes drawn at random deliver what they are given;
 *   <li>when all is stopped, no frame and no buffer is anywhere.
 * </ul>
 */
public final class ChaosRun {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  /** How long links may take to come up at first. */
  private static final long START_NANOS_MAX = 10 * SECOND;

  /** How long after the last fault until links are up and routes whole. */
  private static final long WHOLE_NANOS_MAX = 20 * SECOND;

  /** How long until the last connection has ended, and how long until a new one has. */
  private static final long CONNECTIONS_NANOS_MAX = 120 * SECOND;

  /** How often is asked whether it is so. */
  private static final long LOOK_NANOS = 250 * MILLI;

  private static final int PROBES = 10;

  private static final long COUNTER_FIRST = 1_000_000;
  private static final long COUNTER_STEP_NANOS = 1000 * RunKey.COUNTER_STEP_MICROS;

  private final ChaosPlan plan;
  private final ServiceCatalog catalog = ServiceCatalog.installed();
  private final LinkNumbers numbers;
  private final OperationReader operations;
  private final Simulation simulation;
  private final StrangersPart stranger;
  private final SequencedMap<String, NodeConfig> configs = new LinkedHashMap<>();
  private Topology topology;
  private RunKey key;
  private RunKey offered;
  private final NodeConfigs fileConfigs;
  private int faults;
  private long made;

  private ChaosRun(ChaosPlan plan, String replay) {
    this.plan = plan;
    topology = plan.topology();
    key = RunKey.ofSeed(plan.seed());
    offered = key;
    numbers = LinkNumbers.of(topology);
    operations = new OperationReader(() -> topology, catalog);
    fileConfigs = new NodeConfigs(topology, catalog, key);
    for (NodeConfig config :
        fileConfigs.withKey(new RunKey(key.secret(), key.number(), COUNTER_FIRST)).all()) {
      configs.put(config.name(), config);
    }
    simulation =
        new Simulation(
            List.copyOf(configs.values()),
            topology.links().stream().map(this::wiring).toList(),
            plan.seed(),
            _ -> NodeTrace.NONE,
            replay);
    plan.clocks().forEach(simulation::setClock);
    stranger = new StrangersPart(plan.seed(), topology, simulation, numbers);
  }

  private Simulation.Wiring wiring(TopologyLink link) {
    String a = link.a().node();
    String b = link.b().node();
    return new Simulation.Wiring(a, numbers.at(a, link), b, numbers.at(b, link));
  }

  /**
   * Carries out a plan. What does not hold is in the outcome, never thrown.
   *
   * @param replay the command that does the same again, for messages
   */
  public static ChaosOutcome run(ChaosPlan plan, String replay) {
    ChaosRun run = new ChaosRun(plan, replay);
    String broken = null;
    try {
      run.carryOut();
    } catch (InvariantBroken | NotWhole e) {
      broken = e.getMessage();
    } catch (RuntimeException | AssertionError e) {
      broken = e + " at " + (e.getStackTrace().length == 0 ? "?" : e.getStackTrace()[0]);
    }
    return run.outcome(Optional.ofNullable(broken));
  }

  /** The network is not what it should be again. */
  private static final class NotWhole extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotWhole(String what) {
      super(what);
    }
  }

  private ChaosOutcome outcome(Optional<String> broken) {
    long frames = 0;
    for (String name : simulation.names()) {
      frames += simulation.node(name).ledger().departures();
    }
    return new ChaosOutcome(plan.seed(), simulation.eventsTotal(), faults, frames, made, broken);
  }

  private void carryOut() {
    simulation.handleAll(new Command.Start());
    waitFor(START_NANOS_MAX, "at the start", this::notUp);
    simulation.handleAll(new Command.Go());
    long goNanos = simulation.nowNanos();
    for (Fault fault : plan.faults()) {
      simulation.runUntil(goNanos + fault.atNanos());
      befall(fault.what());
      faults++;
    }
    simulation.runUntil(goNanos + plan.faultsNanos());
    heal();
    waitFor(WHOLE_NANOS_MAX, "after the last fault", this::notWhole);
    waitFor(CONNECTIONS_NANOS_MAX, "after the last fault", this::openConnection);
    probe();
    made = connections("connections-made");
    end();
  }

  private void befall(Fault.What what) {
    switch (what) {
      case Fault.Words words -> carryOut(words.words());
      case Fault.Crash crash -> simulation.crash(crash.node());
      case Fault.Restart restart -> restart(restart.node());
      case Fault.OfferKey _ -> offerKey();
      case Fault.UseKey _ -> useKey();
      case Fault.Overhear overhear -> stranger.overhear(overhear.from(), overhear.to());
      case Fault.Forge forge -> stranger.forge(forge.from(), forge.to(), forge.frames());
    }
  }

  /** What nodes refuse, being down or having been told already, is no matter. */
  private void carryOut(String words) {
    try {
      SequencedMap<String, Boolean> done = new LinkedHashMap<>();
      operations
          .read(words, numbers)
          .forEach(
              (node, own) -> {
                boolean all = true;
                for (Command.Operation each : own) {
                  all &= simulation.handle(node, each).ok();
                }
                done.put(node, all);
              });
      topology = operations.after(words, node -> done.getOrDefault(node, false));
    } catch (FileError _) {
      faults--; // such as a service that is stopped and has been stopped
    }
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

  /** The key for a node that begins again: it counts on above all that it has sent. */
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
      LinkKeys.Scope scope = link.a().keys().orElse(null);
      if (scope != null) {
        simulation.handle(
            node, new Command.OfferKey(numbers.at(node, link), offered.ofEnd(link, node, scope)));
      }
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

  /** Whatever is still wrong is put right: dead nodes, cables, knobs, menus. */
  private void heal() {
    useKey();
    simulation.names().forEach(this::restart);
    for (NodeConfig config : configs.values()) {
      for (LinkConfig link : config.links()) {
        ImpairmentConfig usual = link.impairment();
        simulation.handle(config.name(), new Command.MendLink(link.id()));
        simulation.handle(
            config.name(),
            new Command.SetLink(
                link.id(),
                new LinkChange(
                    link.rate(),
                    usual.delayNanos(),
                    usual.jitterNanos(),
                    usual.loss(),
                    usual.duplicate(),
                    usual.reorder(),
                    usual.corrupt())));
      }
    }
  }

  /** Asks what is missing. */
  @FunctionalInterface
  private interface Look {
    /** What is missing; null if nothing is. */
    @Nullable String missing();
  }

  private void waitFor(long nanosMax, String since, Look look) {
    long deadline = simulation.nowNanos() + nanosMax;
    String missing = look.missing();
    while (missing != null) {
      if (simulation.nowNanos() >= deadline) {
        throw new NotWhole(nanosMax / SECOND + " s " + since + " " + missing);
      }
      simulation.runUntil(simulation.nowNanos() + LOOK_NANOS);
      missing = look.missing();
    }
  }

  private @Nullable String notUp() {
    for (String name : simulation.names()) {
      Node node = simulation.node(name);
      for (LinkConfig link : node.links()) {
        if (!node.isUp(link.id())) {
          return "node " + name + " does not hear " + Address.text(link.neighbour());
        }
      }
    }
    return null;
  }

  private @Nullable String notWhole() {
    String down = notUp();
    if (down != null) {
      return down;
    }
    for (NodeConfig config : configs.values()) {
      Node node = simulation.node(config.name());
      for (NodeConfig.Route route : config.routes()) {
        LinkId now = node.route(route.destination());
        if (!route.link().equals(now)) {
          return "node "
              + config.name()
              + " reaches "
              + Address.text(route.destination())
              + " by "
              + now
              + ", not "
              + route.link();
        }
      }
    }
    return null;
  }

  private @Nullable String openConnection() {
    for (String name : simulation.names()) {
      long open = connections(name, "connections");
      if (open > 0) {
        return "node " + name + " has " + open + " open connections";
      }
    }
    return null;
  }

  private long connections(String what) {
    return simulation.names().stream().mapToLong(name -> connections(name, what)).sum();
  }

  private long connections(String node, String what) {
    long sum = 0;
    for (Object service :
        simulation.handle(node, new Command.Show(Command.Subject.SERVICES)).facts().values()) {
      if (service instanceof Map<?, ?> facts
          && facts.get("rdp") instanceof Map<?, ?> rdp
          && rdp.get(what) instanceof Number number) {
        sum += number.longValue();
      }
    }
    return sum;
  }

  /** Opens new connections, which must carry what they are given. */
  private void probe() {
    Dice dice = new Dice(plan.seed(), "probes");
    List<String> names = List.copyOf(simulation.names());
    List<Probe> probes = new ArrayList<>();
    for (int k = 0; k < PROBES; k++) {
      String from = dice.one(names);
      String to = dice.one(names);
      if (from.equals(to)) {
        continue;
      }
      List<String> words = new ArrayList<>(List.of(to, "bulk", "packets=10"));
      for (String option : ChaosNetwork.IMPATIENT.split(", ", -1)) {
        words.add(option.replace(": ", "="));
      }
      Reply begun = simulation.handle(from, new Command.Tell("source", "start", words));
      if (!begun.ok()) {
        throw new NotWhole(from + " cannot open a connection to " + to + ": " + begun.message());
      }
      probes.add(new Probe(from, to, String.valueOf(begun.facts().get("id"))));
    }
    waitFor(CONNECTIONS_NANOS_MAX, "after they began", () -> undone(probes));
    waitFor(CONNECTIONS_NANOS_MAX, "after probes were done", this::openConnection);
  }

  private record Probe(String from, String to, String id) {}

  private @Nullable String undone(List<Probe> probes) {
    for (Probe probe : probes) {
      SequencedMap<String, Object> facts =
          simulation
              .handle(probe.from(), new Command.Tell("source", "show", List.of(probe.id())))
              .facts();
      String way = "a new connection from " + probe.from() + " to " + probe.to();
      if (Boolean.TRUE.equals(facts.get("failed"))) {
        throw new NotWhole(way + " has failed: " + facts);
      }
      if (!Boolean.TRUE.equals(facts.get("done"))) {
        return way + " is not done: " + facts;
      }
    }
    return null;
  }

  private void end() {
    simulation.handleAll(new Command.Stop());
    simulation.runUntil(simulation.nowNanos() + 2 * SECOND); // what is on wires arrives
    simulation.checkEmpty();
  }
}
