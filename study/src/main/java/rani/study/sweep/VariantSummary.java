// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/**
 * The summary of the trials of one variant.
 *
 * @param labels the value of each variable
 * @param trials how many there were
 * @param passed how many of them met every expectation
 * @param metrics what was measured, by name; without those that no trial has a number for
 */
public record VariantSummary(
    SequencedMap<String, String> labels,
    int trials,
    int passed,
    SequencedMap<String, OfMetric> metrics) {

  public VariantSummary {
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    metrics = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(metrics));
  }

  /**
   * One metric.
   *
   * @param summary over the trials that have a finite number for it
   * @param difference from the baseline, trial by trial on the same seeds, corrected for the others
   *     that are looked at together; null where there is no baseline, and for the baseline itself
   * @param harm to it, over the same trials; null unless the file asks for it
   */
  public record OfMetric(
      Summary summary, @Nullable PairedDifference difference, @Nullable Summary harm) {}

  /** The same with some of its metrics. */
  public VariantSummary with(Iterable<String> names) {
    SequencedMap<String, OfMetric> some = new LinkedHashMap<>();
    for (String name : names) {
      OfMetric metric = metrics.get(name);
      if (metric != null) {
        some.put(name, metric);
      }
    }
    return new VariantSummary(labels, trials, passed, some);
  }
}
