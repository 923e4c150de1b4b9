// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.world.DropReason;

/** How often the nodes of a series dropped frames for each reason that there is. */
public final class ReasonsReached {
  private final EnumMap<DropReason, Long> frames = new EnumMap<>(DropReason.class);

  /** Adds what one seed has reached. */
  public void add(ChaosOutcome outcome) {
    outcome.drops().forEach((reason, count) -> frames.merge(reason, count, Long::sum));
  }

  /** Frames by the reason's name, also those for which there were none. */
  public SequencedMap<String, Long> frames() {
    SequencedMap<String, Long> named = new LinkedHashMap<>();
    for (DropReason reason : DropReason.values()) {
      named.put(reason.text(), frames.getOrDefault(reason, 0L));
    }
    return named;
  }

  /** The names of those for which no frame was dropped. */
  public List<String> missing() {
    return Arrays.stream(DropReason.values())
        .filter(reason -> reason != DropReason.AQM) // no discipline of a chaos drops for it
        .filter(reason -> !frames.containsKey(reason))
        .map(DropReason::text)
        .toList();
  }
}
