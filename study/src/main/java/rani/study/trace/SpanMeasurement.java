// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Units;
import rani.nodehost.folder.RunDirectory;
import rani.service.metric.MetricRow;
import rani.service.metric.ServiceFacts;
import rani.study.experiment.Experiment;
import rani.study.experiment.Measure;
import rani.study.experiment.SweepFile;
import rani.study.observe.MetricOrder;
import rani.study.observe.MetricSheet;
import rani.study.observe.Observations;
import rani.study.observe.ObservedSpan;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepPlan;
import rani.study.tracefile.TraceFiles;
import rani.study.trial.ObservationSetup;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;
import rani.world.NodeTrace;

/**
 * Measures a finished trial over another span: a live one from its nodes' traces, a virtual one by
 * running it again, whose digest must be the recorded one.
 */
public final class SpanMeasurement {
  private static final Pattern TRIAL = Pattern.compile("trial-([1-9]\\d{0,8})(?:-again-\\d+)?");
  private static final String DURATION = "duration-seconds";
  private static final String COMMAND = "rani measure";

  private SpanMeasurement() {}

  /** The span that is asked for; each end that is not said is that of the file. */
  public record Asked(OptionalLong fromNanos, OptionalLong untilNanos) {
    ObservedSpan in(Measure measure) {
      return new ObservedSpan(
          fromNanos.orElse(measure.fromNanos()),
          untilNanos.isPresent() ? untilNanos : measure.untilNanos());
    }
  }

  /**
   * What was measured.
   *
   * @param span that metrics of a span are over
   * @param metrics the most relevant first
   * @param fromTraces whether the traces of a live trial were read, else it was run again
   * @param asRecorded false if the repetition was not that of the recorded trial
   */
  public record Result(
      ObservedSpan span,
      SequencedMap<String, Double> metrics,
      boolean fromTraces,
      boolean asRecorded,
      List<String> remarks) {}

  /**
   * Measures a trial.
   *
   * @param path as for {@link TraceSource#of}; a trace file alone does not say what it is of
   * @param trial of several, as for {@link TraceSource#of}
   * @throws FileError if the span is not within the run
   */
  public static Result of(Path path, Optional<String> trial, Asked span)
      throws LabFailure, FileError {
    return switch (TraceSource.of(path, trial)) {
      case TraceSource.OfReplay replay -> again(replay, span);
      case TraceSource.OfFiles files -> fromTraces(files, folder(path, trial), span);
    };
  }

  private static Result again(TraceSource.OfReplay replay, Asked asked)
      throws LabFailure, FileError {
    ObservedSpan span = asked.in(replay.experiment().measure());
    Trial trial = again(replay.experiment(), replay.seed(), replay.recorded().isPresent(), span);
    TraceSource.End end = replay.judge(trial.digest());
    List<String> remarks = new ArrayList<>(replay.remarks());
    remarks.addAll(end.remarks());
    return new Result(
        span,
        new MetricOrder(replay.experiment().namedMetrics()).sorted(trial.metrics()),
        false,
        end.asRecorded(),
        remarks);
  }

  /** Runs a virtual trial again. */
  static Trial again(Experiment experiment, long seed, boolean withDigest, ObservedSpan span)
      throws LabFailure, FileError {
    check(span, experiment.run().endNanosMax());
    Trial trial =
        VirtualTrial.outcome(
            experiment.measured(span.fromNanos(), span.untilNanos()),
            seed,
            withDigest,
            node -> NodeTrace.NONE,
            COMMAND + ", seed " + seed);
    if (experiment.run().untilTrafficDone()) {
      checkEnd(span, trial.metrics());
    }
    return trial;
  }

  private static Result fromTraces(TraceSource.OfFiles files, Path folder, Asked asked)
      throws LabFailure, FileError {
    if (!files.knowsGo()) {
      throw new LabFailure(
          folder + " does not say when the traffic began, so that no span of it can be measured");
    }
    Experiment experiment = experiment(folder).forLive();
    ObservedSpan span = asked.in(experiment.measure());
    check(span, experiment.run().endNanosMax());
    long goNanos = files.goNanos().orElseThrow();
    Observations seen =
        Observations.withoutSeries(
            ObservationSetup.plan(
                experiment.measured(span.fromNanos(), span.untilNanos()), goNanos));
    TraceFiles.End end;
    try {
      end = TraceFiles.merge(files.files(), seen::at);
    } catch (IOException | IllegalArgumentException e) {
      throw new LabFailure("cannot read the nodes' traces: " + e.getMessage(), e);
    }
    SequencedMap<String, Double> all =
        seen.metrics(ServiceFacts.atEnd(new LinkedHashMap<String, Map<String, ?>>()));
    checkCut(span, end.cutNanos(), goNanos);
    checkEnd(span, all);
    SequencedMap<String, Double> known = new LinkedHashMap<>();
    all.forEach(
        (name, value) -> {
          if (isOfEventsAlone(name)) {
            known.put(name, value);
          }
        });
    List<String> remarks = new ArrayList<>();
    remarks.add(
        "metrics that need what services said at the end, such as offered and through, are not in"
            + " traces");
    if (!end.torn().isEmpty()) {
      remarks.add("ends in the middle of a line: " + end.torn());
    }
    return new Result(
        span, new MetricOrder(experiment.namedMetrics()).sorted(known), true, true, remarks);
  }

