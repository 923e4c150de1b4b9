// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.service.metric.MetricInterval;
import rani.study.expectation.MetricPatterns;
import rani.study.observe.MetricSheet;
import rani.study.observe.ObservedSpan;
import rani.study.statistics.Summary;
import rani.study.sweep.SweepFolder;
import rani.study.trace.SpanMeasurement;
import rani.study.trace.SweepMeasurement;
import rani.tools.option.Jobs;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.RESULTS)
@Command(
    name = "measure",
    description = {
      "Measures a finished run over another span of its time.",
      "A live run is measured from its nodes' traces; a virtual one is run "
          + "once more, and its trace compared with the digest that was recorded. Of "
          + "a sweep it measures the trials of the picked variants: means with 95 %% "
          + "intervals."
    },
    footer = {
      "  rani measure runs/my-run-20261120-101500 --from 10s --until 20s",
      "  rani measure runs/my-run-20261120-101500 --from 10s --metric throughput.n1",
      "  rani measure runs/my-sweep-20261120-101500 --pick aqm=codel --metric 'delay.*.p95'",
      "  rani measure runs/my-sweep-20261120-101500 --trial 3fa9 --until 5s --json"
    })
public final class MeasureCommand extends RaniCommand {
  private static final String AGAIN = "run again";

  @Mixin private final Jobs jobs = new Jobs();

  @Parameters(
      paramLabel = "DIR",
      description = "The folder of a run, of a sweep or of a live trial.")
  private Path path;

  @Option(
      names = "--trial",
      paramLabel = "K|HASH",
      description =
          "Which trial: of a run its number, of a sweep the beginning of its hash in"
              + " results.jsonl. Default: of a run the first, of a sweep all.")
  private @Nullable String trial;

