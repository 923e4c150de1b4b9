// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.report.SweepReportInput.Row;
import rani.study.expectation.MetricNames;
import rani.study.statistics.PairedDifference;
import rani.study.sweep.PaperValues;

/** The trials of a sweep by variant, in the order in which the file lists the values. */
public final class SweepVariants {
  private final SweepReportInput input;
  private final SequencedMap<SequencedMap<String, String>, List<Row>> rows = new LinkedHashMap<>();

  public SweepVariants(SweepReportInput input) {
    this.input = input;
    Comparator<Row> order = Comparator.comparingInt(row -> 0);
    for (Map.Entry<String, List<String>> variable : input.variables().entrySet()) {
      Map<String, Integer> places = new LinkedHashMap<>();
      variable.getValue().forEach(value -> places.putIfAbsent(value, places.size()));
      order =
          order.thenComparingInt(
              row ->
                  places.getOrDefault(
                      row.parameters().getOrDefault(variable.getKey(), ""), places.size()));
    }
    input.rows().stream()
        .sorted(order.thenComparingInt(Row::repetition).thenComparingLong(Row::seed))
        .forEach(row -> rows.computeIfAbsent(row.parameters(), key -> new ArrayList<>()).add(row));
  }

  /** Returns the labels of each variant. */
  public List<SequencedMap<String, String>> all() {
    return List.copyOf(rows.sequencedKeySet());
  }

  /** Returns the trials of a variant, in order; empty if there is no such variant. */
  public List<Row> rows(SequencedMap<String, String> variant) {
    return rows.getOrDefault(variant, List.of());
  }

  /**
   * Returns a metric's value in each trial of a variant that has it. With the prefix {@code
   * relative.} or {@code harm.} each value is compared with the baseline's trial of the same seed.
   */
  public double[] values(SequencedMap<String, String> variant, String metric) {
    if (MetricNames.isRelative(metric)) {
      return overBaseline(variant, metric);
    }
    return values(rows(variant), metric);
  }

  static double[] values(List<Row> rows, String metric) {
    return rows.stream()
        .map(row -> row.metrics().get(metric))
        .filter(value -> value != null && Double.isFinite(value))
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private double[] overBaseline(SequencedMap<String, String> variant, String metric) {
    SequencedMap<String, String> baseline = baselineOf(variant);
    return baseline == null
        ? new double[0]
        : pairs(variant, baseline, MetricNames.bare(metric)).stream()
            .mapToDouble(pair -> MetricNames.overBaseline(metric, pair.before(), pair.after()))
            .filter(Double::isFinite)
            .toArray();
  }

  /** Returns whether a metric is the same in every trial of the sweep, or in none. */
  public boolean isConstant(String metric) {
    if (MetricNames.isRelative(metric)) {
      return isConstant(MetricNames.bare(metric));
    }
    return input.rows().stream().map(row -> row.metrics().get(metric)).distinct().count() <= 1;
  }

  /**
   * Returns the values that the paper prints for a variant. The paper's values are for its own
   * set-up, the baseline, so that values which another variant inherits from the baseline are left
   * out.
   */
  public SequencedMap<String, String> printed(SequencedMap<String, String> variant) {
    SequencedMap<String, String> printed = allPrinted(variant);
    SequencedMap<String, String> baseline = baselineOf(variant);
    if (baseline != null) {
      printed.entrySet().removeAll(allPrinted(baseline).entrySet());
    }
    return printed;
  }

  /** Merges printed values; values with more labels take precedence. */
  private SequencedMap<String, String> allPrinted(SequencedMap<String, String> variant) {
    SequencedMap<String, String> printed = new LinkedHashMap<>();
    input.paper().stream()
        .filter(paper -> variant.entrySet().containsAll(paper.labels().entrySet()))
        .sorted(Comparator.comparingInt((PaperValues paper) -> paper.labels().size()))
        .forEach(paper -> printed.putAll(paper.values()));
    return printed;
  }

  /** Returns the variant to compare with; null if there is none, or it is the same variant. */
  @Nullable SequencedMap<String, String> baselineOf(SequencedMap<String, String> variant) {
    if (input.baseline().isEmpty()) {
      return null;
    }
    SequencedMap<String, String> baseline = new LinkedHashMap<>(variant);
    baseline.putAll(input.baseline());
    return baseline.equals(variant) || !rows.containsKey(baseline) ? null : baseline;
  }

  /** Returns the paired difference from the baseline; null without baseline or common seed. */
  @Nullable PairedDifference difference(SequencedMap<String, String> variant, String metric) {
    SequencedMap<String, String> baseline = baselineOf(variant);
    List<Pair> pairs = baseline == null ? List.of() : pairs(variant, baseline, metric);
    return pairs.isEmpty()
        ? null
        : PairedDifference.of(
            pairs.stream().mapToDouble(Pair::before).toArray(),
            pairs.stream().mapToDouble(Pair::after).toArray());
  }

  /** Values of a metric in two variants with the same seed. */
  private record Pair(double before, double after) {}

  private List<Pair> pairs(
      SequencedMap<String, String> variant, SequencedMap<String, String> baseline, String metric) {
    Map<Long, Double> known = new LinkedHashMap<>();
    for (Row row : rows(baseline)) {
      Double value = row.metrics().get(metric);
      if (value != null && Double.isFinite(value)) {
        known.putIfAbsent(row.seed(), value);
      }
    }
    List<Pair> pairs = new ArrayList<>();
    for (Row row : rows(variant)) {
      Double value = row.metrics().get(metric);
      Double other = known.remove(row.seed());
      if (value != null && Double.isFinite(value) && other != null) {
        pairs.add(new Pair(other, value));
      }
    }
    return pairs;
  }

  /** Describes a variant: {@code delay 50ms, limiter codel}. */
  static String name(Map<String, String> labels) {
    return labels.entrySet().stream()
        .map(label -> label.getKey() + " " + label.getValue())
        .collect(Collectors.joining(", "));
  }
}
