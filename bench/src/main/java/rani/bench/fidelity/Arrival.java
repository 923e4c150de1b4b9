// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import rani.world.Streams;

/**
 * A packet that arrives at a queue.
 *
 * @param atNanos time since the beginning
 * @param bytes IPv4 total length
 */
record Arrival(long atNanos, int bytes) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Lengths of packets where they are not all alike: acknowledgements, old and new segments. */
  private static final int[] MIXED_BYTES = {40, 552, 1500};

  /**
   * Independent arrivals.
   *
   * @param mixed whether lengths differ; else each packet has 1000 bytes
   * @param meanGapNanos between two of them
   */
  static List<Arrival> poisson(String stream, int packets, boolean mixed, double meanGapNanos) {
    RandomGenerator random = Streams.of(1, "fidelity", stream);
    List<Arrival> arrivals = new ArrayList<>();
    long atNanos = 0;
    for (int i = 0; i < packets; i++) {
      atNanos += 1 + (long) Streams.exponential(random, meanGapNanos);
      int bytes = mixed ? MIXED_BYTES[(int) Streams.below(random, MIXED_BYTES.length)] : 1000;
      arrivals.add(new Arrival(atNanos, bytes));
    }
    return arrivals;
  }

  /** The mean packet length of {@link #poisson}. */
  static double meanBytes(boolean mixed) {
    return mixed ? java.util.Arrays.stream(MIXED_BYTES).average().orElseThrow() : 1000;
  }

  /** The text form that {@code red.tcl} reads. */
  static String text(List<Arrival> arrivals) {
    StringBuilder text = new StringBuilder();
    for (Arrival each : arrivals) {
      text.append(
          String.format(Locale.ROOT, "%.9f %d%n", each.atNanos / NANOS_PER_SECOND, each.bytes));
    }
    return text.toString();
  }

  /** Reads {@link #text}. */
  static List<Arrival> parse(List<String> lines) {
    return lines.stream()
        .map(line -> line.split(" "))
        .map(
            words ->
                new Arrival(
                    Math.round(Double.parseDouble(words[0]) * NANOS_PER_SECOND),
                    Integer.parseInt(words[1])))
        .toList();
  }
}
