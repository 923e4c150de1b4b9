// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import rani.world.Streams;

/** A packet's arrival at a queue: nanoseconds since the start, and IPv4 total length. */
record Arrival(long atNanos, int bytes) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Lengths of acknowledgements, and of segments with an old and a new usual MTU. */
  private static final int[] MIXED_BYTES = {40, 552, 1500};

  /** Returns a Poisson process; packets that are not of mixed lengths have 1000 bytes. */
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

  /** Returns the mean packet length of {@link #poisson}. */
  static double meanBytes(boolean mixed) {
    return mixed ? Arrays.stream(MIXED_BYTES).average().orElseThrow() : 1000;
  }

  /** Returns the text form that {@code red.tcl} reads. */
  static String text(List<Arrival> arrivals) {
    return arrivals.stream()
        .map(
            each ->
                String.format(
                    Locale.ROOT, "%.9f %d%n", each.atNanos / NANOS_PER_SECOND, each.bytes))
        .collect(Collectors.joining());
  }

  /** Parses the text form of {@link #text}. */
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
