// SPDX-License-Identifier: Apache-2.0
package rani.bench.edge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import rani.bench.harness.Child;
import rani.bench.harness.CpuClock;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/** The path of {@code edge.c}: a veth pair, or TUN devices that C programs read and write. */
record KernelPath(String name, Workspace workshop, Child holder, String[] files)
    implements EdgePath {
  private static final String READY = "ready ";
  private static final int FILES = 3;

  /**
   * Makes namespaces, which last until the path is closed. Fails with the reason if this machine
   * forbids it, or a program is missing.
   *
   * @param way of {@code edge.c}, and its arguments
   */
  static KernelPath lay(Workspace workshop, String name, String... way)
      throws LabFailure, IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("" + workshop.program("edge")));
    command.addAll(List.of(way));
    Child holder = workshop.start(name, command);
    String ready = holder.await(line -> line.startsWith(READY));
    String[] files = ready.substring(READY.length()).split(" ", FILES);
    return new KernelPath(name, workshop, holder, files);
  }

  private List<String> within(String network) {
    return List.of("nsenter", "--preserve-credentials", "--user=" + files[0], "--net=" + network);
  }

  @Override
  public List<String> atSource() {
    return within(files[1]);
  }

  @Override
  public List<String> atSink() {
    return within(files[2]);
  }

  @Override
  public String sinkAddress() {
    return "10.0.0.2";
  }

  @Override
  public long cpuNanos() {
    try (Stream<ProcessHandle> carriers = holder.process().children()) {
      return carriers.mapToLong(CpuClock::nanos).sum();
    }
  }

  @Override
  public void close() {
    workshop.end(holder);
  }
}
