// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.world.DropReason;

/** Counts the frames that the nodes of a series dropped, by reason. */
public final class ReasonsReached {
  private final EnumMap<DropReason, Long> frames = new EnumMap<>(DropReason.class);

  public void add(ChaosOutcome outcome) {
    outcome.drops().forEach((reason, count) -> frames.merge(reason, count, Long::sum));
  }

  /** Returns the number of frames by the reason's name, 0 for reasons that did not occur. */
  public SequencedMap<String, Long> frames() {
    SequencedMap<String, Long> named = new LinkedHashMap<>();
    for (DropReason reason : DropReason.values()) {
      named.put(reason.text(), frames.getOrDefault(reason, 0L));
    }
    return named;
  }

  public List<String> missing() {
    return Arrays.stream(DropReason.values())
        .filter(
            reason -> reason != DropReason.AQM) // no queue discipline of a chaos network drops so
        .filter(reason -> !frames.containsKey(reason))
        .map(DropReason::text)
        .toList();
  }
}
