// SPDX-License-Identifier: Apache-2.0
package rani.study.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rani.study.compare.FinishedRun.Trial;
import rani.study.compare.RunComparison.OfMetric;
import rani.study.statistics.MeanDifference;
import rani.study.statistics.Summary;

/** The trials of a variant in two runs, and those of them that have the same seed. */
record SeedPairs(List<Trial> before, List<Trial> after, List<Both> pairs) {
  /** The fewest pairs that tell anything of their variance. */
  private static final int PAIRS_MIN = 2;

  record Both(Trial before, Trial after) {
    boolean haveDigests() {
      return before.digest() != null && after.digest() != null;
    }

    boolean haveSameDigest() {
      return haveDigests() && Objects.equals(before.digest(), after.digest());
    }
  }

  static SeedPairs of(List<Trial> before, List<Trial> after) {
    Map<Long, Trial> bySeed = new LinkedHashMap<>();
    before.forEach(trial -> bySeed.putIfAbsent(trial.seed(), trial));
    List<Both> pairs = new ArrayList<>();
    for (Trial trial : after) {
      Trial other = bySeed.remove(trial.seed());
      if (other != null) {
        pairs.add(new Both(other, trial));
      }
    }
    return new SeedPairs(before, after, pairs);
  }

  /** Returns the number of pairs whose two digests are known. */
  long digests() {
    return pairs.stream().filter(Both::haveDigests).count();
  }

  long sameDigests() {
    return pairs.stream().filter(Both::haveSameDigest).count();
  }

  /** Returns the wanted metrics that both have, with a finite number on each side. */
  SequencedMap<String, OfMetric> metrics(Predicate<String> wanted) {
    SequencedSet<String> others = names(after);
    SequencedMap<String, OfMetric> metrics = new LinkedHashMap<>();
    for (String name : names(before)) {
      if (wanted.test(name) && others.contains(name)) {
        metrics.put(name, metric(name));
      }
    }
    return metrics;
  }

  /** Returns the wanted metrics that only one side has a finite number for. */
  List<String> onlyOne(Predicate<String> wanted) {
    SequencedSet<String> own = names(before);
    SequencedSet<String> others = names(after);
    SequencedSet<String> all = new LinkedHashSet<>(own);
    all.addAll(others);
    return all.stream()
        .filter(name -> wanted.test(name) && own.contains(name) != others.contains(name))
        .toList();
  }

  private static SequencedSet<String> names(List<Trial> trials) {
    SequencedSet<String> names = new LinkedHashSet<>();
    for (Trial trial : trials) {
      trial
          .metrics()
          .forEach(
              (name, value) -> {
                if (isNumber(value)) {
                  names.add(name);
                }
              });
    }
    return names;
  }

  private OfMetric metric(String name) {
    List<Both> having =
        pairs.stream().filter(pair -> has(pair.before, name) && has(pair.after, name)).toList();
    boolean isPaired = having.size() >= PAIRS_MIN;
    double[] one = values(isPaired ? having.stream().map(Both::before).toList() : before, name);
    double[] other = values(isPaired ? having.stream().map(Both::after).toList() : after, name);
    return new OfMetric(
        Summary.of(one),
        Summary.of(other),
        isPaired ? MeanDifference.paired(one, other) : MeanDifference.independent(one, other));
  }

  private static double[] values(List<Trial> trials, String metric) {
    return trials.stream()
        .filter(trial -> has(trial, metric))
        .mapToDouble(trial -> trial.metrics().getOrDefault(metric, Double.NaN))
        .toArray();
  }

  private static boolean has(Trial trial, String metric) {
    return isNumber(trial.metrics().get(metric));
  }

  private static boolean isNumber(@Nullable Double value) {
    return value != null && Double.isFinite(value);
  }
}
