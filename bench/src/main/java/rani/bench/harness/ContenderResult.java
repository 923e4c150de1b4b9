// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The result of one contender; each figure has a value per window.
 *
 * @param perSecond units per second
 * @param cpuNanos processor time per unit
 * @param ratio units per second, relative to the reference's windows before and after; empty for
 *     the reference itself
 * @param cpuRatio the reference's processor time per unit, relative to this contender's: above 1,
 *     the contender needs less
 * @param dropped windows without a ratio, because the reference's windows before and after differed
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
