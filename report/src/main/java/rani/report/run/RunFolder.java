// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.report.ReportFile;
import rani.report.SweepReportInput;
import rani.report.SweepReportInput.Row;
import rani.report.VariantsRun;
import rani.report.plot.Chart;
import rani.report.plot.PlotChart;
import rani.report.plot.PlotRun;
import rani.study.expectation.MetricPlaces;
import rani.study.experiment.Experiment;
import rani.study.experiment.Plot;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.TrialLookup;
import rani.study.sweep.TrialRow;
import rani.study.trace.TraceSource;

/** The folder of a run or sweep that has ended, from which charts are made. */
public final class RunFolder {
  /** With more variants, not all are tried for the nodes and links that metrics may name. */
  private static final long VARIANTS_TRIED_MAX = 100;

  private final Path path;
  private final Sweep sweep;
  private final SweepReportInput input;
  private final boolean isSweep;

  private RunFolder(Path path, Sweep sweep, SweepReportInput input, boolean isSweep) {
    this.path = path;
    this.sweep = sweep;
    this.input = input;
    this.isSweep = isSweep;
  }

  /**
   * Opens a folder.
   *
   * @throws LabFailure if it is none of a run or sweep that has ended
   * @throws FileError if its experiment is no longer valid
   */
  public static RunFolder open(Path path) throws LabFailure, FileError {
    ReportFile report = ReportFile.read(path);
    Sweep sweep = SweepFile.load(path.resolve(SweepFolder.EXPERIMENT), List.of(), List.of());
    return switch (report) {
      case ReportFile.Run run ->
          new RunFolder(path, sweep, run.input().asVariant(sweep.plots()), false);
      case ReportFile.Sweep all -> new RunFolder(path, sweep, whole(all.input(), path), true);
      case ReportFile.OfChoices _ ->
          throw new LabFailure(
              path + " is of rani sensitivity, whose variants are choices and no variables");
    };
  }

  /** Returns a sweep's input with all metrics, which a report of very many trials has not. */
  private static SweepReportInput whole(SweepReportInput input, Path path) throws LabFailure {
    if (input.rows().size() <= SweepReports.WHOLE_ROWS_MAX) {
      return input;
    }
    return input.withRows(
        TrialLookup.all(SweepFolder.existing(path)).stream()
            .map(row -> SweepReports.row(row, row.metrics()))
            .toList());
  }

  /** Returns the name of the folder, which tells it from others. */
  public String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  public String experiment() {
    return input.subject().experiment();
  }

  public SweepReportInput.Provenance provenance() {
    return input.provenance();
  }

  public SequencedMap<String, List<String>> variables() {
    return input.variables();
  }

  /** Returns the plots of the experiment's file. */
  public List<Plot> plots() {
    return sweep.plots();
  }

  /** Adds the nodes and links that metrics may name. */
  public void addPlaces(MetricPlaces places) throws FileError {
    long tried = Math.min(sweep.variants(), VARIANTS_TRIED_MAX);
    for (long k = 0; k < tried; k++) {
      places.add(sweep.variant(k * sweep.variants() / tried).experiment().topology());
    }
  }

  /** Returns what charts are made from; {@code plots} are those that will be made. */
  public PlotRun plotted(String name, List<Plot> plots, Progress progress) throws FileError {
    return isSweep
        ? VariantsRun.of(input, name, new TrialSeries(new OfSweep(), plots, progress))
        : ofRun(path, sweep.variant(0).experiment(), input, name, new Orders(plots, progress));
  }

  /** Returns what charts of a run are made from, whose trials are those of one variant. */
  static PlotRun ofRun(
      Path path, Experiment experiment, SweepReportInput trials, String name, Orders orders) {
    TrialSeries.Traces traces =
        trial -> {
          String number = Integer.toString(trials.rows().indexOf(trial) + 1);
          return new TrialSeries.Traced(TraceSource.of(path, Optional.of(number)), experiment);
        };
    return VariantsRun.of(trials, name, new TrialSeries(traces, orders.plots(), orders.progress()));
  }

  /** What will be plotted, and who hears of difficulties. */
  record Orders(List<Plot> plots, Progress progress) {}

  /** Makes the charts of a sweep's plots of series, if the traces of its trials can be had. */
  static List<Chart> ofSeries(SweepFolder folder, Sweep sweep, SweepReportInput input) {
    List<Plot> plots = input.plots().stream().filter(Plot::showsSeries).toList();
    List<Chart> charts = new ArrayList<>();
    TrialSeries.Traces traces = new RunFolder(folder.path(), sweep, input, true).new OfSweep();
    PlotRun run = VariantsRun.of(input, "", new TrialSeries(traces, plots, Progress.SILENT));
    for (Plot plot : plots) {
      try {
        String title = plot.title() + ": " + input.subject().experiment();
        charts.add(PlotChart.of(plot, List.of(run), title, input.provenance().notes()));
      } catch (LabFailure _) {
        // the page says that `rani plot` draws it, which then says why it cannot
      }
    }
    return charts;
  }

  /** Finds traces of a sweep's trials, whose names are in its journal. */
  private final class OfSweep implements TrialSeries.Traces {
    private record Key(Map<String, String> parameters, int repetition) {}

    private record Known(TrialRow row, int index) {}

    private @Nullable Map<Key, Known> known;

    @Override
    public TrialSeries.Traced of(Row trial) throws LabFailure, FileError {
      SweepFolder folder = SweepFolder.existing(path);
      Map<Key, Known> all = known == null ? all(folder) : known;
      known = all;
      Known found =
          Objects.requireNonNull(all.get(new Key(trial.parameters(), trial.repetition())));
      List<String> picks = new ArrayList<>();
      trial.parameters().forEach((name, value) -> picks.add(name + "=" + value));
      Experiment experiment =
          SweepFile.load(folder.experiment(), List.of(), picks).variant(0).experiment();
      if (!folder.isLive()) {
        return new TrialSeries.Traced(
            TraceSource.of(path, Optional.of(found.row().trial())), experiment);
      }
      RunDirectory last = new RunDirectory(lastOf(folder.trial(found.index())));
      return new TrialSeries.Traced(
          TraceSource.ofLive(last, last.topology()), experiment.forLive());
    }

    private Map<Key, Known> all(SweepFolder folder) throws LabFailure {
      Map<Key, Known> all = new LinkedHashMap<>();
      for (TrialRow row : TrialLookup.all(folder)) {
        all.put(new Key(row.parameters(), row.repetition()), new Known(row, all.size()));
      }
      return all;
    }

    /** Returns the folder of a live trial's last run, which is the one that counts. */
    private static Path lastOf(Path first) {
      Path last = first;
      for (int time = 2; ; time++) {
        Path again = first.resolveSibling(first.getFileName() + "-again-" + time);
        if (!Files.isDirectory(again)) {
          return last;
        }
        last = again;
      }
    }
  }
}
