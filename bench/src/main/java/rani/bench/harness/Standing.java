// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What one contender came to.
 *
 * @param perSecond units in a second, in every window
 * @param cpuNanos time of processors for a unit, in every window
 * @param ratio its units in a second, to those of the reference just before and after; none for the
 *     reference itself
 * @param cpuRatio the reference's time of processors for a unit, to its own: above 1 it does with
 *     less
 * @param dropped windows without a ratio, because the reference before and after differed
 */
public record Standing(
    String contender,
    Spread perSecond,
    Spread cpuNanos,
    Spread ratio,
    Spread cpuRatio,
    int dropped) {

  /** For programs. */
  SequencedMap<String, Object> facts(String unit) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("contender", contender);
    facts.put(unit + "s-per-second", perSecond.facts());
    facts.put("cpu-nanos-per-" + unit, cpuNanos.facts());
    facts.put("ratio", ratio.facts());
    facts.put("cpu-ratio", cpuRatio.facts());
    facts.put("windows", ratio.count() + dropped);
    facts.put("windows-dropped", dropped);
    return facts;
  }
}