  /** Returns whether a metric is computed from traces, without facts of services or hosts. */
  static boolean isOfEventsAlone(String metric) {
    return MetricSheet.find(metric)
        .map(MetricSheet.Named::row)
        .map(MetricRow::events)
        .filter(
            events ->
                events.equals("all")
                    || TraceWords.KINDS.containsAll(List.of(events.strip().split(", ", -1))))
        .isPresent();
  }

  /** Returns the folder of a live trial, as {@link TraceSource#of} finds its traces. */
  private static Path folder(Path path, Optional<String> trial) throws LabFailure {
    if (Files.isRegularFile(path)) {
      throw new LabFailure(
          "a trace alone does not say what it is of: name the folder of its run, not " + path);
    }
    Path own = path.resolve("trial-" + trial.orElse("1"));
    return Files.isDirectory(new RunDirectory(path).traces()) ? path : own;
  }

  /** Returns the experiment of a live trial, which {@link TraceSource#of} finds the traces of. */
  static Experiment experiment(Path path, Optional<String> trial) throws LabFailure, FileError {
    return experiment(folder(path, trial)).forLive();
  }

  private static Experiment experiment(Path folder) throws LabFailure, FileError {
    for (Path place : List.of(folder, folder.toAbsolutePath().normalize().resolve(".."))) {
      if (SweepFolder.isBegun(place)) {
        return ofSweep(new SweepFolder(place), folder);
      }
      Path file = place.resolve(SweepFolder.EXPERIMENT);
      if (Files.exists(file)) {
        return SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
      }
    }
    throw new LabFailure(
        folder + " is of a network without an experiment, which says what is measured");
  }

  private static Experiment ofSweep(SweepFolder sweep, Path trial) throws LabFailure, FileError {
    Matcher name = TRIAL.matcher(String.valueOf(trial.toAbsolutePath().normalize().getFileName()));
    SweepPlan plan = SweepPlan.ofThatCode(sweep);
    if (!name.matches() || Integer.parseInt(name.group(1)) > plan.trials()) {
      throw new LabFailure(trial + " is no trial of the sweep in " + sweep.path());
    }
    long variant = plan.key(Integer.parseInt(name.group(1)) - 1L).variant();
    return plan.sweep().variant(variant).experiment();
  }

  /** Refuses a span that is not within a run, which ends at the latest then. */
  private static void check(ObservedSpan span, long endNanos) throws FileError {
    long until = span.untilNanos().orElse(endNanos);
    if (until > endNanos) {
      throw refused(
          "--until",
          "%s is after the end of the run (%s)"
              .formatted(Units.printDuration(until), seconds(endNanos)));
    }
    if (span.fromNanos() >= until) {
      throw refused(
          "--from",
          "%s is not before the end of the span (%s)"
              .formatted(Units.printDuration(span.fromNanos()), seconds(until)));
    }
  }

  private static FileError refused(String option, String why) {
    return new FileError(Location.ofFile(option), why, "");
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
  }

  /** Refuses a span after the end of a run that has ended by itself. */
  private static void checkEnd(ObservedSpan span, Map<String, Double> metrics) throws FileError {
    Double seconds = metrics.get(DURATION);
    if (seconds != null) {
      check(span, Math.max(1, Math.round(seconds * 1e9)));
    }
  }

  /** Refuses a span that a trace which reached its limit does not cover. */
  private static void checkCut(ObservedSpan span, OptionalLong cutNanos, long goNanos)
      throws FileError {
    if (cutNanos.isEmpty()) {
      return;
    }
    long lastNanos = Math.max(1, cutNanos.getAsLong() - goNanos);
    if (span.untilNanos().isEmpty()) {
      throw refused(
          "--until",
          "is needed: a trace reached its limit %s after go".formatted(seconds(lastNanos)));
    }
    check(span, lastNanos);
  }
}
