// SPDX-License-Identifier: Apache-2.0
package rani.study.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.study.compare.FinishedRun.Trial;
import rani.study.expectation.MetricPatterns;
import rani.study.observe.MetricOrder;
import rani.study.statistics.Family;
import rani.study.statistics.MeanDifference;
import rani.study.statistics.Summary;
import rani.study.sweep.PickedValues;

/**
 * A run or sweep beside others, variant by variant and metric by metric. Where at least two seeds
 * are common to both, their trials are compared in pairs, otherwise the means. The p-values of the
 * metrics that the files name are corrected for their number, those of the others for that of all.
 *
 * @param before the first, which others are compared with
 * @param others one comparison for each
 */
public record RunComparison(FinishedRun before, List<WithOther> others) {
  /** The most runs, which have letters from A on. */
  public static final int RUNS_MAX = 10;

  /** A metric with its means, and after minus before. */
  public record OfMetric(Summary before, Summary after, MeanDifference difference) {}

  /**
   * A variant that both have.
   *
   * @param metrics that both have, the most relevant first
   * @param onlyOne metrics that only one has
   */
  public record OfVariant(
      SequencedMap<String, String> labels,
      SequencedMap<String, OfMetric> metrics,
      List<String> onlyOne) {}

  /**
   * The comparison with another run or sweep.
   *
   * @param files differences of the two experiment files
   * @param variants that both have
   * @param commonSeeds trials of both with the same labels and seed
   * @param digests of these, those with a digest on both sides
   * @param sameDigests of these, those whose traces are the same to the byte
   * @param onlyBefore variants that only the first has; {@code onlyAfter} the other
   */
  public record WithOther(
      FinishedRun after,
      List<FileDifference> files,
      List<OfVariant> variants,
      long commonSeeds,
      long digests,
      long sameDigests,
      long onlyBefore,
      long onlyAfter) {
    private WithOther in(Function<String, Family> families) {
      return new WithOther(
          after,
          files,
          variants.stream().map(variant -> in(variant, families)).toList(),
          commonSeeds,
          digests,
          sameDigests,
          onlyBefore,
          onlyAfter);
    }

    private static OfVariant in(OfVariant variant, Function<String, Family> families) {
      SequencedMap<String, OfMetric> metrics = new LinkedHashMap<>();
      variant.metrics.forEach(
          (name, of) ->
              metrics.put(
                  name, new OfMetric(of.before, of.after, of.difference.in(families.apply(name)))));
      return new OfVariant(variant.labels, metrics, variant.onlyOne);
    }
  }

  /** Returns the metrics that the files name, in order. */
  public SequencedSet<String> named() {
    SequencedSet<String> named = new LinkedHashSet<>(before.named());
    others.forEach(other -> named.addAll(other.after().named()));
    return named;
  }

  /**
   * Compares runs.
   *
   * @param runs at least two
   * @param picks values {@code variable=value}; a variable of which one value is picked no longer
   *     tells variants apart
   * @throws FileError for an unknown variable, value or metric
   * @throws LabFailure if the runs have no variant in common
   */
  public static RunComparison of(List<FinishedRun> runs, List<String> picks, MetricPatterns metrics)
      throws LabFailure, FileError {
    List<FinishedRun> picked = picked(runs, picks);
    FinishedRun before = picked.getFirst();
    List<WithOther> others = new ArrayList<>();
    for (FinishedRun after : picked.subList(1, picked.size())) {
      others.add(new Pair(before, after, metrics).compared());
    }
    RunComparison comparison = new RunComparison(before, others);
    comparison.check(metrics);
    return comparison.corrected();
  }

  /** Restricts the runs to picked values, and takes away labels with a single value. */
  private static List<FinishedRun> picked(List<FinishedRun> runs, List<String> picks)
      throws LabFailure, FileError {
    SequencedMap<String, SequencedSet<String>> all = new LinkedHashMap<>();
    for (FinishedRun run : runs) {
      run.variables()
          .forEach(
              (name, values) ->
                  all.computeIfAbsent(name, any -> new LinkedHashSet<>()).addAll(values));
    }
    SequencedMap<String, List<String>> known = new LinkedHashMap<>();
    all.forEach((name, values) -> known.put(name, List.copyOf(values)));
    PickedValues picked = PickedValues.of(picks, known);
    List<FinishedRun> left = new ArrayList<>();
    for (FinishedRun run : runs) {
      SequencedMap<String, List<String>> own = new LinkedHashMap<>(picked.values());
      own.keySet().retainAll(run.variables().keySet());
      PickedValues here = new PickedValues(own);
      left.add(run.with(run.trials().stream().filter(trial -> here.has(trial.labels())).toList()));
    }
    SequencedSet<String> varying = varying(left, picked);
    for (FinishedRun run : left) {
      List<String> missing =
          varying.stream().filter(name -> !run.variables().containsKey(name)).toList();
      if (!missing.isEmpty()) {
        throw new LabFailure(
            "%s does not vary %s, and others do: %s takes one variant of them"
                .formatted(
                    run.folder(),
                    String.join(" and ", missing),
                    missing.stream()
                        .map(name -> name + "=" + known.getOrDefault(name, List.of("")).getFirst())
                        .map(pick -> "--pick '" + pick + "'")
                        .collect(Collectors.joining(" "))));
      }
    }
    return left.stream().map(run -> run.with(labelled(run.trials(), varying))).toList();
  }

