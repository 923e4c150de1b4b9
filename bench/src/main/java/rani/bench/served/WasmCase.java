// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Child;
import rani.bench.harness.Finding;
import rani.bench.harness.InterleavedMeasurement;
import rani.bench.harness.InterleavedMeasurement.Beside;
import rani.bench.harness.InterleavedMeasurement.Column;
import rani.bench.harness.InterleavedMeasurement.Player;
import rani.bench.harness.Measures;
import rani.bench.harness.Measures.Kind;
import rani.bench.harness.RaniJvm;
import rani.bench.harness.Spread;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.ServiceProvider;

/**
 * Measures services in WebAssembly beside the same services in Java: how much processor time and
 * memory a call takes beyond a service that only forwards, and how long it takes from a module's
 * bytes to its first packet's fate, in a JVM that has never loaded one, without and with the AOT
 * cache of rani's verbs, and in one that has.
 *
 * <p>Sixteen datagrams of 256 bytes, each of another flow, pass a node without sockets in this JVM.
 * The goals: a verdict takes at most 60 ns more than in Java, a monitor at most 150 ns, no call
 * allocates; a module of 50 kB is loaded in 500 ms cold, 50 ms warm.
 */
public final class WasmCase implements BenchCase {
  private static final int FRAMES = 16;
  private static final int WINDOW_PARTS = 10;
  private static final int WARM_UP_TURNS = 6;
  private static final int LOADS_UNTIL_WARM = 30;
  private static final int COLD_ROUNDS_MAX = 5;
  private static final QueueConfig DROP_TAIL = QueueConfig.dropTail(400);
  private static final String NANOS = "nanos ";
  private static final String COLD = "load-cold";
  private static final String CACHED = "load-cached";
  private static final String WARM = "load-warm";
  private static final String GOAL =
      "beyond the same in Java: verdict ≤ 60 ns, monitor ≤ 150 ns; nothing allocated; 50 kB loaded"
          + " in 500 ms cold, 50 ms warm";

  private static final String CPU = "CPU/packet";
  private static final String ALLOCATED = "allocated/packet";
  private static final List<Column> COLUMNS =
      List.of(
          new Column(CPU, Kind.NANOS, Beside.MORE),
          new Column(ALLOCATED, Kind.BYTES, Beside.NOTHING));
  private static final List<Column> LOAD = List.of(new Column("load", Kind.NANOS, Beside.MORE));

  @Override
  public String name() {
    return "wasm";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    calls("verdict", JavaPeers.verdict(), options, found);
    calls("monitor", JavaPeers.monitor(), options, found);
    calls("marker", JavaPeers.marker(), options, found);
    loads(COLD, options, found);
    loads(CACHED, options, found);
    loads(WARM, options, found);
  }

  private void calls(
      String variant, ServiceProvider peer, BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    if (!options.measures(variant)) {
      return;
    }
    ServiceProvider module = LoadRun.read(LoadRun.module(variant)).provider();
    List<FrameReplay> nodes = new ArrayList<>();
    try {
      List<Player> players =
          List.of(
              player(nodes, "only forwards", new PassThrough.Provider()),
              player(nodes, "only forwards", new PassThrough.Provider()),
              player(nodes, "Java", peer),
              player(nodes, "WebAssembly", module));
      for (int turn = 0; turn < WARM_UP_TURNS; turn++) {
        for (Player player : players) {
          double[] _ = player.window(options.warmUp().dividedBy(2 * WARM_UP_TURNS));
        }
      }
      Measures measures =
          new InterleavedMeasurement(name(), options.windowParts(WINDOW_PARTS), COLUMNS)
              .play(variant, players.get(0), players.get(1), players.subList(2, players.size()));
      double forwards = median(measures, 0, ALLOCATED);
      found.accept(
          measures.with(
              figures(
                  more(measures, "WebAssembly", CPU),
                  Math.max(0, median(measures, 3, ALLOCATED) - forwards),
                  more(measures, "Java", CPU))));
    } finally {
      nodes.forEach(FrameReplay::close);
    }
  }

