// SPDX-License-Identifier: Apache-2.0
package rani.bench.scale;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Comparison;
import rani.bench.harness.Contender;
import rani.bench.harness.PairedMeasurement;
import rani.bench.harness.Workspace;
import rani.bench.virtual.WorkerJvm;
import rani.ground.LabFailure;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Measures networks of 10 to 10,000 nodes in virtual time: parallel chains of ten nodes in one
 * simulation, each with ten constant flows. The number of packet-hops in a window is about the same
 * for all sizes. The reference is a single chain.
 */
final class VirtualScale {
  private static final int NODES = 10;
  private static final int FLOWS = 10;
  private static final int HOPS_PER_MILLI = 1500;
  private static final int ROUNDS_MAX = 3;
  private static final int WINDOWS_TO_COMPILE_MAX = 24;

  /** The limit for larger networks, whose construction takes long. */
  private static final int LARGE_WINDOWS_TO_COMPILE_MAX = 3;

  private VirtualScale() {}

  static Comparison run(BenchOptions options, Workspace workshop, List<Integer> moreRows)
      throws LabFailure, InterruptedException {
    WorkerJvm worker = new WorkerJvm(workshop);
    BenchOptions own = options.roundsAtMost(ROUNDS_MAX);
    long hops = options.window().toMillis() * HOPS_PER_MILLI;
    SequencedMap<Integer, Long> bytesOfNode = new LinkedHashMap<>();
    Contender reference = contender(worker, 1, hops, bytesOfNode);
    List<Contender> rivals = new ArrayList<>();
    for (int rows : moreRows) {
      rivals.add(contender(worker, rows, hops, bytesOfNode));
    }
    int windows = worker.compile(order(1, hops), WINDOWS_TO_COMPILE_MAX);
    for (int rows : moreRows) {
      int _ = worker.compile(order(rows, hops), LARGE_WINDOWS_TO_COMPILE_MAX);
    }
    Comparison comparison =
        new PairedMeasurement("scale", "hop", own)
            .play("virtual time", reference, reference, rivals);
    SequencedMap<String, Long> heapBytes = new LinkedHashMap<>();
    bytesOfNode.forEach((nodes, bytes) -> heapBytes.put("heap-bytes-per-node-of-" + nodes, bytes));
    return comparison.with(new Figures(heapBytes, windows));
  }

  private record Figures(@Inline SequencedMap<String, Long> heapBytes, int windowsToCompile)
      implements Facts {}

  private static Contender contender(
      WorkerJvm worker, int rows, long hops, Map<Integer, Long> bytesOfNode) {
    int nodes = rows * NODES;
    return worker.contender(
        nodes + " nodes",
        order(rows, hops),
        done -> {
          if (rows > 1) {
            bytesOfNode.put(nodes, done.heapBytes() / nodes);
          }
        });
  }

  private static String order(int rows, long hops) {
    long packets = Math.max(1, hops / ((long) rows * FLOWS * (NODES - 1)));
    return "rows " + NODES + " " + packets + " " + rows;
  }
}
