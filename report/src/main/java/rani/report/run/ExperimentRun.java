// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.ground.Version;
import rani.model.capture.CapturePlan;
import rani.model.capture.FileCapture;
import rani.model.topology.TopologyText;
import rani.nodehost.folder.RunDirectory;
import rani.report.PaperVerdict;
import rani.report.Report;
import rani.report.ReportInput;
import rani.report.SweepReportInput;
import rani.report.plot.Chart;
import rani.report.plot.PlotChart;
import rani.report.plot.PlotRun;
import rani.report.window.ComputedFeed;
import rani.report.window.RunReplay;
import rani.report.window.TraceRecorder;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentText;
import rani.study.experiment.Plot;
import rani.study.observe.MetricOrder;
import rani.study.observe.RunTrace;
import rani.study.sweep.NamedMetrics;
import rani.study.trace.TraceSource;
import rani.study.trial.ExperimentResult;
import rani.study.trial.LiveTrial;
import rani.study.trial.RunOptions;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;

/** Runs the trials of an experiment one after another, and writes the results and the report. */
public final class ExperimentRun {
  private final Experiment experiment;
  private final RunOptions options;
  private final RunDirectory directory;
  private final Progress progress;
  private Optional<String> recorded = Optional.empty();
  private List<Plot> plots = List.of();
  private SequencedSet<String> plotted = new LinkedHashSet<>();
  private boolean failed;
  private @Nullable ComputedFeed shown;

  public ExperimentRun(
      Experiment experiment, RunOptions options, RunDirectory directory, Progress progress) {
    this.experiment = experiment;
    this.options = options;
    this.directory = directory;
    this.progress = progress;
  }

  /** Runs all trials, and writes the resolved files, the result, and the report. */
  public ExperimentResult execute() throws LabFailure {
    directory.write("experiment.yaml", ExperimentText.print(experiment, plots));
    directory.write(RunDirectory.TOPOLOGY, TopologyText.print(experiment.network()));
    directory.write("command.txt", options.command() + "\n");
    MetricOrder order = new MetricOrder(experiment.namedMetrics());
    List<Trial> trials = new ArrayList<>();
    for (int k = 0; k < options.trials(); k++) {
      long seed = options.seed() + k;
      if (options.trials() > 1) {
        progress.say("trial " + (k + 1) + " of " + options.trials() + ", seed " + seed);
      }
      Optional<Path> traceFile = k == 0 ? options.traceFile() : Optional.empty();
      Trial trial =
          switch (options.mode()) {
            case VIRTUAL -> virtual(k, seed, traceFile);
            case LIVE -> {
              RunDirectory own =
                  options.trials() == 1 ? directory : RunDirectory.at(trialFolder(k));
              yield LiveTrial.run(experiment, seed, options, own, progress);
            }
          };
      trials.add(trial.inOrder(order));
    }
    List<Path> files = captureFiles();
    ExperimentResult result =
        new ExperimentResult(
            experiment.name(), options.mode(), options.seed(), trials, directory.report(), files);
    directory.write("result.json", result.json());
    for (String recording : recording(result).stream().toList()) {
      directory.write(Report.RECORDING, recording + "\n");
    }
    ReportInput plain = ReportInputs.of(experiment, options, result);
    ReportInput input = plain.with(charts(plain), List.copyOf(plotted));
    try {
      Report.write(input, directory.path());
    } catch (IOException e) {
      throw new LabFailure("cannot write the report: " + e, e);
    }
    String paper = new PaperVerdict(input.comparisons(), null).sentence();
    if (!paper.isEmpty()) {
      progress.say(paper);
    }
    return result;
  }

  /**
   * Has the report show charts of the variant with these labels, as far as one variant has them.
   */
  public void plot(List<Plot> wanted, Map<String, String> labels) {
    plots = wanted.stream().flatMap(plot -> plot.ofVariant(labels).stream()).toList();
    plotted = NamedMetrics.of(wanted);
  }

  private List<Chart> charts(ReportInput input) throws LabFailure {
    List<Chart> charts = new ArrayList<>();
    SweepReportInput trials = input.asVariant(plots);
    PlotRun run =
        RunFolder.ofRun(
            directory.path(), experiment, trials, "", new RunFolder.Orders(plots, progress));
    for (Plot plot : plots) {
      String title = plot.title() + ": " + experiment.name();
      charts.add(PlotChart.of(plot, List.of(run), title, trials.provenance().notes()));
    }
    return charts;
  }

  /** Has the window show the first trial in virtual time while it is computed. */
  public void show(ComputedFeed feed) {
    shown = feed;
  }

  /** Runs a virtual trial; records the first, or the first that fails, for the report. */
  private Trial virtual(int k, long seed, Optional<Path> traceFile) throws LabFailure {
    String replay = options.replay(seed);
    if (k == 0 && shown != null) {
      try {
        Trial trial = VirtualTrial.run(experiment, seed, traceFile, captures(k), shown, replay);
        failed = !trial.passed();
        return trial;
      } finally {
        shown.end();
        recorded = shown.recording(experiment.name());
      }
    }
    if (k == 0) {
      TraceRecorder heard = new TraceRecorder(experiment.network(), true);
      Trial trial = VirtualTrial.run(experiment, seed, traceFile, captures(k), heard, replay);
      failed = !trial.passed();
      recorded = heard.json(experiment.name(), true, List.of());
      return trial;
    }
    Trial trial = VirtualTrial.run(experiment, seed, traceFile, captures(k), RunTrace.NONE, replay);
    if (!failed && !trial.passed()) {
      failed = true; // run once more, since few of many trials are worth recording
      recorded =
          RunReplay.ofTrial(
              experiment,
              new TraceSource.OfReplay(
                  experiment,
                  seed,
                  trial.digest().map(digest -> new TraceSource.Recorded(digest, Version.TEXT)),
                  List.of()));
    }
    return trial;
  }

  /** Returns the recording for the report's player; empty if the network is too large. */
  private Optional<String> recording(ExperimentResult result) throws LabFailure {
    if (options.mode() == RunOptions.Mode.VIRTUAL) {
      return recorded;
    }
    int number = result.trials().indexOf(result.representative());
    return RunReplay.ofTrial(
        experiment,
        TraceSource.ofLive(
            options.trials() == 1 ? directory : new RunDirectory(trialFolder(number)),
            directory.topology()));
  }

  /** Returns the first trial's capture files; a later virtual trial can be run alone instead. */
  private List<FileCapture> captures(int k) {
    return k > 0
        ? List.of()
        : experiment.captures().stream()
            .map(plan -> new FileCapture(plan, directory.capture(plan)))
            .toList();
  }

  private List<Path> captureFiles() {
    List<Path> files = new ArrayList<>();
    for (int k = 0; k < options.trials(); k++) {
      boolean own = options.trials() > 1 && options.mode() == RunOptions.Mode.LIVE;
      Path folder = own ? trialFolder(k) : directory.path();
      for (CapturePlan plan : experiment.captures()) {
        Path file = new RunDirectory(folder).capture(plan);
        if (Files.exists(file) && !files.contains(file)) {
          files.add(file);
        }
      }
    }
    return files;
  }

  private Path trialFolder(int k) {
    return directory.path().resolve("trial-" + (k + 1));
  }
}
