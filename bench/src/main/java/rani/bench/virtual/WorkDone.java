// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import rani.ground.LabFailure;

/**
 * A worker's report: packet-hops, events, wall and processor time from the start of traffic, the
 * part that other threads used (compilers, garbage collector), processor time since the start of
 * the process, and the network's heap before traffic, 0 if not measured.
 */
public record WorkDone(
    long hops,
    long events,
    long wallNanos,
    long cpuNanos,
    long besideNanos,
    long cpuNanosSinceStart,
    long heapBytes) {
  private static final String WORD = "done";
  private static final int NUMBERS = 7;

  /** Returns the share of compilers and garbage collector in the processor time, 0…1. */
  double shareBeside() {
    return Math.max(0, (double) besideNanos / cpuNanos);
  }

  /** Returns whether a line is a report. */
  static boolean isIn(String line) {
    return line.startsWith(WORD + " ");
  }

  /** Parses a report. */
  static WorkDone parse(String line) throws LabFailure {
    if (!line.matches(WORD + "( -?[0-9]+){" + NUMBERS + "}")) {
      throw new LabFailure("the worker said: " + line);
    }
    long[] numbers = Arrays.stream(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray();
    return new WorkDone(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
  }

  String line() {
    return LongStream.of(
            hops, events, wallNanos, cpuNanos, besideNanos, cpuNanosSinceStart, heapBytes)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(" ", WORD + " ", ""));
  }
}
