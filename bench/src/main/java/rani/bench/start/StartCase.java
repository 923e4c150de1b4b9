// SPDX-License-Identifier: Apache-2.0
package rani.bench.start;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Comparison;
import rani.bench.harness.Contender;
import rani.bench.harness.Finding;
import rani.bench.harness.PairedMeasurement;
import rani.bench.harness.RaniJvm;
import rani.bench.harness.Spread;
import rani.bench.harness.UdpPorts;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.testbed.process.NodeCommand;

/**
 * Measures how fast a node starts, with and without the AOT cache, how fast networks start, each of
 * at least three nodes, and how much memory an idle node uses. The reference, 1.00, is the same JVM
 * that prints hello, without options. A node is ready when it has printed the addresses of its
 * links, a network when {@code rani up} reports that every link is up.
 */
public record StartCase(List<Integer> networks) implements BenchCase {
  /** The limit of rounds for networks, which take seconds to start. */
  private static final int NETWORK_ROUNDS_MAX = 3;

  /** A node with one link to a neighbour that is never started. */
  private static final String PAIR =
      """
      topology: bench-start
      nodes:
        here: {ports: {there: {receive: %d, send: %d}}}
        there: {ports: {here: {receive: %d, send: %d}}}
      links: {here -- there: {}}
      """;

  public StartCase() {
    this(List.of(8, 20));
  }

  @Override
  public String name() {
    return "start";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workspace workshop = new Workspace()) {
      Contender hello = hello(workshop);
      found.accept(
          match(options, options.rounds()).play("one node", hello, hello, nodes(workshop)));
      List<NetworkStart> starts = new ArrayList<>();
      for (int nodes : networks) {
        starts.add(NetworkStart.ring(workshop, NodeCommand.verb(), nodes));
      }
      Comparison comparison =
          match(options, Math.min(NETWORK_ROUNDS_MAX, options.rounds()))
              .play("networks, a JVM for each node", hello, hello, List.copyOf(starts));
      found.accept(comparison.with(figures(starts)));
    }
  }

  /** Halves the length of windows, because a start of the reference takes little time. */
  private PairedMeasurement match(BenchOptions options, int rounds) {
    Duration window = options.window().dividedBy(2);
    return new PairedMeasurement(
        name(), "start", new BenchOptions(rounds, window, window, options.progress()));
  }

  private static Contender hello(Workspace workshop) throws IOException {
    String name = HelloWorld.class.getName();
    String file = name.replace('.', '/') + ".class";
    Path copy = workshop.folder().resolve(file);
    Files.createDirectories(copy.getParent());
    try (InputStream in = HelloWorld.class.getResourceAsStream("HelloWorld.class")) {
      if (in == null) {
        throw new IOException("rani.bench has no " + file);
      }
      Files.write(copy, in.readAllBytes());
    }
    List<String> command = List.of(RaniJvm.java(), "-cp", "" + workshop.folder(), name);
    return new SingleStart("hello", workshop, command, HelloWorld.HELLO::equals);
  }

  private static List<Contender> nodes(Workspace workshop) throws IOException {
    Object[] ports = Arrays.stream(UdpPorts.free(4)).boxed().toArray();
    Path pair = Files.writeString(workshop.folder().resolve("pair.yaml"), PAIR.formatted(ports));
    List<Contender> nodes = new ArrayList<>();
    nodes.add(node("rani node", workshop, NodeCommand.byHand(), pair));
    Optional<List<String>> without = RaniJvm.nodeWithoutAotCache(workshop.folder());
    if (without.isPresent()) {
      nodes.add(node("rani node, no AOT cache", workshop, without.get(), pair));
    }
    return nodes;
  }

  private static Contender node(String name, Workspace workshop, List<String> rani, Path topology) {
    List<String> command = new ArrayList<>(rani);
    command.addAll(List.of("node", "--topology", "" + topology, "--name", "here"));
    return new SingleStart(name, workshop, command, line -> line.contains("link-0 to there: "));
  }

  private static JsonObject figures(List<NetworkStart> networks) {
    SequencedMap<String, Double> figures = new LinkedHashMap<>();
    for (NetworkStart network : networks) {
      Spread seconds = Spread.of(network.wallSeconds());
      Spread pss = Spread.of(network.pssMebibytes());
      figures.put("seconds until " + network.name(), rounded(seconds.median()));
      figures.put("MiB of memory (PSS) each idle node, " + network.name(), rounded(pss.median()));
    }
    return JsonObject.of(figures);
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
