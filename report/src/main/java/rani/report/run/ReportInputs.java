// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.ground.Version;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.picture.PathStop;
import rani.model.picture.TopologyGraph;
import rani.model.topology.TopologyNode;
import rani.report.ReportInput;
import rani.report.SweepReportInput;
import rani.report.paper.Figures;
import rani.service.metric.FilterSpan;
import rani.study.expectation.Expectation;
import rani.study.experiment.Experiment;
import rani.study.experiment.Paper;
import rani.study.experiment.TrafficFlow;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.Observations;
import rani.study.trial.ExperimentResult;
import rani.study.trial.ObservationSetup;
import rani.study.trial.RunOptions;
import rani.study.trial.Trial;

/** Collects the content of a report from an experiment's representative trial. */
final class ReportInputs {
  private static final String THROUGH = "through.";

  /** The most entries of the schedule in the set-up. */
  private static final int SCHEDULE_MAX = 60;

  private final Experiment experiment;
  private final RunOptions options;
  private final ExperimentResult result;
  private final Trial trial;

  private ReportInputs(Experiment experiment, RunOptions options, ExperimentResult result) {
    this.experiment = experiment;
    this.options = options;
    this.result = result;
    this.trial = result.representative();
  }

  static ReportInput of(Experiment experiment, RunOptions options, ExperimentResult result) {
    return new ReportInputs(experiment, options, result).input();
  }

  private ReportInput input() {
    Optional<Paper> paper = Optional.ofNullable(experiment.paper());
    return new ReportInput(
            SweepReports.subject(experiment, experiment),
            new ReportInput.Provenance(
                options.mode().text(),
                result.seed(),
                trial.seed(),
                result.trials().size(),
                Version.TEXT,
                options.command(),
                trial.digest().orElse(null)),
            new ReportInput.Trust(result.trust().verdict().text(), result.trust().reasons()),
            trial.expectations().stream().map(ReportInputs::expectation).toList(),
            trial.metrics(),
            queue(),
            connections(),
            trial.edges(),
            flows(),
            paper.map(Paper::values).orElseGet(LinkedHashMap::new),
            trials(),
            setUp(),
            new ReportInput.Topology(
                Figures.counted(experiment.topology().nodes().size(), "node")
                    + ", "
                    + Figures.counted(experiment.topology().links().size(), "link"),
                TopologyGraph.svg(experiment.topology()),
                walk(),
                new RunMoments(experiment).with(trial.observations().linkChanges())))
        .with(
            trial.observations().flowCompletions(),
            new ReportInput.Services(result.serviceFailures(), trial.services().code()));
  }

  private @Nullable String walk() {
    List<FilterSpan> spans = ReportInput.moved(trial.observations().filters());
    List<PathStop> stops = spans.stream().map(ReportInputs::stop).toList();
    return stops.isEmpty() ? null : TopologyGraph.svg(experiment.topology(), stops);
  }

  private static PathStop stop(FilterSpan span) {
    double seconds = (span.untilNanos() - span.installNanos()) / 1e9;
    return new PathStop(
        span.node(),
        List.of(
            String.format(Locale.ROOT, "from %.3f s", span.installNanos() / 1e9),
            String.format(Locale.ROOT, "set for %.0f s", seconds),
            "caught " + span.caughtFrames()));
  }

  private static ReportInput.Expectation expectation(Expectation.Result result) {
    return new ReportInput.Expectation(
        result.expectation().name(),
        result.expectation().metric(),
        result.value(),
        result.expectation().bound().toString(),
        result.passed(),
        result.reason());
  }

  private ReportInput.ObservedQueue queue() {
    Observations seen = trial.observations();
    return new ReportInput.ObservedQueue(
        experiment.measure().node(),
        experiment.measure().queue(),
        ObservationSetup.maxTh(experiment.topology(), experiment.measure()),
        seen.queueSamples(),
        seen.moments(),
        seen.filters(),
        seen.crossings(),
        seen.drops(),
        ObservationSetup.addressNames(experiment.topology()));
  }

