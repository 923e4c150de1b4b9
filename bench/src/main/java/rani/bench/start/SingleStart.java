// SPDX-License-Identifier: Apache-2.0
package rani.bench.start;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.bench.harness.Workspace.Side;
import rani.ground.LabFailure;

/** A process that is started, says that it is ready, and is ended: again and again. */
final class SingleStart implements Contender {
  private final String name;
  private final Workspace workshop;
  private final List<String> command;
  private final Predicate<String> ready;

  /**
   * A process.
   *
   * @param ready holds of the line that it says when it is
   */
  SingleStart(String name, Workspace workshop, List<String> command, Predicate<String> ready) {
    this.name = name;
    this.workshop = workshop;
    this.command = command;
    this.ready = ready;
  }

  @Override
  public String name() {
    return name;
  }

  /** Until it is ready counts, and no more: not how it ends. */
  @Override
  public Sample window(Duration length) throws LabFailure, InterruptedException {
    int starts = 0;
    long wallNanos = 0;
    long cpuNanos = 0;
    while (starts == 0 || wallNanos < length.toNanos()) {
      long beginNanos = System.nanoTime();
      Child child = start();
      try {
        String _ = child.await(ready);
        wallNanos += System.nanoTime() - beginNanos;
        cpuNanos += child.cpuNanos();
        starts++;
      } finally {
        workshop.end(child);
      }
    }
    return new Sample(starts, wallNanos, cpuNanos);
  }

  private Child start() throws LabFailure, InterruptedException {
    try {
      return workshop.start(name, Side.EITHER, command);
    } catch (IOException e) {
      throw new LabFailure("cannot start " + name + ": " + e.getMessage(), e);
    }
  }
}
