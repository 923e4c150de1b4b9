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
import rani.report.ReportInput;
import rani.report.SweepReportInput;
import rani.report.SweepReportInput.Row;
import rani.report.VariantsRun;
import rani.report.plot.PlotRun;
import rani.study.expectation.MetricPlaces;
import rani.study.experiment.Experiment;
import rani.study.experiment.Plot;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.sweep.PaperValues;
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
      case ReportFile.Run run -> new RunFolder(path, sweep, input(run.input(), sweep), false);
      case ReportFile.Sweep all -> new RunFolder(path, sweep, whole(all.input(), path), true);
      case ReportFile.OfChoices _ ->
          throw new LabFailure(
              path + " is of rani sensitivity, whose variants are choices and no variables");
    };
  }

  /** Returns the trials of a run as those of a single variant. */
  static SweepReportInput input(ReportInput run, Sweep sweep) {
    ReportInput.Provenance from = run.provenance();
    List<Row> rows =
        run.trials().isEmpty()
            ? List.of(
                new Row(
                    new LinkedHashMap<>(),
                    0,
                    from.seed(),
                    run.passed(),
                    null,
                    List.of(),
                    run.metrics(),
                    from.command()))
            : run.trials();
    return new SweepReportInput(
        run.subject(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        sweep.plots(),
        List.of(),
        List.of(new PaperValues(new LinkedHashMap<>(), run.printed())),
        new SweepReportInput.Provenance(
            from.mode(), from.seeds(), from.trials(), from.version(), from.command()),
        rows);
  }

  /** Returns a sweep's input with all metrics, which a report of very many trials has not. */
  private static SweepReportInput whole(SweepReportInput input, Path path) throws LabFailure {
    if (input.rows().size() <= SweepReports.WHOLE_ROWS_MAX) {
      return input;
    }
    List<Row> rows = new ArrayList<>();
    for (TrialRow row : TrialLookup.all(SweepFolder.existing(path))) {
      rows.add(
          new Row(
              row.parameters(),
              row.repetition(),
              row.seed(),
              row.passed(),
              row.failure(),
              List.of(),
              row.metrics(),
              row.replay()));
    }
    return new SweepReportInput(
        input.subject(),
        input.variables(),
        input.baseline(),
        input.plots(),
        input.expected(),
        input.paper(),
        input.provenance(),
        rows);
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
  public PlotRun plotted(String name, List<Plot> plots, Progress progress) {
    TrialSeries.Traces traces = isSweep ? new OfSweep() : this::traced;
    return VariantsRun.of(input, name, new TrialSeries(traces, plots, progress));
  }

  /** Returns the trace of a trial of a run. */
  private TrialSeries.Traced traced(Row trial) throws LabFailure, FileError {
    Experiment experiment = sweep.variant(0).experiment();
    String number = Integer.toString(input.rows().indexOf(trial) + 1);
    return new TrialSeries.Traced(TraceSource.of(path, Optional.of(number)), experiment);
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
