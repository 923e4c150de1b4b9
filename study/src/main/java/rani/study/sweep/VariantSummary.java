// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/**
 * The summary of a variant's trials, some of which passed: met every expectation. Metrics are by
 * name, without those that no trial has a number for.
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
   * Summary of one metric over the trials that have a finite number. The difference is from the
   * baseline, with the same seeds, corrected for its family; null for and without a baseline. The
   * harm is null unless the file asks for it.
   */
  public record OfMetric(
      Summary summary, @Nullable PairedDifference difference, @Nullable Summary harm) {}

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
