// SPDX-License-Identifier: Apache-2.0
package rani.bench.start;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/** Repeatedly starts a process, waits for a line that says it is ready, and ends it. */
record SingleStart(String name, Workspace workshop, List<String> command, Predicate<String> ready)
    implements Contender {
  /** Measures the time until the process is ready, without its end. */
  @Override
  public Sample window(Duration length) throws LabFailure, InterruptedException {
    int starts = 0;
    long wallNanos = 0;
    long cpuNanos = 0;
    while (starts == 0 || wallNanos < length.toNanos()) {
      long beginNanos = System.nanoTime();
      Child child = workshop.start(name, command);
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
}
