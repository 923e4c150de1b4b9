// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.node.NodeFacts;
import rani.rdp.CloseReason;
import rani.rdp.RdpCounts;
import rani.sim.InvariantViolation;
import rani.sim.Simulation;
import rani.testbed.SimulatedLinks;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * Runs a {@link ChaosPlan}. After every event it checks the ledgers, what nodes do to packets
 * ({@link HopJudge}) and what applications receive ({@link DeliveryJudge}). At the end, when all
 * faults are repaired, the network must have recovered:
 *
 * <ul>
 *   <li>every link is up, and every node's routes are those of the file;
 *   <li>every connection has ended, closed or aborted;
 *   <li>new connections between random nodes deliver everything;
 *   <li>when all nodes are stopped, no frame and no buffer is left.
 * </ul>
 */
public final class ChaosRun {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  /** The time within which all links must come up at the start. */
  private static final long START_NANOS_MAX = 10 * SECOND;

  /** The time after the last fault within which links must be up and routes complete. */
  private static final long WHOLE_NANOS_MAX = 20 * SECOND;

  /** The time within which the last connection, or a new one, must end. */
  private static final long CONNECTIONS_NANOS_MAX = 120 * SECOND;

  private static final long LOOK_NANOS = 250 * MILLI;
  private static final int PROBES = 10;

  private final ChaosPlan plan;
  private final Findings findings = new Findings();
  private final HopJudge hops = new HopJudge(findings);
  private final DeliveryJudge judge = new DeliveryJudge(findings, hops);
  private final Simulation simulation;
  private final ChaosOperations operations;
  private final SequencedMap<String, NodeConfig> configs = new LinkedHashMap<>();
  private long made;

  private ChaosRun(ChaosPlan plan, String replay) {
    this.plan = plan;
    ServiceCatalog catalog = ChaosServices.catalog(judge);
    LinkNumbers numbers = LinkNumbers.of(plan.topology());
    RunKey key = ChaosOperations.keyAtStart(plan);
    NodeConfigs unsigned = new NodeConfigs(plan.topology(), catalog, key);
    NodeConfigs file =
        NodeConfigs.areSigning(plan.topology()) ? unsigned.signing(plan.seed()) : unsigned;
    for (NodeConfig config : file.all()) {
      configs.put(config.name(), config);
    }
    simulation =
        new Simulation(
            List.copyOf(configs.values()),
            plan.topology().links().stream()
                .map(link -> SimulatedLinks.wiring(link, numbers))
                .toList(),
            plan.seed(),
            hops::at,
            replay);
    plan.clocks().forEach(simulation::setClock);
    operations = new ChaosOperations(plan, catalog, file, simulation, numbers);
  }

  /** Runs a plan. Violations are in the outcome, with the command that repeats the run. */
  public static ChaosOutcome run(ChaosPlan plan, String replay) {
    ChaosRun run = new ChaosRun(plan, replay);
    String broken = null;
    try {
      run.execute();
    } catch (InvariantViolation | NotWhole e) {
      broken = e.getMessage();
    } catch (RuntimeException | AssertionError e) {
      broken = e + " at " + (e.getStackTrace().length == 0 ? "?" : e.getStackTrace()[0]);
    }
    return run.outcome(Optional.ofNullable(broken));
  }

