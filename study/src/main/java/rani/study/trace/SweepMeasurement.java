// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.service.metric.MetricInterval;
import rani.study.expectation.MetricPatterns;
import rani.study.experiment.Experiment;
import rani.study.observe.MetricOrder;
import rani.study.observe.MetricSheet;
import rani.study.observe.ObservedSpan;
import rani.study.statistics.Summary;
import rani.study.sweep.JournalRows;
import rani.study.sweep.NamedMetrics;
import rani.study.sweep.PickedValues;
import rani.study.sweep.Rows;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.SweepWatch;
import rani.study.sweep.TrialRow;
import rani.study.trial.RunOptions;
import rani.study.trial.Trial;

/** Measures the trials of a sweep over another span, by running them again in virtual time. */
public final class SweepMeasurement {
  /** The most trials of one measurement, all of whose numbers are kept. */
  public static final int TRIALS_MAX = 10_000;

  private final SweepPlan plan;
  private final SpanMeasurement.Asked asked;
  private final MetricPatterns metrics;
  private final Rows rows;
  private final SweepWatch watch;

  private SweepMeasurement(
      SweepPlan plan,
      SpanMeasurement.Asked asked,
      MetricPatterns metrics,
      Rows rows,
      SweepWatch watch) {
    this.plan = plan;
    this.asked = asked;
    this.metrics = metrics;
    this.rows = rows;
    this.watch = watch;
  }

  /**
   * A variant's trials; metrics are those asked for, over the trials that have them.
   *
   * @param trials that did not break off when the sweep ran them
   */
  public record OfVariant(
      SequencedMap<String, String> labels, int trials, SequencedMap<String, Summary> metrics) {}

  /**
   * What was measured.
   *
   * @param differing trials whose repetition was not that of the recorded one
   */
  public record Result(
      ObservedSpan span, List<OfVariant> variants, long differing, List<String> remarks) {
    public boolean asRecorded() {
      return differing == 0;
    }
  }

  /**
   * Measures the trials of the variants with the picked values.
   *
   * @param picks values {@code variable=value}; several of one variable add up
   * @throws FileError if there is no such value, the span is not within a run, or no trial has a
   *     metric
   */
  public static Result of(
      SweepFolder folder,
      List<String> picks,
      SpanMeasurement.Asked asked,
      MetricPatterns metrics,
      int jobs,
      SweepWatch watch)
      throws LabFailure, FileError {
    SweepPlan plan = SweepPlan.ofThatCode(folder);
    if (plan.mode() == RunOptions.Mode.LIVE) {
      throw new LabFailure(
          "the sweep's trials are live; each is measured from its own folder, such as "
              + folder.trial(0));
    }
    PickedValues picked = PickedValues.of(picks, plan.sweep().variables());
    try (Rows rows = JournalRows.of(folder)) {
      SweepMeasurement measurement = new SweepMeasurement(plan, asked, metrics, rows, watch);
      return measurement.measure(measurement.places(picked), jobs);
    } catch (IOException e) {
      throw new LabFailure("cannot read the journal in " + folder.path() + ": " + e, e);
    }
  }

  private List<Rows.Place> places(PickedValues picked) throws LabFailure {
    List<Rows.Place> places = new ArrayList<>();
    for (Rows.Place place : rows.byIndex()) {
      if (picked.has(plan.sweep().labels(plan.key(place.index()).variant()))) {
        places.add(place);
      }
    }
    if (places.size() > TRIALS_MAX) {
      throw new LabFailure(
          "%s trials are more than the %s that are measured at a time; --pick takes fewer"
              .formatted(places.size(), TRIALS_MAX));
    }
    return places;
  }

  private record Measured(
      ObservedSpan span,
      SequencedMap<String, String> labels,
      SequencedMap<String, Double> metrics,
      boolean asRecorded) {}

