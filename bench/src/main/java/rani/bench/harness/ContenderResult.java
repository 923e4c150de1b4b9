// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;

/**
 * A contender's units per second and processor time per unit, and ratios to the reference's windows
 * before and after: above 1, the contender is faster, or needs less processor time. {@code dropped}
 * counts windows without a ratio, because the reference's windows differed.
 */
public record ContenderResult(
    String contender,
    Spread perSecond,
    Spread cpuNanos,
    Spread ratio,
    Spread cpuRatio,
    int dropped) {

  /** Returns the result for JSON. */
  Facts facts(String unit) {
    SequencedMap<String, Facts> spreads = new LinkedHashMap<>();
    spreads.put(unit + "s-per-second", perSecond.facts());
    spreads.put("cpu-nanos-per-" + unit, cpuNanos.facts());
    spreads.put("ratio", ratio.facts());
    spreads.put("cpu-ratio", cpuRatio.facts());
    return new Shown(contender, spreads, ratio.count() + dropped, dropped);
  }

  private record Shown(
      String contender,
      @Inline SequencedMap<String, Facts> spreads,
      int windows,
      int windowsDropped)
      implements Facts {}
}
