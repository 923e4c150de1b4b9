// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import rani.study.expectation.MetricNames;
import rani.study.observe.MetricSheet;

/** Compares numbers that a paper prints with measured metrics. */
public final class PaperNumbers {
  private PaperNumbers() {}

  /** Returns a comparison for each printed value, which must be well-formed, in the same order. */
  public static List<Comparison> compare(
      SequencedMap<String, String> printed, List<? extends Map<String, Double>> trials) {
    var comparisons = new ArrayList<Comparison>();
    printed.forEach(
        (metric, value) -> {
          double[] ours =
              trials.stream()
                  .map(metrics -> metrics.get(metric))
                  .filter(Objects::nonNull)
                  .mapToDouble(Double::doubleValue)
                  .toArray();
          comparisons.add(Comparison.ofAll(inWords(metric), metric, value, ours, trials.size()));
        });
    return comparisons;
  }

  /** Returns a metric's description, or its name if it has no description. */
  public static String inWords(String metric) {
    if (MetricNames.isRelative(metric)) {
      String bare = inWords(MetricNames.bare(metric));
      return MetricNames.isHarm(metric) ? "harm to " + bare : bare + ", relative to the baseline";
    }
    return MetricSheet.find(metric).map(MetricSheet.Named::inWords).orElse(metric);
  }
}