  private static Player player(List<FrameReplay> nodes, String name, ServiceProvider service) {
    FrameReplay node =
        new FrameReplay(Rate.UNLIMITED, DROP_TAIL, service, service.activeNumber(), FRAMES);
    nodes.add(node);
    return new Calls(name, node);
  }

  /** Passes packets; returns processor time and allocated bytes of each. */
  private record Calls(String name, FrameReplay node) implements Player {
    private static final int TURNS_PER_LOOK = 64;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Override
    public double[] window(Duration length) {
      long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
      long cpuBefore = THREADS.getCurrentThreadCpuTime();
      long packets = 0;
      do {
        for (int i = 0; i < TURNS_PER_LOOK; i++) {
          packets += node.turn();
        }
      } while (THREADS.getCurrentThreadCpuTime() - cpuBefore < length.toNanos());
      double cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBefore;
      double bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
      return new double[] {cpuNanos / packets, bytes / packets};
    }
  }

  private void loads(String variant, BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    if (!options.measures(variant)) {
      return;
    }
    boolean isCold = !variant.equals(WARM);
    byte[] module = LoadRun.module("load");
    try (Workspace workspace = new Workspace()) {
      List<String> jvm =
          variant.equals(CACHED)
              ? RaniJvm.verb(LoadRun.VERB)
              : RaniJvm.command(LoadRun.class, workspace.folder());
      Player java = isCold ? inOwnJvm(workspace, jvm, "java") : load("Java", LoadRun::ofJava);
      Player ours =
          isCold
              ? inOwnJvm(workspace, jvm, "WebAssembly")
              : load("WebAssembly", () -> LoadRun.ofModule(module));
      for (int i = 0; !isCold && i < LOADS_UNTIL_WARM; i++) {
        double[] _ = ours.window(Duration.ZERO);
      }
      Measures measures =
          new InterleavedMeasurement(name(), options.roundsAtMost(COLD_ROUNDS_MAX), LOAD)
              .play(variant, ours, ours, List.of(java));
      found.accept(
          measures.with(figures(median(measures, 0, "load"), 0, median(measures, 2, "load"))));
    }
  }

  @FunctionalInterface
  private interface Load {
    double nanos() throws LabFailure, InterruptedException;
  }

  private static Player load(String name, Load load) {
    return new Player() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double[] window(Duration length) throws LabFailure, InterruptedException {
        return new double[] {load.nanos()};
      }
    };
  }

  private static Player inOwnJvm(Workspace workspace, List<String> jvm, String name) {
    List<String> command = new ArrayList<>(jvm);
    command.add(name);
    return load(
        name,
        () -> {
          Child child = workspace.start(name, command);
          String said = child.await(line -> line.startsWith(NANOS));
          workspace.end(child);
          return Long.parseLong(said.substring(NANOS.length()).strip());
        });
  }

  private static double more(Measures measures, String contender, String column) {
    return measures.rows().stream()
        .filter(row -> row.contender().equals(contender))
        .flatMap(row -> row.figure(column + " more").stream())
        .map(Measures.Figure::values)
        .filter(values -> values.count() > 0)
        .mapToDouble(Spread::median)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double median(Measures measures, int row, String column) {
    return measures.rows().get(row).figure(column).orElseThrow().values().median();
  }

  /** Returns the figures of a variant, by the names that its readers expect. */
  private static JsonObject figures(double nanos, double bytes, double peerNanos) {
    SequencedMap<String, Object> figures = new LinkedHashMap<>();
    figures.put("nanosPerCall", rounded(nanos));
    figures.put("bytesPerCall", rounded(bytes));
    figures.put("peerNanos", rounded(peerNanos));
    figures.put("goal", GOAL);
    return JsonObject.of(figures);
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
