// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The result of one contender.
 *
 * @param perSecond units in a second, in every window
 * @param cpuNanos time of processors for a unit, in every window
 * @param ratio its units in a second, to those of the reference just before and after; none for the
 *     reference itself
 * @param cpuRatio the reference's time of processors for a unit, to its own: above 1 it does with
 *     less
 * @param dropped windows without a ratio, because the reference before and after differed
 */
public record ContenderResult(
    String contender,
    Spread perSecond,
    Spread cpuNanos,
    Spread ratio,
    Spread cpuRatio,
    int dropped) {

  /** The result for programs. */
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
