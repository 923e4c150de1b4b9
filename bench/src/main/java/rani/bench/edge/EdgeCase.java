// SPDX-License-Identifier: Apache-2.0
package rani.bench.edge;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Finding;
import rani.bench.harness.InterleavedMeasurement;
import rani.bench.harness.InterleavedMeasurement.Beside;
import rani.bench.harness.InterleavedMeasurement.Column;
import rani.bench.harness.Measures;
import rani.bench.harness.Measures.Kind;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.testbed.process.NodeCommand;
import rani.world.Facts;

/**
 * Measures what programs at the edges of two nodes get of a path with one node between: the rate of
 * a TCP connection of the kernel's over links of 100 Mbit/s and unlimited ones, and the delay of
 * small datagrams.
 *
 * <p>The references join two namespaces, too: the kernel's shaper over a veth pair; a chain of C
 * programs that does with one call for a packet at the TUN devices, and batches on the sockets,
 * what nodes do; and a veth pair alone. All are made without root.
 */
public final class EdgeCase implements BenchCase {
  /** A connection takes its time, so there are fewer and longer windows. */
  private static final int TCP_WINDOW_TIMES = 20;

  private static final int TCP_ROUNDS_MAX = 3;
  private static final int DELAY_WINDOW_TIMES = 5;

  private static final String MEGABITS = "100";

  /** What a link of 100 Mbit/s of IPv4 carries with Ethernet's header, which the shaper counts. */
  private static final long SHAPER_BITS =
      100_000_000L * (EdgePath.MTU_BYTES + 14) / EdgePath.MTU_BYTES;

  private static final int SHAPER_BURST_BYTES = 10_000;

  private static final String VETH = "veth";
  private static final String C_CHAIN = "C, TUN and UDP";

  private enum Variant {
    LIMITED(MEGABITS + " Mbit/s"),
    UNLIMITED("unlimited"),
    DELAY("delay");

    private final String text;

    Variant(String text) {
      this.text = text;
    }
  }

  private static final List<Column> TCP_COLUMNS =
      List.of(
          new Column("IPv4 Mbit", Kind.PER_SECOND, Beside.RATIO),
          new Column("CPU/MB", Kind.NANOS, Beside.NOTHING));

  private static final List<Column> DELAY_COLUMNS =
      List.of(
          new Column("p50", Kind.NANOS, Beside.MORE),
          new Column("p99", Kind.NANOS, Beside.NOTHING),
          new Column("returned", Kind.PART, Beside.NOTHING));

  @Override
  public String name() {
    return "edge";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    List<LabFailure> leftOut = new ArrayList<>();
    for (Variant variant : Variant.values()) {
      if (!options.measures(variant.text)) {
        continue;
      }
      try (Workspace workshop = new Workspace()) {
        switch (variant) {
          case LIMITED -> found.accept(limited(workshop, options));
          case UNLIMITED -> found.accept(unlimited(workshop, options));
          case DELAY -> delay(workshop, options, found);
        }
      } catch (LabFailure e) {
        leftOut.add(new LabFailure(variant.text + ": " + e.getMessage(), e));
      }
    }
    if (!leftOut.isEmpty()) {
      throw leftOut.getFirst();
    }
  }

  /** Facts about a variant of TCP. */
  private record TcpFacts(String goal, List<String> congestionControl, int mtuBytes)
      implements Facts {}

  private Measures limited(Workspace workshop, BenchOptions options)
      throws LabFailure, IOException, InterruptedException {
    String[] shaped = {VETH, "" + SHAPER_BITS, "" + SHAPER_BURST_BYTES};
    List<EdgePath> paths = new ArrayList<>();
    for (int instance = 0; instance < 2; instance++) {
      paths.add(KernelPath.lay(workshop, "tc tbf", shaped));
    }
    String rate = "rate: " + MEGABITS + "Mbit/s";
    NodeCommand command = NodeCommand.ofThisJvm();
    paths.add(NodesPath.start(workshop, "nodes", command, rate));
    paths.add(NodesPath.start(workshop, "nodes, 20 ms", command, rate + ", delay: 10ms"));
    return tcp(
        workshop,
        options,
        Variant.LIMITED,
        paths,
        "nodes ≥ 0.97 × tc tbf; 20 ms: ≥ 95 Mbit/s of IPv4");
  }

