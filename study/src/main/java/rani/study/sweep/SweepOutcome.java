// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;
import rani.world.Facts;

/**
 * The result of a sweep, or of a shard.
 *
 * @param failed number of trials that broke off or did not meet every expectation
 * @param failures the first of the failed trials
 * @param metrics names of the metrics in charts and expectations of the file
 * @param baseline labels of the variant that others are compared with; empty if there is none
 * @param variants the first variants, with these metrics; empty for a shard
 * @param doubts reasons to doubt live trials, a line each
 * @param report the page of the sweep; empty for a shard, and for more trials than a page can hold
 */
public record SweepOutcome(
    SweepIdentity identity,
    SweepFolder folder,
    long trials,
    long failed,
    List<TrialRow> failures,
    List<String> metrics,
    SequencedMap<String, String> baseline,
    List<VariantSummary> variants,
    long moreVariants,
    List<String> doubts,
    Optional<Path> report) {
  public static final int FAILURES_MAX = 5;
  public static final int VARIANTS_MAX = 40;

  public SweepOutcome {
    failures = List.copyOf(failures);
    metrics = List.copyOf(metrics);
    baseline = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(baseline));
    variants = List.copyOf(variants);
    doubts = List.copyOf(doubts);
  }

  public SweepOutcome withDoubts(List<String> why) {
    return new SweepOutcome(
        identity,
        folder,
        trials,
        failed,
        failures,
        metrics,
        baseline,
        variants,
        moreVariants,
        why,
        report);
  }

  public boolean passed() {
    return failed == 0;
  }

  private record Told(
      String experiment,
      String mode,
      String code,
      @Nullable String shard,
      long trials,
      long failed,
      boolean passed,
      List<Failure> failures,
      SequencedMap<String, String> baseline,
      List<OfVariant> variants,
      long moreVariants,
      @Nullable List<String> doubts,
      String folder,
      String results,
      @Nullable String report)
      implements Facts {}

  private record Failure(
      String trial, SequencedMap<String, String> parameters, long seed, String why, String replay)
      implements Facts {}

  private record OfVariant(
      SequencedMap<String, String> parameters,
      int trials,
      int passed,
      SequencedMap<String, JsonObject> metrics)
      implements Facts {}

  /** Returns one JSON object, with a line feed at the end. */
  public String json() {
    Told told =
        new Told(
            identity.experiment(),
            identity.mode(),
            identity.code(),
            identity.part().isWhole() ? null : identity.part().toString(),
            trials,
            failed,
            passed(),
            failures.stream()
                .map(
                    row ->
                        new Failure(
                            row.trial(), row.parameters(), row.seed(), why(row), row.replay()))
                .toList(),
            baseline,
            variants.stream().map(SweepOutcome::variant).toList(),
            moreVariants,
            doubts.isEmpty() ? null : doubts,
            folder.path().toString(),
            folder.results().toString(),
            report.map(Path::toString).orElse(null));
    return JsonText.page(told.byKey());
  }

  public static String why(TrialRow row) {
    String failure = row.failure();
    if (failure != null) {
      return failure.lines().findFirst().orElse(failure);
    }
    return row.expect().stream()
        .filter(expected -> !expected.passed())
        .map(expected -> expected.name() + ": " + expected.value() + ", not " + expected.bound())
        .findFirst()
        .orElse("");
  }

  private static OfVariant variant(VariantSummary variant) {
    SequencedMap<String, JsonObject> metrics = new LinkedHashMap<>();
    variant
        .metrics()
        .forEach((name, metric) -> metrics.put(name, metric(metric, variant.trials())));
    return new OfVariant(variant.labels(), variant.trials(), variant.passed(), metrics);
  }

  private static JsonObject metric(VariantSummary.OfMetric metric, int trials) {
    Summary summary = metric.summary();
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("count", summary.count());
    object.put("mean", summary.mean());
    putIfNumber(object, "half-width-95", summary.halfWidth95());
    PairedDifference difference = metric.difference();
    if (difference != null) {
      object.put("difference", difference.mean());
      putIfNumber(object, "difference-half-width-95", difference.halfWidth95());
      object.put("significant", difference.isSignificant());
    }
    object.put("trials-without", trials - summary.count());
    if (difference != null) {
      putIfNumber(object, "p", difference.p());
      putIfNumber(object, "p-holm", difference.correctedP());
      object.put("family", difference.family());
    }
    Summary harm = metric.harm();
    if (harm != null) {
      object.put("harm", harm.mean());
      putIfNumber(object, "harm-half-width-95", harm.halfWidth95());
    }
    return JsonObject.of(object);
  }

  private static void putIfNumber(SequencedMap<String, Object> object, String name, double value) {
    if (Double.isFinite(value)) {
      object.put(name, value);
    }
  }
}
