// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;
import rani.bench.harness.InterleavedMeasurement;

/**
 * Repeats a task that returns its number of packets. The window's length is processor time, so that
 * it does not depend on the machine's load.
 */
record Work(String name, LongSupplier turn) implements InterleavedMeasurement.Player {
  private static final int TURNS_PER_LOOK = 64;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Override
  public double[] window(Duration length) {
    long cpuBefore = THREADS.getCurrentThreadCpuTime();
    long packets = 0;
    do {
      for (int i = 0; i < TURNS_PER_LOOK; i++) {
        packets += turn.getAsLong();
      }
    } while (THREADS.getCurrentThreadCpuTime() - cpuBefore < length.toNanos());
    double cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBefore;
    return new double[] {cpuNanos / packets};
  }
}
