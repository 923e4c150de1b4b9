// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import rani.ground.LabFailure;

/**
 * The load's report about a window.
 *
 * @param sent packets that went into the forwarder
 * @param received packets that came out
 * @param lost packets that did not
 * @param nanos how long it took
 */
record LoadAnswer(long sent, long received, long lost, long nanos) {
  private static final int NUMBERS = 4;

  static LoadAnswer parse(String line) throws LabFailure {
    String[] words = line.split(" ", NUMBERS);
    try {
      if (words.length == NUMBERS) {
        return new LoadAnswer(
            Long.parseLong(words[0]),
            Long.parseLong(words[1]),
            Long.parseLong(words[2]),
            Long.parseLong(words[3]));
      }
    } catch (NumberFormatException e) {
      throw new LabFailure("the load says: " + line, e);
    }
    throw new LabFailure("the load says: " + line);
  }
}