  @Option(
      names = "--pick",
      paramLabel = "VARIABLE=VALUE",
      description = "Of a sweep only the variants with this value; repeatable.")
  private List<String> picks = List.of();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "From this time on, since go, such as 10s. Default: as the file says.")
  private @Nullable String from;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Up to this time, since go. Default: as the file says.")
  private @Nullable String until;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description =
          "This metric, such as throughput.n1, or all that fit a pattern, such as 'delay.*';"
              + " repeatable. Default: those over the span; with --json all.")
  private List<String> names = List.of();

  @Option(names = "--json", description = "Prints one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure, FileError {
    MetricPatterns metrics = MetricPatterns.of(names, "--metric");
    SpanMeasurement.Asked span =
        new SpanMeasurement.Asked(time("--from", from), time("--until", until));
    boolean isSweep = SweepFolder.isBegun(path);
    if (isSweep && trial == null) {
      return sweep(span, metrics);
    }
    if (!picks.isEmpty()) {
      throw wrong(isSweep ? "--trial names one trial, without --pick" : "--pick is for sweeps");
    }
    return trial(span, metrics);
  }

  private OptionalLong time(String option, @Nullable String text) {
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Units.durationNanos(text));
    } catch (UnitError e) {
      throw wrong(option + ": ", e);
    }
  }

  private Integer trial(SpanMeasurement.Asked asked, MetricPatterns metrics)
      throws LabFailure, FileError {
    SpanMeasurement.Result result = SpanMeasurement.of(path, Optional.ofNullable(trial), asked);
    SequencedSet<String> selected = metrics.select(result.metrics().sequencedKeySet());
    result.remarks().forEach(this::progress);
    if (json) {
      SequencedMap<String, Double> values = new LinkedHashMap<>(result.metrics());
      values.keySet().retainAll(selected);
      String source = result.fromTraces() ? "traces" : AGAIN;
      printJson(told(result.span(), result.asRecorded(), source, "metrics", values));
      return exitCode(result.asRecorded());
    }
    print("%s, %s", result.fromTraces() ? "from its traces" : "run again", words(result.span()));
    Table table = new Table("metric, >value, over");
    for (String metric : selected) {
      if (isShown(metric)) {
        Double value = result.metrics().get(metric);
        table.row(
            metric,
            value == null ? "not measured" : Figures.value(Unit.inRow(metric), value),
            over(metric));
      }
    }
    printWhole(table.text(TerminalColours.ofStandardOutput()));
    sayLeftOut(selected);
    return exitCode(result.asRecorded());
  }

  private Integer sweep(SpanMeasurement.Asked asked, MetricPatterns metrics)
      throws LabFailure, FileError {
    SweepMeasurement.Result result =
        SweepMeasurement.of(
            SweepFolder.existing(path),
            picks,
            asked,
            metrics,
            jobs.atATime(),
            SweepProgress.ofVerifying(screen()));
    result.remarks().forEach(this::progress);
    if (json) {
      List<JsonObject> variants = result.variants().stream().map(MeasureCommand::facts).toList();
      printJson(told(result.span(), result.asRecorded(), AGAIN, "variants", variants));
      return exitCode(result.asRecorded());
    }
    print("run again, %s", words(result.span()));
    List<String> heads = new ArrayList<>(result.variants().getFirst().labels().keySet());
    heads.addAll(List.of("metric", ">mean", "over"));
    Table table = new Table(heads);
    SequencedSet<String> measured = new LinkedHashSet<>();
    for (SweepMeasurement.OfVariant variant : result.variants()) {
      variant
          .metrics()
          .forEach(
              (metric, summary) -> {
                measured.add(metric);
                if (!isShown(metric)) {
                  return;
                }
                List<String> cells = new ArrayList<>(variant.labels().values());
                cells.add(metric);
                cells.add(Figures.mean(Unit.inRow(metric), summary, variant.trials()));
                cells.add(over(metric));
                table.row(cells);
              });
    }
    printWhole(table.text(TerminalColours.ofStandardOutput()));
    sayLeftOut(measured);
    return exitCode(result.asRecorded());
  }

  /** Without --metric the table has what the span changes, and no more. */
  private boolean isShown(String metric) {
    return !names.isEmpty() || interval(metric) == MetricInterval.SPAN;
  }

  private void sayLeftOut(SequencedSet<String> measured) {
    long leftOut = measured.stream().filter(metric -> !isShown(metric)).count();
    if (leftOut > 0) {
      print(
          "and %s; --metric '*' shows all",
          Quantity.count(
              leftOut, "metric that is not over the span", "metrics that are not over the span"));
    }
  }

  private JsonObject told(
      ObservedSpan span, boolean asRecorded, String source, String key, Object measured) {
    var object = new LinkedHashMap<>();
    object.put("folder", path.toString());
    if (trial != null) {
      object.put("trial", trial);
    }
    object.put("from-seconds", span.fromNanos() / 1e9);
    span.untilNanos().ifPresent(nanos -> object.put("until-seconds", nanos / 1e9));
    object.put("as-recorded", asRecorded);
    object.put("source", source);
    object.put(key, measured);
    return JsonObject.of(object);
  }

  private static JsonObject facts(SweepMeasurement.OfVariant variant) {
    var metrics = new LinkedHashMap<>();
    variant.metrics().forEach((metric, summary) -> metrics.put(metric, facts(summary)));
    var object = new LinkedHashMap<>();
    object.put("parameters", variant.labels());
    object.put("trials", variant.trials());
    object.put("metrics", metrics);
    return JsonObject.of(object);
  }

  static JsonObject facts(Summary summary) {
    var object = new LinkedHashMap<>();
    object.put("count", summary.count());
    object.put("mean", summary.mean());
    if (Double.isFinite(summary.halfWidth95())) {
      object.put("half-width-95", summary.halfWidth95());
    }
    return JsonObject.of(object);
  }

  private static String words(ObservedSpan span) {
    String end =
        span.untilNanos().isPresent()
            ? Units.printDuration(span.untilNanos().getAsLong())
            : "the end";
    return "from " + Units.printDuration(span.fromNanos()) + " to " + end;
  }

  private static MetricInterval interval(String metric) {
    return MetricSheet.find(metric).map(named -> named.row().interval()).orElse(MetricInterval.RUN);
  }

  /** Returns which part of the run a metric is over, which the span does not decide for all. */
  private static String over(String metric) {
    return switch (interval(metric)) {
      case SPAN -> "the span";
      case RUN -> "the run";
      case LIVES -> "connections' lives";
      case MOMENT -> "a moment";
    };
  }
}