  /** Returns the variables that tell variants apart: that vary, or that all runs have. */
  private static SequencedSet<String> varying(List<FinishedRun> runs, PickedValues picked) {
    SequencedSet<String> varying = new LinkedHashSet<>();
    for (FinishedRun run : runs) {
      run.variables()
          .forEach(
              (name, values) -> {
                boolean isOfAll = runs.stream().allMatch(r -> r.variables().containsKey(name));
                if (picked.values().getOrDefault(name, List.of()).size() != 1
                    && (isOfAll || values.size() > 1)) {
                  varying.add(name);
                }
              });
    }
    return varying;
  }

  private static List<Trial> labelled(List<Trial> trials, SequencedSet<String> kept) {
    return trials.stream()
        .map(
            trial -> {
              SequencedMap<String, String> labels = new LinkedHashMap<>();
              kept.forEach(name -> labels.put(name, trial.labels().getOrDefault(name, "")));
              return new Trial(labels, trial.seed(), trial.digest(), trial.metrics());
            })
        .toList();
  }

  /** Two runs, whose labels are of the same variables. */
  private record Pair(FinishedRun before, FinishedRun after, MetricPatterns metrics) {
    WithOther compared() throws LabFailure {
      var own = byVariant(before);
      var other = byVariant(after);
      SequencedSet<String> named = new LinkedHashSet<>(before.named());
      named.addAll(after.named());
      MetricOrder order = new MetricOrder(named);
      List<OfVariant> variants = new ArrayList<>();
      long common = 0;
      long digests = 0;
      long same = 0;
      for (SequencedMap<String, String> labels : own.sequencedKeySet()) {
        List<Trial> others = other.get(labels);
        if (others == null) {
          continue;
        }
        SeedPairs pairs = SeedPairs.of(Objects.requireNonNull(own.get(labels)), others);
        common += pairs.pairs().size();
        digests += pairs.digests();
        same += pairs.sameDigests();
        variants.add(
            new OfVariant(
                labels,
                order.sorted(pairs.metrics(metrics::asksFor)),
                order.sorted(pairs.onlyOne(metrics::asksFor))));
      }
      if (variants.isEmpty()) {
        throw new LabFailure(
            "%s and %s have no variant in common".formatted(before.folder(), after.folder()));
      }
      return new WithOther(
          after,
          files(),
          variants,
          common,
          digests,
          same,
          own.size() - (long) variants.size(),
          other.size() - (long) variants.size());
    }

    private List<FileDifference> files() {
      Path one = before.file().orElse(null);
      Path other = after.file().orElse(null);
      if (one == null || other == null || before.isSweep() != after.isSweep()) {
        return List.of();
      }
      try {
        return FileDifference.between(one, other);
      } catch (FileError e) {
        return List.of(); // of a version that wrote something else
      }
    }

    private static SequencedMap<SequencedMap<String, String>, List<Trial>> byVariant(
        FinishedRun run) {
      SequencedMap<SequencedMap<String, String>, List<Trial>> variants = new LinkedHashMap<>();
      run.trials()
          .forEach(
              trial ->
                  variants.computeIfAbsent(trial.labels(), any -> new ArrayList<>()).add(trial));
      return variants;
    }
  }

  /** Throws if a metric that was asked for is in no variant. */
  private void check(MetricPatterns metrics) throws FileError {
    SequencedSet<String> known = new LinkedHashSet<>();
    others.forEach(
        other -> other.variants.forEach(each -> known.addAll(each.metrics.sequencedKeySet())));
    SequencedSet<String> _ = metrics.select(known);
  }

  private RunComparison corrected() {
    SequencedSet<String> named = named();
    Family ofNamed = new Family();
    Family ofAll = new Family();
    for (WithOther other : others) {
      for (OfVariant variant : other.variants) {
        variant.metrics.forEach(
            (metric, of) -> {
              ofAll.add(of.difference);
              if (named.contains(metric)) {
                ofNamed.add(of.difference);
              }
            });
      }
    }
    return new RunComparison(
        before,
        others.stream()
            .map(other -> other.in(metric -> named.contains(metric) ? ofNamed : ofAll))
            .toList());
  }
}
