// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import rani.study.expectation.MetricNames;
import rani.study.observe.MetricSheet;

/** Compares printed and measured values, metric by metric, in words. */
public final class PaperNumbers {
  private PaperNumbers() {}

  /**
   * One comparison per printed value, in the order printed.
   *
   * @param printed the paper's values by metric: a number, a percentage, or a bound such as {@code
   *     <10}
   * @param trials ours, of each
   * @throws IllegalArgumentException if a printed value is none of these
   */
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

  /** A description of a metric; its name, if there is none. */
  public static String inWords(String metric) {
    if (MetricNames.isRelative(metric)) {
      String bare = inWords(MetricNames.bare(metric));
      return MetricNames.isHarm(metric) ? "harm to " + bare : bare + ", relative to the baseline";
    }
    return MetricSheet.find(metric).map(MetricSheet.Named::inWords).orElse(metric);
  }
}