  /** Thrown when the network has not recovered, or when a judge has found a violation. */
  private static final class NotWhole extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotWhole(String what) {
      super(what);
    }
  }

  private ChaosOutcome outcome(Optional<String> broken) {
    return new ChaosOutcome(
        plan.seed(),
        simulation.eventsTotal(),
        operations.done(),
        simulation.names().stream()
            .mapToLong(name -> simulation.node(name).ledger().departures())
            .sum(),
        made,
        new ChaosOutcome.Judged(
            judge.came(Conversation.Kind.MESSAGES),
            judge.came(Conversation.Kind.STREAM),
            judge.came(Conversation.Kind.DATAGRAMS),
            judge.excused()),
        hops.drops(),
        broken);
  }

  private void execute() {
    simulation.handleAll(new Command.Start());
    waitFor(START_NANOS_MAX, "at the start", this::notUp);
    simulation.handleAll(new Command.Go());
    long goNanos = simulation.nowNanos();
    for (Fault fault : plan.faults()) {
      runUntil(goNanos + fault.atNanos());
      operations.befall(fault.what());
    }
    runUntil(goNanos + plan.faultsNanos());
    operations.heal();
    waitFor(WHOLE_NANOS_MAX, "after the last fault", this::notWhole);
    waitFor(CONNECTIONS_NANOS_MAX, "after the last fault", this::openConnection);
    probe();
    made = connections(RdpCounts::connectionsMade);
    simulation.handleAll(new Command.Stop());
    runUntil(simulation.nowNanos() + 2 * SECOND); // frames on wires arrive
    simulation.checkEmpty();
  }

  /** Advances time, up to the event at which a judge finds a violation. */
  private void runUntil(long timeNanos) {
    simulation.runUntil(timeNanos, findings::isAny);
    String found = findings.first();
    if (found != null) {
      throw new NotWhole("%s, at %.6f s".formatted(found, simulation.nowNanos() / 1e9));
    }
  }

  /** Advances time until {@code look} returns null, which means that nothing is missing. */
  private void waitFor(long nanosMax, String since, Supplier<@Nullable String> look) {
    long deadline = simulation.nowNanos() + nanosMax;
    for (String missing = look.get(); missing != null; missing = look.get()) {
      if (simulation.nowNanos() >= deadline) {
        throw new NotWhole(nanosMax / SECOND + " s " + since + " " + missing);
      }
      runUntil(simulation.nowNanos() + LOOK_NANOS);
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
        int usual = config.links().get(route.link().number()).neighbour();
        int now = nextHop(node, route.destination());
        if (usual != now) {
          return "node %s reaches %s by %s, not %s"
              .formatted(
                  config.name(),
                  Address.text(route.destination()),
                  Address.text(now),
                  Address.text(usual));
        }
      }
    }
    return null;
  }

  /** Returns the next hop towards an address; 0 if there is no route. */
  private static int nextHop(Node node, int destination) {
    LinkId link = node.route(destination);
    return node.links().stream()
        .filter(each -> each.id().equals(link))
        .findFirst()
        .map(LinkConfig::neighbour)
        .orElse(0);
  }

  private @Nullable String openConnection() {
    for (String name : simulation.names()) {
      long open = connections(name, RdpCounts::connections);
      if (open > 0) {
        return "node " + name + " has " + open + " open connections";
      }
    }
    return null;
  }

  private long connections(ToLongFunction<RdpCounts> counted) {
    return simulation.names().stream().mapToLong(name -> connections(name, counted)).sum();
  }

  private long connections(String node, ToLongFunction<RdpCounts> counted) {
    long sum = 0;
    Facts services = simulation.handle(node, new Command.Show(Command.Subject.SERVICES)).facts();
    for (NodeFacts.OfService service : ((NodeFacts.Services) services).services().values()) {
      if (service.own() instanceof JudgedTraffic.Shown shown && shown.rdp() != null) {
        sum += counted.applyAsLong(shown.rdp());
      }
    }
    return sum;
  }

  /** Opens new connections between random nodes and waits until they have delivered everything. */
  private void probe() {
    ChaosRandom random = new ChaosRandom(plan.seed(), "probes");
    List<String> names = List.copyOf(simulation.names());
    List<Conversation> probes = new ArrayList<>();
    for (int k = 0; k < PROBES; k++) {
      String from = random.one(names);
      String to = random.one(names);
      if (from.equals(to)) {
        continue;
      }
      List<String> words = new ArrayList<>(List.of("to=" + to));
      words.addAll(
          random.chance(0.5)
              ? List.of("kind=messages", "count=10", "answers=5")
              : List.of("kind=stream", "count=10000", "answers=5000"));
      for (String option : ChaosNetwork.IMPATIENT.split(", ", -1)) {
        words.add(option.replace(": ", "="));
      }
      Reply begun = simulation.handle(from, new Command.Tell(JudgedTraffic.NAME, "open", words));
      if (!begun.ok()) {
        throw new NotWhole(from + " cannot open a connection to " + to + ": " + begun.message());
      }
      probes.add(judge.last());
    }
    waitFor(CONNECTIONS_NANOS_MAX, "after they began", () -> undone(probes));
    waitFor(CONNECTIONS_NANOS_MAX, "after probes were done", this::openConnection);
  }

  /** Returns the connection that is not done; null if all are. Throws if one was aborted. */
  private static @Nullable String undone(List<Conversation> probes) {
    for (Conversation probe : probes) {
      CloseReason ended = probe.callerEnded();
      String way = "a new connection, " + probe.text(false);
      if (ended == null) {
        return way + ", is not done: " + probe.counts();
      }
      if (ended != CloseReason.CLOSED) {
        throw new NotWhole(way + ", was " + ended.text() + ": " + probe.counts());
      }
    }
    return null;
  }
}
