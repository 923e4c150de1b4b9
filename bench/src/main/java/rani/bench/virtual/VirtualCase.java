// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Comparison;
import rani.bench.harness.Contender;
import rani.bench.harness.Finding;
import rani.bench.harness.PairedMeasurement;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Compares virtual time with ns-2 and ns-3: the processor time per packet and link in a chain of
 * ten nodes with 100 constant flows, and at a bottleneck that ten connections and ten other sources
 * share. The reference, 1.00, is ns-2, or rani itself if ns-2 is not installed.
 */
public final class VirtualCase implements BenchCase {
  private static final int NODES = 10;
  private static final String CHAIN = "chain of " + NODES + ", 100 constant flows";
  private static final String BOTTLENECK = "bottleneck, 10 connections and 10 others";
  private static final int ROUNDS_MAX = 3;
  private static final int WINDOWS_TO_COMPILE_MAX = 30;

  /** Packets of each flow per millisecond of a window. */
  private static final int PACKETS_PER_MILLI = 4;

  private static final double ACC_SECONDS_PER_MILLI = 1.2;

  /** ns-3 gets a smaller load, because it is over 30 times slower. */
  private static final int NS3_SHARE = 30;

  private static final List<String> NS3_LIBRARIES =
      List.of(
          "-lns3-applications",
          "-lns3-internet",
          "-lns3-point-to-point",
          "-lns3-network",
          "-lns3-core");

  @Override
  public String name() {
    return "virtual";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    BenchOptions own = options.roundsAtMost(ROUNDS_MAX);
    try (Workspace workshop = new Workspace()) {
      WorkerJvm worker = new WorkerJvm(workshop);

      Optional<Path> ns2 = Workspace.installed("ns");
      if (ns2.isEmpty()) {
        options.progress().accept("virtual: found no ns-2 (`ns`), so that there is no ratio to it");
      }
      if (own.measures(CHAIN)) {
        found.accept(chain(workshop, worker, own, ns2));
      }
      if (own.measures(BOTTLENECK)) {
        found.accept(acc(workshop, worker, own, ns2));
      }
    }
  }

  private Comparison chain(
      Workspace workshop, WorkerJvm worker, BenchOptions options, Optional<Path> ns2)
      throws LabFailure, IOException, InterruptedException {
    int packets = Math.max(1, (int) (options.window().toMillis() * PACKETS_PER_MILLI));
    String order = "chain " + NODES + " " + packets;
    WorkDone cold = worker.ask(order);
    int windows = worker.compile(order, WINDOWS_TO_COMPILE_MAX);
    long hops = hops(packets);
    Contender ours =
        worker.contender(
            "rani",
            order,
            done -> {
              if (done.hops() < hops
                  || done.hops() > hops + hops / 100 + 100) { // hello packets are counted, too
                throw new LabFailure("rani counted " + done.hops() + " hops, not " + hops);
              }
            });
    List<Contender> rivals = new ArrayList<>();
    Contender reference = ours;
    if (ns2.isPresent()) {
      List<String> command =
          List.of("" + ns2.get(), "" + workshop.copy("virtual/chain.tcl"), "" + NODES);
      reference = new Peer(workshop, "ns-2", with(command, packets), hops, 0);
      rivals.add(ours);
    }
    Path ns3 = ns3(workshop, options);
    if (ns3 != null) {
      int fewer = Math.max(1, packets / NS3_SHARE);
      rivals.add(
          new Peer(workshop, "ns-3", List.of("" + ns3, "" + NODES, "" + fewer), hops(fewer), 0));
    }
    return new PairedMeasurement(name(), "hop", options)
        .play(CHAIN, reference, reference, rivals)
        .with(
            new ChainFigures(
                hops,
                (double) cold.events() / cold.hops(),
                (double) cold.cpuNanosSinceStart() / cold.hops(),
                windows));
  }

  private record ChainFigures(
      long packetHops, double eventsPerHop, double coldCpuNanosPerHop, int windowsToCompile)
      implements Facts {}

  private record BottleneckFigures(
      long packetHops, int windowsToCompile, @Inline SequencedMap<String, Long> ofPeers)
      implements Facts {}

  private Comparison acc(
      Workspace workshop, WorkerJvm worker, BenchOptions options, Optional<Path> ns2)
      throws LabFailure, IOException, InterruptedException {
    int seconds = (int) Math.max(10, options.window().toMillis() * ACC_SECONDS_PER_MILLI);
    String order = "acc " + seconds;
    WorkDone first = worker.ask(order);
    int windows = worker.compile(order, WINDOWS_TO_COMPILE_MAX);
    Contender ours = worker.contender("rani", order, done -> {});
    SequencedMap<String, Long> ofPeers = new LinkedHashMap<>();
    List<Contender> rivals = new ArrayList<>();
    Contender reference = ours;
    if (ns2.isPresent()) {
      String script = "" + workshop.copy("virtual/acc.tcl");
      List<String> command = List.of("" + ns2.get(), script, "" + seconds);
      long hops = Peer.count(workshop, "ns-2", with(command, "count"));
      ofPeers.put("packet-hops-of-ns-2", hops);
      reference = new Peer(workshop, "ns-2", with(command, "plain"), 0, hops);
      rivals.add(ours);
    }
    return new PairedMeasurement(name(), "hop", options)
        .play(BOTTLENECK, reference, reference, rivals)
        .with(new BottleneckFigures(first.hops(), windows, ofPeers));
  }

  private static List<String> with(List<String> command, Object word) {
    List<String> words = new ArrayList<>(command);
    words.add(word.toString());
    return words;
  }

  private static long hops(int packets) {
    return (long) packets * Networks.CHAIN_FLOWS * (NODES - 1);
  }

  /** Compiles the program for ns-3; returns null if that is impossible. */
  private static @Nullable Path ns3(Workspace workshop, BenchOptions options)
      throws IOException, InterruptedException {
    if (!Files.exists(Path.of("/usr/include/ns3/core-module.h"))
        || Workspace.installed("c++").isEmpty()) {
      options.progress().accept("virtual: found no headers of ns-3, or no `c++`; it is left out");
      return null;
    }
    Path program = workshop.folder().resolve("chain-of-ns-3");
    List<String> command = new ArrayList<>(List.of("c++", "-O2", "-o", "" + program));
    command.add("" + workshop.copy("virtual/chain.cc"));
    command.addAll(NS3_LIBRARIES);
    try {
      Workspace.compile(command);
    } catch (LabFailure e) {
      options.progress().accept("virtual: left out ns-3: " + e.getMessage());
      return null;
    }
    return program;
  }
}
