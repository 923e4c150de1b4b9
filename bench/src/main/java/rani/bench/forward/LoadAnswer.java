// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.util.Arrays;
import rani.ground.LabFailure;

/** The load's report about a window: packets sent, passed through and lost, and duration. */
record LoadAnswer(long sent, long received, long lost, long nanos) {
  static LoadAnswer parse(String line) throws LabFailure {
    if (!line.matches("\\d{1,18}( \\d{1,18}){3}")) {
      throw new LabFailure("the load says: " + line);
    }
    long[] numbers = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    return new LoadAnswer(numbers[0], numbers[1], numbers[2], numbers[3]);
  }
}
