// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** How often each of some words was told, in the order in which they were told first. */
final class Tally {
  private final SequencedMap<String, Count> counts = new LinkedHashMap<>();

  private static final class Count {
    long value;
  }

  void add(String word) {
    Count count = counts.get(word);
    if (count == null) {
      count = new Count();
      counts.put(word, count);
    }
    count.value++;
  }

  /** What was counted so far; it does not change any more. */
  SequencedMap<String, Long> counts() {
    SequencedMap<String, Long> copy = new LinkedHashMap<>();
    counts.forEach((word, count) -> copy.put(word, count.value));
    return copy;
  }
}
