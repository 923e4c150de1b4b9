// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.report.SensitivityInput.TriedAlternative;
import rani.report.SensitivityInput.TriedChoice;
import rani.report.SweepReportInput.Row;
import rani.report.paper.Agreement;
import rani.report.paper.Comparison.Verdict;
import rani.report.paper.PaperValue;
import rani.study.expectation.MetricNames;
import rani.study.experiment.Tried;
import rani.study.statistics.Family;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/** Compares the results of each alternative with those of the unchanged file, paired by seed. */
final class SensitivityAnalysis {
  private final SensitivityInput input;
  private final Map<Map<String, String>, List<Row>> rows = new LinkedHashMap<>();

  SensitivityAnalysis(SensitivityInput input) {
    this.input = input;
    input
        .rows()
        .forEach(row -> rows.computeIfAbsent(row.parameters(), key -> new ArrayList<>()).add(row));
  }

  /**
   * The comparison of an alternative with the unchanged file. The difference is paired by seed,
   * with p-values corrected for all comparisons; null if there is no pair. {@code isNew} is whether
   * only one of the two has the number.
   */
  record Compared(
      Tried.Number number,
      Sensitivity.Effect effect,
      @Nullable PairedDifference difference,
      boolean isNew) {

    /** Returns whether the number changes or disappears. */
    boolean moves() {
      return difference == null
          ? isNew
          : difference.pairs() == 1 ? difference.mean() != 0 : difference.isSignificant();
    }

    private Compared in(Family all) {
      return new Compared(number, effect, difference == null ? null : difference.in(all), isNew);
    }
  }

  /** Compares each number with each alternative that changes the number's experiment. */
  List<Compared> all() {
    List<Compared> all = new ArrayList<>();
    for (Tried.Number number : input.numbers()) {
      for (TriedChoice choice : input.choices()) {
        for (TriedAlternative alternative : choice.alternatives()) {
          if (!isSame(number, alternative.label())) {
            all.add(compared(number, alternative.label()));
          }
        }
      }
    }
    Family family = new Family();
    all.stream().map(Compared::difference).filter(Objects::nonNull).forEach(family::add);
    return all.stream().map(one -> one.in(family)).toList();
  }

  Sensitivity sensitivity() {
    List<Compared> all = all();
    List<Sensitivity.Number> numbers = new ArrayList<>();
    for (Tried.Number number : input.numbers()) {
      List<Sensitivity.Effect> effects =
          all.stream()
              .filter(one -> one.number() == number && one.moves())
              .map(Compared::effect)
              .sorted(Comparator.comparingDouble(SensitivityAnalysis::size).reversed())
              .toList();
      numbers.add(number(number, effects));
    }
    int trials = (int) input.rows().stream().map(Row::seed).distinct().count();
    return new Sensitivity(
        input.subject().experiment(),
        input.digest(),
        false,
        trials,
        input.provenance().seeds(),
        input.choices().stream().mapToInt(choice -> choice.alternatives().size()).sum(),
        (int)
            input.rows().stream()
                .filter(row -> row.failure() != null || (isShipped(row) && !row.passed()))
                .count(),
        List.copyOf(breaking()),
        numbers,
        input.provenance().version(),
        input.provenance().command());
  }

  private static double size(Sensitivity.Effect effect) {
    Double difference = effect.difference();
    return difference == null ? Double.POSITIVE_INFINITY : Math.abs(difference);
  }

  private static boolean isShipped(Row row) {
    return Tried.SHIPPED.equals(row.parameters().get(Tried.VARIABLE));
  }

  /** Returns alternatives with a failing expectation that holds in the unchanged file. */
  private SequencedSet<String> breaking() {
    SequencedSet<String> failingAnyway = new LinkedHashSet<>();
    input.rows().stream()
        .filter(SensitivityAnalysis::isShipped)
        .forEach(row -> failing(row).forEach(failingAnyway::add));
    SequencedSet<String> breaking = new LinkedHashSet<>();
    for (Row row : input.rows()) {
      if (!isShipped(row) && !failingAnyway.containsAll(failing(row))) {
        breaking.add(row.parameters().getOrDefault(Tried.VARIABLE, ""));
      }
    }
    return breaking;
  }

  private static List<String> failing(Row row) {
    return row.expectations().stream()
        .filter(expected -> !expected.passed())
        .map(SweepReportInput.Expected::name)
        .toList();
  }

