// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.study.expectation.MetricNames;

/**
 * The numbers that a paper prints, in the order of variants, and the indices of the variants that
 * must run to reproduce them: the numbers' own, and the baselines of relative metrics.
 */
record PrintedNumbers(List<Tried.Number> numbers, List<Long> variants) {
  /**
   * Returns a file's numbers of these metrics. If none are named, these are the printed metrics or,
   * if none are printed, those of charts and expectations. Throws if there are none.
   */
  static PrintedNumbers of(Sweep sweep, List<String> metrics) throws FileError {
    Problems problems = new Problems();
    for (String metric : metrics) {
      MetricNames.check(metric, Location.ofFile("--metric " + metric), problems);
    }
    problems.throwIfAny();
    Map<SequencedMap<String, String>, Long> known = new LinkedHashMap<>();
    List<SequencedMap<String, String>> printed = new ArrayList<>();
    for (long k = 0; k < sweep.variants(); k++) {
      known.put(sweep.labels(k), k);
      Paper paper = sweep.variant(k).experiment().paper();
      printed.add(paper == null ? new LinkedHashMap<>() : paper.values());
    }
    List<Tried.Number> numbers = new ArrayList<>();
    for (long k = 0; k < sweep.variants(); k++) {
      Long baseline = baselineOf(sweep, k, known);
      for (Map.Entry<String, String> one : printed.get((int) k).entrySet()) {
        // A variant that prints the same number as its baseline has inherited the number from it;
        // only the baseline is compared with the paper.
        boolean shared =
            baseline != null && printed.get(baseline.intValue()).entrySet().contains(one);
        if (!shared && (metrics.isEmpty() || metrics.contains(one.getKey()))) {
          numbers.add(new Tried.Number(sweep.labels(k), one.getKey(), one.getValue()));
        }
      }
    }
    List<String> rest = rest(sweep, metrics, numbers);
    for (long k = 0; k < sweep.variants(); k++) {
      for (String metric : rest) {
        if (!MetricNames.isRelative(metric) || baselineOf(sweep, k, known) != null) {
          numbers.add(new Tried.Number(sweep.labels(k), metric, null));
        }
      }
    }
    SequencedSet<Long> variants = new TreeSet<>();
    for (Tried.Number number : numbers) {
      long variant = known.getOrDefault(number.labels(), 0L);
      variants.add(variant);
      Long baseline = baselineOf(sweep, variant, known);
      if (MetricNames.isRelative(number.metric()) && baseline != null) {
        variants.add(baseline);
      }
    }
    if (numbers.isEmpty()) {
      throw new FileError(
          Location.ofFile(sweep.name()),
          "neither its paper nor its expectations name a metric",
          "--metric names one");
    }
    return new PrintedNumbers(List.copyOf(numbers), List.copyOf(variants));
  }

  /** Returns metrics without a printed number that are nevertheless considered. */
  private static List<String> rest(Sweep sweep, List<String> metrics, List<Tried.Number> numbers)
      throws FileError {
    if (!metrics.isEmpty()) {
      SequencedSet<String> rest = new LinkedHashSet<>(metrics);
      numbers.forEach(number -> rest.remove(number.metric()));
      return List.copyOf(rest);
    }
    if (!numbers.isEmpty()) {
      return List.of();
    }
    SequencedSet<String> named = new LinkedHashSet<>();
    sweep.plots().forEach(plot -> named.addAll(plot.allMetrics()));
    for (long k = 0; k < sweep.variants(); k++) {
      sweep.variant(k).experiment().expectations().forEach(one -> named.add(one.metric()));
    }
    return List.copyOf(named);
  }

  private static @Nullable Long baselineOf(
      Sweep sweep, long variant, Map<SequencedMap<String, String>, Long> known) {
    if (sweep.baseline().isEmpty()) {
      return null;
    }
    SequencedMap<String, String> labels = new LinkedHashMap<>(sweep.labels(variant));
    labels.putAll(sweep.baseline());
    Long baseline = known.get(labels);
    return baseline == null || baseline == variant ? null : baseline;
  }
}
