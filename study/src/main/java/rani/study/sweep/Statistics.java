// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.study.expectation.MetricNames;
import rani.study.observe.MetricOrder;
import rani.study.statistics.Family;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/** Summarises trials variant by variant, with only one and its baseline in memory. */
public final class Statistics {
  private static final int BASELINES_MAX = 64;

  private final SweepPlan plan;
  private final Rows rows;
  private final Rows.Place[] places;
  private final Consumer<TrialRow> eachRow;
  private final Set<String> lookedAt;
  private final MetricOrder order;

  /** Differences in metrics of charts, expectations and the paper: a family of their own. */
  private final Family asked = new Family();

  private final Family all = new Family();
  private final Map<SequencedMap<String, String>, Long> baselines = new LinkedHashMap<>();
  private final Map<Long, Values> latestBaselines =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Values> eldest) {
          return size() > BASELINES_MAX;
        }
      };

  /** Returns the order of metrics: those of charts, expectations and the paper come first. */
  public MetricOrder order() {
    return order;
  }

  @FunctionalInterface
  public interface Sink {
    void accept(VariantSummary variant) throws IOException;
  }

  /** Prepares statistics over a sweep. {@code eachRow} receives each row once, in trial order. */
  public Statistics(SweepPlan plan, Rows rows, Consumer<TrialRow> eachRow) {
    this.plan = plan;
    this.rows = rows;
    this.places = rows.byIndex();
    this.eachRow = eachRow;
    this.lookedAt = NamedMetrics.lookedAt(plan.sweep());
    this.order = new MetricOrder(lookedAt);
  }

  /** The values of a variant's metrics, by repetition; NaN where a trial has none. */
  private record Values(
      SequencedMap<String, String> labels,
      int trials,
      int passed,
      SequencedMap<String, double[]> byMetric) {}

  public void each(Sink sink) throws IOException, LabFailure {
    findBaselines();
    if (!baselines.isEmpty()) {
      findFamilies();
    }
    for (long variant = 0; variant < plan.sweep().variants(); variant++) {
      Values values = values(variant, eachRow);
      if (values.trials() > 0) {
        sink.accept(summary(variant, values));
      }
    }
  }

  private void findBaselines() {
    if (plan.sweep().baseline().isEmpty() || !plan.isPaired()) {
      return; // without common random numbers there is nothing to pair
    }
    for (long variant = 0; variant < plan.sweep().variants(); variant++) {
      SequencedMap<String, String> labels = plan.sweep().labels(variant);
      if (labels.entrySet().containsAll(plan.sweep().baseline().entrySet())) {
        baselines.put(labels, variant);
      }
    }
  }

  /** Collects the families in a first pass, because the correction needs every difference. */
  private void findFamilies() throws IOException, LabFailure {
    for (long variant = 0; variant < plan.sweep().variants(); variant++) {
      Values values = values(variant, row -> {});
      Values baseline = baseline(variant, values.labels());
      if (baseline == null) {
        continue;
      }
      values
          .byMetric()
          .forEach(
              (metric, own) -> {
                PairedDifference difference = difference(baseline.byMetric().get(metric), own);
                if (difference != null) {
                  all.add(difference);
                  if (lookedAt.contains(metric)) {
                    asked.add(difference);
                  }
                }
              });
    }
  }

  private VariantSummary summary(long variant, Values values) throws IOException, LabFailure {
    Values baseline = baseline(variant, values.labels());
    SequencedMap<String, VariantSummary.OfMetric> metrics = new LinkedHashMap<>();
    for (var metric : values.byMetric().entrySet()) {
      double[] finite = Arrays.stream(metric.getValue()).filter(Double::isFinite).toArray();
      if (finite.length > 0) {
        PairedDifference difference =
            baseline == null
                ? null
                : difference(baseline.byMetric().get(metric.getKey()), metric.getValue());
        Family family = lookedAt.contains(metric.getKey()) ? asked : all;
        metrics.put(
            metric.getKey(),
            new VariantSummary.OfMetric(
                Summary.of(finite),
                difference == null ? null : difference.in(family),
                baseline == null ? null : harm(metric.getKey(), baseline, metric.getValue())));
      }
    }
    return new VariantSummary(
        values.labels(), values.trials(), values.passed(), order.sorted(metrics));
  }

  private @Nullable Summary harm(String metric, Values baseline, double[] own) {
    String name = MetricNames.harmTo(metric);
    double[] alone = baseline.byMetric().get(metric);
    if (alone == null || !lookedAt.contains(name)) {
      return null;
    }
    double[] harm =
        IntStream.range(0, own.length)
            .mapToDouble(k -> MetricNames.overBaseline(name, alone[k], own[k]))
            .filter(Double::isFinite)
            .toArray();
    return harm.length == 0 ? null : Summary.of(harm);
  }

  private static @Nullable PairedDifference difference(double @Nullable [] baseline, double[] own) {
    if (baseline == null) {
      return null;
    }
    int[] both =
        IntStream.range(0, own.length)
            .filter(k -> Double.isFinite(own[k]) && Double.isFinite(baseline[k]))
            .toArray();
    return both.length == 0
        ? null
        : PairedDifference.of(
            Arrays.stream(both).mapToDouble(k -> baseline[k]).toArray(),
            Arrays.stream(both).mapToDouble(k -> own[k]).toArray());
  }

  /** Returns the variant that differs only in the baseline's labels; null for the baseline. */
  private @Nullable Values baseline(long variant, SequencedMap<String, String> labels)
      throws IOException, LabFailure {
    SequencedMap<String, String> wanted = new LinkedHashMap<>(labels);
    wanted.putAll(plan.sweep().baseline());
    Long index = baselines.get(wanted);
    if (index == null || index == variant) {
      return null;
    }
    Values known = latestBaselines.get(index);
    if (known == null) {
      known = values(index, row -> {});
      latestBaselines.put(index, known);
    }
    return known;
  }

  private Values values(long variant, Consumer<TrialRow> each) throws IOException, LabFailure {
    int repetitions = plan.repetitions();
    SequencedMap<String, double[]> byMetric = new LinkedHashMap<>();
    int trials = 0;
    int passed = 0;
    SequencedMap<String, String> labels = null;
    for (int k = firstOf(variant * repetitions); isOf(variant, k); k++) {
      TrialRow row = rows.row(places[k]);
      each.accept(row);
      labels = row.parameters();
      trials++;
      passed += row.passed() ? 1 : 0;
      int repetition = row.repetition();
      row.metrics()
          .forEach(
              (name, value) ->
                  byMetric
                          .computeIfAbsent(
                              name,
                              unused ->
                                  DoubleStream.generate(() -> Double.NaN)
                                      .limit(repetitions)
                                      .toArray())[repetition] =
                      Objects.requireNonNullElse(value, Double.NaN));
    }
    return new Values(labels == null ? new LinkedHashMap<>() : labels, trials, passed, byMetric);
  }

  private boolean isOf(long variant, int k) {
    return k < places.length && places[k].index() / plan.repetitions() == variant;
  }

  /** Returns the position of the first row whose trial has at least this index. */
  private int firstOf(long index) {
    Rows.Place wanted = new Rows.Place((int) index, 0, 0, 0, 0);
    int found = Arrays.binarySearch(places, wanted, Rows.BY_INDEX);
    return found < 0 ? -found - 1 : found;
  }
}
