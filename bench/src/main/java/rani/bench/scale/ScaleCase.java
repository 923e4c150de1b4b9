// SPDX-License-Identifier: Apache-2.0
package rani.bench.scale;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Finding;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/** Measures the cost of a node and of a packet, with few nodes and with many. */
public record ScaleCase(List<Integer> liveNodes, List<Integer> virtualRows) implements BenchCase {
  public ScaleCase() {
    this(List.of(10, 30, 100), List.of(10, 100, 1000));
  }

  /** Measures only live nodes in one JVM; all sizes are at least three, the reference first. */
  public ScaleCase(List<Integer> liveNodes) {
    this(liveNodes, List.of());
  }

  @Override
  public String name() {
    return "scale";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    LiveScale.run(options, liveNodes, found);
    if (!virtualRows.isEmpty()) {
      try (Workspace workshop = new Workspace()) {
        found.accept(VirtualScale.run(options, workshop, virtualRows));
      }
    }
  }
}
