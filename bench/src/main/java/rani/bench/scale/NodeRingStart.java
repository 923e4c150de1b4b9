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
import rani.bench.harness.Workspace.Side;
import rani.ground.LabFailure;

/** A JVM that is started, brings up so many nodes, and is ended: {@link NodeRing}. */
final class NodeRingStart implements Contender {
  private static final double MEBIBYTE = 1 << 20;

  /** How long its nodes are watched while they have nothing to do. */
  private static final long IDLE_NANOS = 500_000_000;

  private final Workspace workshop;
  private final List<String> command;
  private final int nodes;
  private final List<Double> mebibytesEach = new ArrayList<>();
  private final List<Double> idleCores = new ArrayList<>();

  private NodeRingStart(Workspace workshop, List<String> command, int nodes) {
    this.workshop = workshop;
    this.command = command;
    this.nodes = nodes;
  }

  static NodeRingStart of(Workspace workshop, int nodes) throws IOException {
    Path folder = workshop.folder();
    List<String> command = new ArrayList<>(RaniJvm.command(NodeRing.class, folder));
    command.add("" + nodes);
    return new NodeRingStart(workshop, command, nodes);
  }

  @Override
  public String name() {
    return nodes + " nodes in a JVM";
  }

  /** Memory for each node, the JVM's own included, in MiB of PSS; one for each window. */
  List<Double> mebibytesEach() {
    return mebibytesEach;
  }

  /** What all nodes together take of processors while nothing goes on; one for each window. */
  List<Double> idleCores() {
    return idleCores;
  }

  @Override
  public Sample window(Duration length) throws LabFailure, InterruptedException {
    try {
      long beginNanos = System.nanoTime();
      Child crowd = workshop.start(name(), Side.EITHER, command);
      try {
        String _ = crowd.await(NodeRing.UP::equals);
        Sample sample = new Sample(nodes, System.nanoTime() - beginNanos, crowd.cpuNanos());
        mebibytesEach.add(Memory.pssBytes(crowd.pid()) / MEBIBYTE / nodes);
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
