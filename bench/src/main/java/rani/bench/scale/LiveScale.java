// SPDX-License-Identifier: Apache-2.0
package rani.bench.scale;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Comparison;
import rani.bench.harness.Finding;
import rani.bench.harness.Memory;
import rani.bench.harness.PairedMeasurement;
import rani.bench.harness.Spread;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.json.JsonObject;

/**
 * Measures the cost of one more live node in a shared JVM: elapsed and processor time until all
 * links are up, memory, and processor time while idle. The reference is a JVM with few nodes.
 */
final class LiveScale {
  private static final int ROUNDS_MAX = 3;
  private static final double GIBIBYTE = 1 << 30;

  private LiveScale() {}

  /** Measures JVMs with different numbers of nodes, the reference first. */
  static void run(BenchOptions options, List<Integer> sizes, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workspace workshop = new Workspace()) {
      List<NodeRingStart> all = new ArrayList<>();
      for (int nodes : sizes) {
        all.add(NodeRingStart.of(workshop, nodes));
      }
      NodeRingStart reference = all.getFirst();
      Comparison comparison =
          new PairedMeasurement("scale", "node", options.roundsAtMost(ROUNDS_MAX))
              .play(
                  "live, nodes in one JVM",
                  reference,
                  reference,
                  List.copyOf(all.subList(1, all.size())));
      found.accept(comparison.with(figures(all)));
    }
  }

  private static JsonObject figures(List<NodeRingStart> all) throws IOException {
    SequencedMap<String, Double> figures = new LinkedHashMap<>();
    for (NodeRingStart crowd : all) {
      figures.put(
          "MiB of memory (PSS) each of " + crowd.name(),
          rounded(Spread.of(crowd.mebibytesEach()).median()));
      figures.put(
          "processors that idle " + crowd.name() + " take",
          rounded(Spread.of(crowd.idleCores()).median()));
    }
    figures.put("GiB of memory to be had", rounded(Memory.availableBytes() / GIBIBYTE));
    return JsonObject.of(figures);
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
