// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

/**
 * The measurement of one window.
 *
 * @param units how much was done: packets, packet-hops
 * @param wallNanos how long it took
 * @param cpuNanos how much time of processors it took
 */
public record Sample(double units, double wallNanos, double cpuNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Units in a second. */
  public double perSecond() {
    return units * NANOS_PER_SECOND / wallNanos;
  }

  /** Time of processors for a unit, in nanoseconds. */
  public double cpuNanosPerUnit() {
    return cpuNanos / units;
  }
}
