// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import rani.model.capture.CapturePlan;
import rani.model.choice.ChoiceReader;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.study.expectation.Expectation;
import rani.study.expectation.ExpectationReader;
import rani.study.variable.VariantRules;

/** Reads an experiment whose topology is already part of its tree. */
final class ExperimentReader {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern PAPER_VALUE =
      Pattern.compile(
          "(<=?|>=?|≤|≥)?\\s*[0-9]+(\\.[0-9]+)?\\s*%?"
              + "|[0-9]+(\\.[0-9]+)?\\s*%? within [0-9]+(\\.[0-9]+)?%");

  /** Under {@code live}. */
  static final String DOUBTFUL_AGAIN = "repeat-doubtful";

  /** Under {@code live}. */
  static final String KEEP_AWAKE = "keep-awake";

  /** Under {@code live}. */
  static final String TRACE_LIMIT = "trace-limit";

  private static final String TRAFFIC_DONE = "traffic-done";

  private final Problems problems;

  ExperimentReader(Problems problems) {
    this.problems = problems;
  }

  /** Reads the tree; the result is good for nothing if there were problems. */
  Experiment read(LocatedMap root) {
    MapReader top = new MapReader(root, problems);
    top.know(List.of("extends", "sweep", "plots", ChoiceReader.KEY));
    top.require(ExperimentFile.KIND_KEY);
    String name = top.scalar(ExperimentFile.KIND_KEY, "a name", this::name).orElse("");
    String title = top.text("title").orElse(name);
    String description = top.text("description").orElse("");
    Paper paper = top.value("paper").isEmpty() ? null : paper(top.mapping("paper"));
    LocatedMap network =
        ScheduleJoin.join(top.mapping("topology"), top.values(ScheduleJoin.SCHEDULE));
    Topology topology = TopologyFile.read(network, Optional.of(name), problems);
    long seed = top.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L);
    int trials = top.integer("trials", 1, Experiment.TRIALS_MAX).orElse(1L).intValue();
    List<TrafficFlow> traffic = new TrafficReader(topology, problems).read(top.values("traffic"));
    MapReader live = new MapReader(top.mapping("live"), problems);
    RunRule run = run(new MapReader(top.mapping("run"), problems), liveRule(live));
    ScheduleJoin.checkEnd(topology.schedule(), run, problems);
    Measure measure = new MeasureReader(topology, run, problems).read(top.mapping("measure"));
    List<Expectation> expectations =
        new ExpectationReader(topology, problems).read(top.values("expect"));
    List<CapturePlan> captures = new CaptureReader(topology, problems).read(top);
    Pace pace = pace(top, live);
    live.finish();
    top.finish();
    return new Experiment(
        name,
        title,
        description,
        paper,
        topology,
        seed,
        trials,
        traffic,
        run,
        measure,
        expectations,
        pace,
        captures);
  }

  private static Pace pace(MapReader top, MapReader live) {
    double now = factor(top, "compressed", Pace.ORIGINAL.now());
    double wanted = factor(top, "compress", now);
    double wantedLive = factor(live, "compress", wanted);
    return new Pace(now, wanted, wantedLive);
  }

  private static double factor(MapReader reader, String key, double otherwise) {
    return reader.scalar(key, "a factor such as `10`", ExperimentReader::factor).orElse(otherwise);
  }

  private static double factor(String text) throws UnitError {
    double factor = Units.number(text);
    if (!(factor >= Pace.LEAST && factor <= Pace.GREATEST)) {
      throw new UnitError(
          "%s is outside %s…%s"
              .formatted(
                  Quoted.of(text),
                  Units.printNumber(Pace.LEAST),
                  Units.printNumber(Pace.GREATEST)));
    }
    return factor;
  }

  private String name(String text) throws UnitError {
    if (!NAME.matcher(text).matches()) {
      throw new UnitError(
          Quoted.of(text) + " cannot name an experiment",
          "up to 64 letters, digits, `.`, `-` or `_`");
    }
    return text;
  }

  private Paper paper(LocatedMap map) {
    MapReader reader = new MapReader(map, problems);
    reader.know(List.of(VariantRules.POINTS));
    reader.require("cite");
    String cite = reader.text("cite").orElse("");
    String section = reader.text("section").orElse("");
    String figure = reader.text("figure").orElse("");
    SequencedMap<String, String> values = new LinkedHashMap<>();
    reader
        .mapping("values")
        .entries()
        .forEach(
            (metric, entry) -> {
              if (entry.value() instanceof LocatedScalar scalar
                  && PAPER_VALUE.matcher(scalar.text()).matches()) {
                values.put(metric, scalar.text());
              } else {
                problems.report(
                    entry.value().at(),
                    ("%s takes a number or a percentage, either with `within 10%%`, or a "
                            + "bound such as `<10`, found %s")
                        .formatted(Quoted.of(metric), entry.value().described()));
              }
            });
    reader.finish();
    return new Paper(cite, section, figure, values);
  }

  private static LiveRule liveRule(MapReader reader) {
    long again = reader.integer(DOUBTFUL_AGAIN, 0, LiveRule.DOUBTFUL_AGAIN_MAX).orElse(0L);
    Optional<Long> limit = reader.scalar(TRACE_LIMIT, "a size", ExperimentReader::traceLimit);
    return new LiveRule(
        (int) again,
        reader.truth(KEEP_AWAKE).orElse(false),
        limit.map(OptionalLong::of).orElse(OptionalLong.empty()));
  }

  private static long traceLimit(String text) throws UnitError {
    long bytes = Units.sizeBytes(text);
    if (bytes < LiveRule.TRACE_BYTES_MIN) {
      throw new UnitError(
          Quoted.of(text) + " is less than " + Units.printSize(LiveRule.TRACE_BYTES_MIN));
    }
    return bytes;
  }

  private RunRule run(MapReader reader, LiveRule live) {
    Optional<Long> until =
        reader.scalar("until", "`traffic-done` or a duration", ExperimentReader::end);
    long linger = reader.durationNanos("linger").orElse(RunRule.DEFAULT.lingerNanos());
    long max = reader.durationNanos("max").orElse(RunRule.DEFAULT.maxNanos());
    reader.finish();
    boolean trafficDone = until.orElse(-1L) < 0;
    long untilNanos = trafficDone ? 0 : until.orElse(0L);
    if (untilNanos + linger > max) {
      problems.report(
          reader.at("until"),
          "`until` and `linger` (%s) are more than `max` (%s)"
              .formatted(Units.printDuration(untilNanos + linger), Units.printDuration(max)));
    }
    return new RunRule(trafficDone, untilNanos, linger, max, live);
  }

  private static long end(String text) throws UnitError {
    if (text.equals(TRAFFIC_DONE)) {
      return -1;
    }
    if (!text.isEmpty() && Character.isLetter(text.charAt(0))) {
      throw new UnitError(
          Quoted.of(text) + " is not `traffic-done` or a duration",
          Nearest.hint(text, List.of(TRAFFIC_DONE)));
    }
    return Units.durationNanos(text);
  }

  /** Prints what {@link #run} reads. */
  static String until(RunRule run) {
    return run.untilTrafficDone() ? TRAFFIC_DONE : Units.printDuration(run.untilNanos());
  }
}