  private Result measure(List<Rows.Place> places, int jobs) throws LabFailure, FileError {
    List<Measured> trials = run(places, jobs);
    if (trials.isEmpty()) {
      throw new LabFailure("the sweep has no finished trial with the picked values");
    }
    SequencedSet<String> known = new LinkedHashSet<>();
    trials.forEach(trial -> known.addAll(trial.metrics.sequencedKeySet()));
    SequencedSet<String> selected =
        metrics.select(new MetricOrder(NamedMetrics.of(plan.sweep())).sorted(known));
    SequencedMap<SequencedMap<String, String>, List<Measured>> byVariant = new LinkedHashMap<>();
    for (Measured each : trials) {
      byVariant.computeIfAbsent(each.labels, labels -> new ArrayList<>()).add(each);
    }
    List<OfVariant> variants = new ArrayList<>();
    byVariant.forEach((labels, of) -> variants.add(variant(labels, of, selected)));
    long differing = trials.stream().filter(trial -> !trial.asRecorded).count();
    List<String> remarks = new ArrayList<>(rows.remarks());
    if (trials.size() < places.size()) {
      remarks.add((places.size() - trials.size()) + " trials broke off, and are left out");
    }
    if (differing > 0) {
      remarks.add(
          "%s of %s trials are not the recorded ones: the code has changed since"
              .formatted(differing, trials.size()));
    }
    return new Result(trials.getFirst().span, variants, differing, remarks);
  }

  private static OfVariant variant(
      SequencedMap<String, String> labels, List<Measured> trials, Iterable<String> metrics) {
    SequencedMap<String, Summary> summaries = new LinkedHashMap<>();
    for (String metric : metrics) {
      double[] values =
          trials.stream()
              .map(trial -> trial.metrics.get(metric))
              .filter(value -> value != null && Double.isFinite(value))
              .mapToDouble(Double::doubleValue)
              .toArray();
      if (values.length > 0) {
        summaries.put(metric, Summary.of(values));
      }
    }
    return new OfVariant(labels, trials.size(), summaries);
  }

  /** Runs trials, several at a time; returns those that had not broken off, in order. */
  private List<Measured> run(List<Rows.Place> places, int jobs) throws LabFailure, FileError {
    watch.begin(places.size(), 0, jobs);
    List<Measured> measured = new ArrayList<>();
    try (ExecutorService pool =
        Executors.newFixedThreadPool(
            jobs, Thread.ofPlatform().name("job-", 1).daemon().factory())) {
      List<Future<Optional<Measured>>> all = new ArrayList<>();
      for (Rows.Place place : places) {
        all.add(pool.submit(() -> again(place)));
      }
      try {
        for (Future<Optional<Measured>> each : all) {
          each.get().ifPresent(measured::add);
        }
      } catch (ExecutionException | InterruptedException e) {
        pool.shutdownNow();
        throw failure(e);
      }
    } finally {
      watch.end();
    }
    return measured;
  }

  private static LabFailure failure(Exception error) throws LabFailure, FileError {
    switch (error.getCause()) {
      case FileError bad -> throw bad;
      case LabFailure failure -> throw failure;
      case null, default -> {
        if (error instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        return new LabFailure("cannot be measured: " + error.getMessage(), error);
      }
    }
  }

  private Optional<Measured> again(Rows.Place place) throws IOException, LabFailure, FileError {
    TrialRow row = rows.row(place);
    Optional<Measured> measured =
        row.failure() == null ? Optional.of(again(row, place)) : Optional.empty();
    synchronized (this) {
      watch.finished(row);
    }
    return measured;
  }

  private Measured again(TrialRow row, Rows.Place place) throws LabFailure, FileError {
    SweepPlan.Key key = plan.key(place.index());
    Experiment experiment = plan.sweep().variant(key.variant()).experiment();
    ObservedSpan span = asked.in(experiment.measure());
    Trial trial = SpanMeasurement.again(experiment, key.seed(), row.digest() != null, span);
    SequencedMap<String, Double> wanted = new LinkedHashMap<>(trial.metrics());
    wanted.keySet().removeIf(name -> !metrics.asksFor(name));
    return new Measured(span, row.parameters(), wanted, isAsRecorded(row, trial));
  }

  /** Compares digests or, of a sweep without, the metrics that do not depend on the span. */
  private static boolean isAsRecorded(TrialRow row, Trial trial) {
    return row.digest() != null
        ? row.digest().equals(trial.digest().orElse(""))
        : row.metrics().entrySet().stream()
            .filter(metric -> isOfWholeRun(metric.getKey()))
            .allMatch(metric -> metric.getValue().equals(trial.metrics().get(metric.getKey())));
  }

  private static boolean isOfWholeRun(String metric) {
    return MetricSheet.find(metric)
        .filter(named -> named.row().interval() == MetricInterval.RUN)
        .isPresent();
  }
}
