// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

/** Units of work done in a window, such as packets, and elapsed and processor time. */
public record Sample(double units, double wallNanos, double cpuNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Returns a sample in megabits. */
  public static Sample ofData(long bytes, double wallNanos, double cpuNanos) {
    return new Sample(bytes * 8 / 1e6, wallNanos, cpuNanos);
  }

  public double perSecond() {
    return units * NANOS_PER_SECOND / wallNanos;
  }

  public double cpuNanosPerUnit() {
    return cpuNanos / units;
  }
}