  private Measures unlimited(Workspace workshop, BenchOptions options)
      throws LabFailure, IOException, InterruptedException {
    List<EdgePath> paths = unlimitedPaths(workshop, C_CHAIN, "udp");
    paths.add(KernelPath.lay(workshop, "C, TUN to TUN", "tun"));
    paths.add(KernelPath.lay(workshop, VETH, VETH));
    return tcp(
        workshop, options, Variant.UNLIMITED, paths, "nodes ≥ 1000 Mbit/s, and a ratio of 0.5");
  }

  /** The reference, the control, and the rivals. */
  private static List<EdgePath> unlimitedPaths(Workspace workshop, String reference, String way)
      throws LabFailure, IOException, InterruptedException {
    List<EdgePath> paths = new ArrayList<>();
    for (int instance = 0; instance < 2; instance++) {
      paths.add(KernelPath.lay(workshop, reference, way));
    }
    NodeCommand command = NodeCommand.ofThisJvm();
    String link = "mtu: " + EdgePath.MTU_BYTES + "B";
    paths.add(NodesPath.start(workshop, "nodes", command, link));
    paths.add(NodesPath.start(workshop, "nodes, both compilers", command.optimized(), link));
    return paths;
  }

  private Measures tcp(
      Workspace workshop, BenchOptions options, Variant variant, List<EdgePath> paths, String goal)
      throws LabFailure, InterruptedException {
    List<TcpLoad> loads = new ArrayList<>();
    for (EdgePath path : paths) {
      loads.add(TcpLoad.start(workshop, path));
    }
    Duration length = options.window().multipliedBy(TCP_WINDOW_TIMES);
    for (TcpLoad load : loads) {
      options.progress().accept(name() + ", " + variant.text + ": warm-up of " + load.name());
      var _ = load.window(length);
    }
    Measures measures =
        new InterleavedMeasurement(
                name(), windows(options, TCP_ROUNDS_MAX, TCP_WINDOW_TIMES), TCP_COLUMNS)
            .play(variant.text, loads.getFirst(), loads.get(1), loads.subList(2, loads.size()));
    List<String> controls =
        loads.stream().flatMap(load -> load.congestionControls().stream()).distinct().toList();
    return measures.with(new TcpFacts(goal, controls, EdgePath.MTU_BYTES));
  }

  private void delay(Workspace workshop, BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    List<EdgePath> paths = unlimitedPaths(workshop, VETH, VETH);
    paths.add(KernelPath.lay(workshop, C_CHAIN, "udp"));
    List<DelayLoad> loads = new ArrayList<>();
    for (EdgePath path : paths) {
      options.progress().accept(name() + ", " + Variant.DELAY.text + ": warm-up of " + path.name());
      loads.add(DelayLoad.start(workshop, path, options.warmUp()));
    }
    for (DelayLoad.Pace pace : DelayLoad.Pace.values()) {
      List<DelayLoad> paced = loads.stream().map(load -> load.at(pace)).toList();
      Measures measures =
          new InterleavedMeasurement(
                  name(), windows(options, options.rounds(), DELAY_WINDOW_TIMES), DELAY_COLUMNS)
              .play(
                  Variant.DELAY.text + ", " + pace.text(),
                  paced.getFirst(),
                  paced.get(1),
                  paced.subList(2, paced.size()));
      found.accept(measures.with(new Measures.Goal("p50 more ≤ 60 µs, of half a round trip")));
    }
  }

  private static BenchOptions windows(BenchOptions options, int roundsMax, int times) {
    return new BenchOptions(
        Math.min(roundsMax, options.rounds()),
        options.window().multipliedBy(times),
        options.warmUp(),
        options.only(),
        options.wide(),
        options.progress());
  }
}