  private Sensitivity.Number number(Tried.Number number, List<Sensitivity.Effect> effects) {
    double[] ours = array(values(Tried.SHIPPED, number));
    String printed = number.printed();
    Verdict verdict =
        printed == null || ours.length == 0
            ? Verdict.NOT_MEASURED
            : new Agreement(PaperValue.of(number.metric(), printed), ours).verdict();
    Summary summary = ours.length == 0 ? null : Summary.of(ours);
    return new Sensitivity.Number(
        number.labels(),
        number.metric(),
        printed,
        summary == null ? null : rounded(summary.mean()),
        summary == null ? null : rounded(summary.halfWidth95()),
        verdict == Verdict.DISAGREES,
        effects,
        verdict == Verdict.AGREES);
  }

  private static SequencedMap<String, String> parameters(
      String label, SequencedMap<String, String> labels) {
    SequencedMap<String, String> parameters = new LinkedHashMap<>();
    parameters.put(Tried.VARIABLE, label);
    parameters.putAll(labels);
    return parameters;
  }

  /** Returns an alternative's trials; the unchanged file's if both are the same experiment. */
  private List<Row> rows(String label, SequencedMap<String, String> labels) {
    List<Row> own = rows.get(parameters(label, labels));
    return own == null ? rows.getOrDefault(parameters(Tried.SHIPPED, labels), List.of()) : own;
  }

  private SequencedMap<String, String> baselineOf(SequencedMap<String, String> labels) {
    SequencedMap<String, String> baseline = new LinkedHashMap<>(labels);
    baseline.putAll(input.baseline());
    return baseline;
  }

  private boolean isSame(Tried.Number number, String label) {
    boolean relative = MetricNames.isRelative(number.metric());
    return !rows.containsKey(parameters(label, number.labels()))
        && !(relative && rows.containsKey(parameters(label, baselineOf(number.labels()))));
  }

  /** Returns the metric's values by seed; a relative metric is divided by the baseline's. */
  private SequencedMap<Long, Double> values(String label, Tried.Number number) {
    if (!MetricNames.isRelative(number.metric())) {
      return values(rows(label, number.labels()), number.metric());
    }
    String metric = MetricNames.bare(number.metric());
    SequencedMap<Long, Double> below = values(rows(label, baselineOf(number.labels())), metric);
    SequencedMap<Long, Double> ratios = new LinkedHashMap<>();
    values(rows(label, number.labels()), metric)
        .forEach(
            (seed, value) -> {
              Double under = below.get(seed);
              double ratio =
                  under == null
                      ? Double.NaN
                      : MetricNames.overBaseline(number.metric(), under, value);
              if (Double.isFinite(ratio)) {
                ratios.put(seed, ratio);
              }
            });
    return ratios;
  }

  private static SequencedMap<Long, Double> values(List<Row> rows, String metric) {
    SequencedMap<Long, Double> values = new LinkedHashMap<>();
    for (Row row : rows) {
      Double value = row.metrics().get(metric);
      if (value != null && Double.isFinite(value)) {
        values.put(row.seed(), value);
      }
    }
    return values;
  }

  private static double[] array(SequencedMap<Long, Double> values) {
    return values.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private Compared compared(Tried.Number number, String label) {
    SequencedMap<Long, Double> before = values(Tried.SHIPPED, number);
    SequencedMap<Long, Double> after = values(label, number);
    double[] ours = array(after);
    List<Long> common = after.keySet().stream().filter(before::containsKey).toList();
    PairedDifference difference =
        common.isEmpty()
            ? null
            : PairedDifference.of(
                common.stream().mapToDouble(seed -> before.getOrDefault(seed, 0.0)).toArray(),
                common.stream().mapToDouble(seed -> after.getOrDefault(seed, 0.0)).toArray());
    Summary summary = ours.length == 0 ? null : Summary.of(ours);
    PaperValue paper =
        number.printed() == null ? null : PaperValue.of(number.metric(), number.printed());
    return new Compared(
        number,
        new Sensitivity.Effect(
            label,
            summary == null ? null : rounded(summary.mean()),
            summary == null ? null : rounded(summary.halfWidth95()),
            difference == null ? null : rounded(difference.mean()),
            difference == null ? null : rounded(difference.halfWidth95()),
            paper != null
                && ours.length > 0
                && new Agreement(paper, ours).verdict() == Verdict.AGREES,
            paper != null
                && summary != null
                && (before.isEmpty()
                    || paper.distance(summary.mean())
                        < paper.distance(Summary.of(array(before)).mean()))),
        difference,
        difference == null && before.isEmpty() != after.isEmpty());
  }

  /** Rounds to seven digits, so that recorded values do not change with the last bit. */
  private static @Nullable Double rounded(double value) {
    return Double.isFinite(value) ? ChartSpec.precise(value) : null;
  }
}
