// SPDX-License-Identifier: Apache-2.0
package rani.bench.rdp;

/** Goodput: data that arrived, in bytes. */
final class Goodput {
  /** What a sample's unit is called. */
  static final String UNIT = "megabit";

  private static final double BITS = 8;
  private static final double MEGA = 1e6;

  private Goodput() {}

  /** So many bytes. */
  static double megabits(long bytes) {
    return bytes * BITS / MEGA;
  }
}
