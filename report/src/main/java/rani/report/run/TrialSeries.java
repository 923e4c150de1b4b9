// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.model.file.FileError;
import rani.report.SweepReportInput.Row;
import rani.report.VariantsRun;
import rani.report.plot.PlotRun.Moment;
import rani.report.plot.PlotRun.Recorded;
import rani.study.experiment.Experiment;
import rani.study.experiment.Plot;
import rani.study.series.Series;
import rani.study.series.SeriesName;
import rani.study.trace.TraceSource;
import rani.study.trial.SeriesRecorder;

/**
 * Takes series from the traces of trials: from the files of a live one, or by running a virtual one
 * again. What several plots ask of a trial is recorded at once. The values of all trials together
 * are bounded.
 */
final class TrialSeries implements VariantsRun.SeriesSource {
  /** The most trials whose traces are read for charts. */
  static final int TRIALS_MAX = 200;

  /** Room for values of all trials. */
  private static final int VALUES_MAX = 8_000_000;

  private static final double NANOS = 1e9;

  /** Finds the trace of a trial, and what was run. */
  interface Traces {
    Traced of(Row trial) throws LabFailure, FileError;
  }

  record Traced(TraceSource source, Experiment experiment) {}

  private record Key(Row trial, long binNanos) {}

  /** What was taken from the trace of a trial. */
  private record Taken(List<Series> series, List<Moment> moments) {}

  private final Traces traces;
  private final Progress progress;
  private final SequencedSet<SeriesName> wanted = new LinkedHashSet<>();
  private final Map<Key, Taken> known = new LinkedHashMap<>();
  private final SequencedSet<String> remarks = new LinkedHashSet<>();

  TrialSeries(Traces traces, List<Plot> plots, Progress progress) {
    this.traces = traces;
    this.progress = progress;
    plots.stream()
        .filter(Plot::showsSeries)
        .flatMap(plot -> plot.metrics().stream())
        .forEach(name -> SeriesName.of(name).ifPresent(wanted::add));
  }

  @Override
  public Recorded series(List<Row> trials, Plot plot) throws LabFailure {
    List<Row> taken = plot.trials() ? trials : trials.subList(0, Math.min(1, trials.size()));
    List<Series> series = new ArrayList<>();
    SequencedSet<Moment> moments = new LinkedHashSet<>();
    for (Row trial : taken) {
      Key key = new Key(trial, plot.binNanos());
      Taken recorded = known.get(key);
      if (recorded == null) {
        recorded = record(trial, plot.binNanos());
        known.put(key, recorded);
      }
      series.addAll(recorded.series());
      moments.addAll(recorded.moments());
    }
    String which = plot.trials() ? "all trials" : "the first trial";
    return new Recorded(series, which + " of each variant", List.copyOf(moments));
  }

  private Taken record(Row trial, long binNanos) throws LabFailure {
    if (known.size() >= TRIALS_MAX) {
      throw new LabFailure(
          "charts of series read the traces of at most "
              + TRIALS_MAX
              + " trials; --pick leaves fewer variants");
    }
    try {
      Traced traced = traces.of(trial);
      if (!traced.source().knowsGo()) {
        throw new LabFailure("it is not known when the run began, which series count from");
      }
      int room = known.values().stream().mapToInt(one -> size(one.series())).sum();
      SeriesRecorder recorder =
          new SeriesRecorder(traced.experiment(), wanted, binNanos, Math.max(0, VALUES_MAX - room));
      TraceSource.End end = traced.source().read(recorder);
      if (!end.asRecorded()) {
        end.remarks().stream().filter(remarks::add).forEach(progress::say);
      }
      List<Moment> moments =
          new RunMoments(traced.experiment())
              .with(recorder.linkChanges()).stream()
                  .map(one -> new Moment(one.atNanos() / NANOS, one.text()))
                  .toList();
      return new Taken(recorder.series(), moments);
    } catch (FileError e) {
      throw new LabFailure("the experiment is no longer valid: " + e.getMessage(), e);
    }
  }

  private static int size(List<Series> series) {
    return series.stream().mapToInt(Series::size).sum();
  }
}
