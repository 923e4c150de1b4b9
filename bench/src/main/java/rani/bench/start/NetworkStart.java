// SPDX-License-Identifier: Apache-2.0
package rani.bench.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.CpuClock;
import rani.bench.harness.Memory;
import rani.bench.harness.Rings;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunRecord;

/** Starts and ends a ring of nodes by {@code rani up}; PSS is the mean of idle nodes, in MiB. */
record NetworkStart(
    Workspace workshop,
    List<String> rani,
    int nodes,
    Path topology,
    List<Double> wallSeconds,
    List<Double> pssMebibytes)
    implements Contender {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long MEBIBYTE = 1 << 20;

  /** Time after which a node has finished the remaining work of its start. */
  private static final long IDLE_NANOS = 300_000_000;

  /** Creates a ring; {@code rani} is the command line up to the verb. */
  static NetworkStart ring(Workspace workshop, List<String> rani, int nodes) throws IOException {
    Path file = workshop.folder().resolve("ring-" + nodes + ".yaml");
    Files.writeString(file, Rings.yaml(nodes));
    return new NetworkStart(workshop, rani, nodes, file, new ArrayList<>(), new ArrayList<>());
  }

  @Override
  public String name() {
    return "rani up, " + nodes + " nodes";
  }

  /** Measures one start of any duration: until {@code rani up} reports that every link is up. */
  @Override
  public Sample window(Duration length) throws LabFailure, InterruptedException {
    RunDirectory run =
        RunDirectory.at(workshop.folder().resolve("up-" + nodes + "-" + wallSeconds.size()));
    AutoCloseable end = () -> end(run);
    workshop.keep(end);
    try {
      Sample sample = start(run);
      Workspace.watchFor(IDLE_NANOS);
      look(run);
      return sample;
    } catch (IOException e) {
      throw new LabFailure("cannot start " + name() + ": " + e.getMessage(), e);
    } finally {
      end(run);
      workshop.closed(end);
    }
  }

  private Sample start(RunDirectory run) throws LabFailure, IOException, InterruptedException {
    List<String> command = new ArrayList<>(rani);
    command.addAll(List.of("up", "" + topology, "--out", "" + run.path()));
    long beginNanos = System.nanoTime();
    Child up = workshop.start(name(), command);
    try {
      String _ = up.await(line -> line.contains(" is up: "));
      long wallNanos = System.nanoTime() - beginNanos;
      long cpuNanos = up.cpuNanos();
      for (ProcessHandle node : processes(run)) {
        cpuNanos += CpuClock.nanos(node);
      }
      wallSeconds.add(wallNanos / NANOS_PER_SECOND);
      return new Sample(1, wallNanos, cpuNanos);
    } finally {
      workshop.end(up);
    }
  }

  private void look(RunDirectory run) throws LabFailure, IOException {
    List<ProcessHandle> processes = processes(run);
    long bytes = 0;
    for (ProcessHandle node : processes) {
      bytes += Memory.pssBytes(node.pid());
    }
    pssMebibytes.add((double) bytes / MEBIBYTE / processes.size());
  }

  private static List<ProcessHandle> processes(RunDirectory run) throws LabFailure {
    return RunRecord.read(run.record()).nodes().stream()
        .flatMap(node -> node.process().stream())
        .toList();
  }

  private static void end(RunDirectory run) throws LabFailure {
    if (Files.exists(run.record())) {
      List<NodeRecord> _ = RunRecord.read(run.record()).down();
    }
  }
}