  /** Returns connections in the order of the file's nodes, not of their first events. */
  private List<ConnectionSeries> connections() {
    List<String> nodes = experiment.topology().nodes().stream().map(TopologyNode::name).toList();
    return trial.observations().connections().stream()
        .sorted(Comparator.comparingInt(end -> nodes.indexOf(end.node())))
        .toList();
  }

  private List<ReportInput.Flow> flows() {
    List<ReportInput.Flow> flows = new ArrayList<>();
    for (TrafficFlow flow : experiment.traffic()) {
      for (String from : flow.from()) {
        flows.add(
            new ReportInput.Flow(
                from,
                option(flow, "kind"),
                trial.metrics().getOrDefault("offered." + from, 0.0).longValue(),
                trial.metrics().getOrDefault("delivered." + from, 0.0).longValue(),
                paperThrough(from)));
      }
    }
    return flows;
  }

  private static String option(TrafficFlow flow, String name) {
    return flow.options().get(name).orElse(null) instanceof LocatedScalar scalar
        ? scalar.text()
        : "bursts";
  }

  private @Nullable Double paperThrough(String node) {
    String printed =
        experiment.paper() == null ? null : experiment.paper().values().get(THROUGH + node);
    if (printed == null || !printed.endsWith("%")) {
      return null;
    }
    return Double.parseDouble(printed.substring(0, printed.length() - 1).strip()) / 100;
  }

  private List<SweepReportInput.Row> trials() {
    List<SweepReportInput.Row> rows = new ArrayList<>();
    for (Trial one : result.trials().size() == 1 ? List.<Trial>of() : result.trials()) {
      rows.add(
          new SweepReportInput.Row(
              new LinkedHashMap<>(),
              rows.size(),
              one.seed(),
              one.passed(),
              null,
              one.expectations().stream().map(ReportInputs::expected).toList(),
              one.metrics(),
              options.replay(one.seed())));
    }
    return rows;
  }

  private static SweepReportInput.Expected expected(Expectation.Result result) {
    return new SweepReportInput.Expected(
        result.expectation().name(),
        result.passed(),
        result.value(),
        result.expectation().bound().toString());
  }

  private SequencedMap<String, String> setUp() {
    SequencedMap<String, String> setUp = new LinkedHashMap<>();
    if (!experiment.pace().inWords().isEmpty()) {
      setUp.put("time", experiment.pace().inWords() + " (gaps, delays, timers, rates)");
    }
    for (TrafficFlow flow : experiment.traffic()) {
      setUp.put(String.join(", ", flow.from()) + " → " + flow.to(), describe(flow));
    }
    List<ReportInput.Scheduled> schedule = new RunMoments(experiment).planned();
    if (!schedule.isEmpty()) {
      setUp.put(
          "schedule",
          schedule.stream()
                  .limit(SCHEDULE_MAX)
                  .map(one -> "at " + Figures.seconds(one.atNanos()) + " " + one.text())
                  .collect(Collectors.joining("; "))
              + (schedule.size() > SCHEDULE_MAX ? "; and so on" : ""));
    }
    if (!result.captures().isEmpty()) {
      setUp.put(
          "captured",
          String.join(
              ", ",
              result.captures().stream()
                  .map(file -> result.report().resolveSibling("").relativize(file).toString())
                  .toList()));
    }
    return setUp;
  }

  private static String text(LocatedMap.Entry entry) {
    return entry.value() instanceof LocatedScalar scalar
        ? scalar.text()
        : entry.value().described();
  }

  private static String describe(TrafficFlow flow) {
    List<String> words = new ArrayList<>();
    flow.options().entries().forEach((key, entry) -> words.add(key + " " + text(entry)));
    flow.sink().entries().forEach((key, entry) -> words.add("sink " + key + " " + text(entry)));
    return String.join(", ", words);
  }
}
