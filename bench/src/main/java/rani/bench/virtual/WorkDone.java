// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import java.util.Arrays;
import rani.ground.LabFailure;

/**
 * A worker's report about an order.
 *
 * @param hops how often a packet crossed a link
 * @param events that happened
 * @param wallNanos from go to the end
 * @param cpuNanos time of processors meanwhile, compilers and collector included
 * @param besideNanos how much of it other threads had than the one that works: compilers, collector
 * @param cpuNanosSinceStart time of processors that the process has had in its life
 * @param heapBytes what the network took before go; 0 if that was not looked at
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

  /** How much of its time of processors compilers and collector had, 0…1. */
  double shareBeside() {
    return Math.max(0, (double) besideNanos / cpuNanos);
  }

  /** Whether a line is a {@link #line} of work. */
  static boolean isIn(String line) {
    return line.startsWith(WORD + " ");
  }

  /** Reads {@link #line}. */
  static WorkDone parse(String line) throws LabFailure {
    if (!line.matches(WORD + "( -?[0-9]+){" + NUMBERS + "}")) {
      throw new LabFailure("the worker said: " + line);
    }
    long[] numbers = Arrays.stream(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray();
    return new WorkDone(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
  }

  /** As one line. */
  String line() {
    return String.join(
        " ",
        WORD,
        "" + hops,
        "" + events,
        "" + wallNanos,
        "" + cpuNanos,
        "" + besideNanos,
        "" + cpuNanosSinceStart,
        "" + heapBytes);
  }
}
