// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.study.experiment.Sweep;
import rani.study.sweep.PaperValues;

/**
 * The trials that a table shows, the values of each label in the order of the file, the labels of
 * the baseline, empty if there is none, and the paper's values by variant.
 */
record TableData(
    List<ResultFile.Row> rows,
    SequencedMap<String, List<String>> variables,
    SequencedMap<String, String> baseline,
    List<PaperValues> paper) {
  /** Combines results with the experiment that they are of. */
  static TableData of(ResultFile results, Sweep sweep) {
    return new TableData(
        results.rows(), sweep.variables(), sweep.baseline(), PaperValues.of(sweep));
  }

  /** Returns results of a benchmark; the values of a label are in the order of the file. */
  static TableData of(ResultFile results) {
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    for (String label : results.labels()) {
      SequencedSet<String> values = new LinkedHashSet<>();
      results.rows().forEach(row -> values.add(row.labels().getOrDefault(label, "")));
      variables.put(label, List.copyOf(values));
    }
    return new TableData(results.rows(), variables, new LinkedHashMap<>(), List.of());
  }

  /** Returns the value of a metric, or of a sum or ratio, in each trial with these labels. */
  double[] values(String metric, Map<String, String> labels) throws LabFailure {
    return trials(metric, labels).stream().mapToDouble(Trial::value).toArray();
  }

  /** A trial and the value of the metric that is asked for. */
  private record Trial(ResultFile.Row row, double value) {}

  private List<Trial> trials(String metric, Map<String, String> labels) throws LabFailure {
    List<Trial> found = new ArrayList<>();
    SequencedSet<Map<String, String>> variants = new LinkedHashSet<>();
    for (ResultFile.Row row : rows) {
      if (row.labels().entrySet().containsAll(labels.entrySet())) {
        Double value = evaluate(metric, row.metrics());
        if (value != null) {
          found.add(new Trial(row, value));
          variants.add(row.labels());
        }
      }
    }
    if (found.isEmpty()) {
      throw new LabFailure("no trial has `" + metric + "` with " + labels);
    }
    if (variants.size() > 1) {
      throw new LabFailure(
          "`" + metric + "` with " + labels + " is of several variants; name more labels");
    }
    return found;
  }

  /** Values of a metric in two variants, ordered alike by the trials' common seeds. */
  record Pairs(double[] baseline, double[] other) {}

  /** Pairs a variant with the baseline variant that has the same other labels. */
  Pairs pairs(String metric, Map<String, String> labels) throws LabFailure {
    if (baseline.isEmpty()) {
      throw new LabFailure("`pair` needs a sweep with a `baseline`");
    }
    List<Trial> ours = trials(metric, labels);
    SequencedMap<String, String> theirs = new LinkedHashMap<>(ours.getFirst().row.labels());
    theirs.putAll(baseline);
    SequencedMap<Long, Double> bySeed = new LinkedHashMap<>();
    trials(metric, theirs).forEach(trial -> bySeed.put(trial.row.seed(), trial.value));
    List<Trial> paired =
        ours.stream().filter(trial -> bySeed.containsKey(trial.row.seed())).toList();
    if (paired.isEmpty()) {
      throw new LabFailure(
          "`" + metric + "` with " + labels + " has no seed in common with the baseline");
    }
    return new Pairs(
        paired.stream()
            .mapToDouble(trial -> Objects.requireNonNull(bySeed.get(trial.row.seed())))
            .toArray(),
        paired.stream().mapToDouble(Trial::value).toArray());
  }

  /** Returns what the paper prints for these labels; later values take precedence. */
  String printed(String metric, Map<String, String> labels) throws LabFailure {
    String text = null;
    for (PaperValues point : paper) {
      boolean here =
          labels.entrySet().stream()
              .allMatch(
                  label ->
                      label
                          .getValue()
                          .equals(point.labels().getOrDefault(label.getKey(), label.getValue())));
      text = here ? point.values().getOrDefault(metric, text) : text;
    }
    if (text == null) {
      throw new LabFailure("the paper prints no `" + metric + "` for " + labels);
    }
    return text;
  }

  /** Evaluates a sum of ratios; null if a metric is missing, or a divisor is 0. */
  private static @Nullable Double evaluate(String expression, Map<String, Double> metrics) {
    double total = 0;
    for (String part : expression.split("\\+")) {
      double value = Double.NaN;
      for (String name : part.split("/")) {
        Double next = metrics.get(name);
        if (next == null || (!Double.isNaN(value) && next == 0)) {
          return null;
        }
        value = Double.isNaN(value) ? next : value / next;
      }
      total += value;
    }
    return total;
  }
}
