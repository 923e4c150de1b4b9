// SPDX-License-Identifier: Apache-2.0
package rani.bench.scale;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Memory;
import rani.bench.harness.RaniJvm;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/**
 * Starts a JVM with a {@link NodeRing}, waits until its links are up, and ends it. Each window has
 * a PSS per node in MiB, with the JVM's own, and the processors that all idle nodes use.
 */
record NodeRingStart(
    Workspace workshop,
    List<String> command,
    int nodes,
    List<Double> mebibytesEach,
    List<Double> idleCores)
    implements Contender {
  private static final double MEBIBYTE = 1 << 20;

  /** How long the processor time of idle nodes is measured. */
  private static final long IDLE_NANOS = 500_000_000;

  static NodeRingStart of(Workspace workshop, int nodes) throws IOException {
    Path folder = workshop.folder();
    List<String> command = new ArrayList<>(RaniJvm.command(NodeRing.class, folder));
    command.add("" + nodes);
    return new NodeRingStart(workshop, command, nodes, new ArrayList<>(), new ArrayList<>());
  }

  @Override
  public String name() {
    return nodes + " nodes in a JVM";
  }

  @Override
  public Sample window(Duration length) throws LabFailure, InterruptedException {
    try {
      long beginNanos = System.nanoTime();
      Child crowd = workshop.start(name(), command);
      try {
        String _ = crowd.await(NodeRing.UP::equals);
        Sample sample = new Sample(nodes, System.nanoTime() - beginNanos, crowd.cpuNanos());
        mebibytesEach.add(Memory.pssBytes(crowd.process().pid()) / MEBIBYTE / nodes);
        long idleNanos = System.nanoTime();
        long cpuNanos = crowd.cpuNanos();
        Workspace.watchFor(IDLE_NANOS);
        idleCores.add((double) (crowd.cpuNanos() - cpuNanos) / (System.nanoTime() - idleNanos));
        return sample;
      } finally {
        workshop.end(crowd);
      }
    } catch (IOException e) {
      throw new LabFailure("cannot measure " + name() + ": " + e.getMessage(), e);
    }
  }
}
