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
import rani.model.file.Describer;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologySchema;
import rani.study.expectation.Expectation;
import rani.study.expectation.ExpectationReader;
import rani.study.variable.VariantRules;

/** Reads an experiment whose topology is already part of its tree. */
record ExperimentReader(Problems problems) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern PAPER_VALUE =
      Pattern.compile(
          "(<=?|>=?|≤|≥)?\\s*[0-9]+(\\.[0-9]+)?\\s*%?"
              + "|[0-9]+(\\.[0-9]+)?\\s*%? within [0-9]+(\\.[0-9]+)?%");

  private static final String TRAFFIC_DONE = "traffic-done";

  private static final Kind<Double> FACTOR =
      Kind.within(Kind.NUMBER.called("a factor such as `10`"), Pace.LEAST, Pace.GREATEST);
  private static final Kind<String> SECTION =
      Kind.TEXT.looking(new Form.Either(List.of(Form.TEXT, Form.NUMBER)));
  private static final Kind<Long> TRIALS =
      Kind.within(Kind.INTEGER, 1L, (long) Experiment.TRIALS_MAX);
  private static final Kind<Long> AGAIN =
      Kind.within(Kind.INTEGER, 0L, (long) LiveRule.DOUBTFUL_AGAIN_MAX);
  private static final Kind<Long> TRACE_LIMIT =
      new Kind<>("a size", ExperimentReader::traceLimit, Units::printSize)
          .looking(Kind.SIZE.form());
  private static final Kind<Long> UNTIL =
      new Kind<>(
              "`traffic-done` or a duration",
              ExperimentReader::end,
              nanos -> nanos < 0 ? TRAFFIC_DONE : Units.printDuration(nanos))
          .looking(
              new Form.Either(
                  List.of(new Form.Words(List.of(TRAFFIC_DONE)), Kind.DURATION.form())));

  private static final Vocabulary PAPER_KEYS =
      Vocabulary.of(VariantRules.PRINTED_POINTS)
          .and(Vocabulary.of(keys -> paper(keys, new Paper("", "", "", new LinkedHashMap<>()))))
          .and(VariantRules.PRINTED)
          .required("cite");

  private static final Vocabulary LIVE_KEYS =
      Vocabulary.of(
          keys -> {
            live(keys, LiveRule.DEFAULT);
            pace(new Describer(), keys, Pace.ORIGINAL);
          });

  static final Vocabulary KEYS =
      Vocabulary.of(
              Kind.TEXT.property(
                  "extends",
                  "A file, relative to this one, over whose keys those of this one are laid; lists"
                      + " are replaced."),
              SweepReader.SWEEP,
              PlotReader.PLOTS,
              new Property(
                  ChoiceReader.KEY,
                  ChoiceReader.CHOICES,
                  "What this file chose, and what else it might have chosen; paths into its"
                      + " topology begin with `topology`."),
              new Property(
                      ExperimentFile.KIND_KEY,
                      Form.FILE_NAME,
                      "The name of the experiment; the key also tells the kind of file.")
                  .required(),
              Kind.TEXT.property("title", "One line."),
              Kind.TEXT.property("description", "What it shows, in a sentence."),
              Property.mapping("paper", PAPER_KEYS, "The publication that the experiment repeats."),
              new Property(
                  TopologyFile.KIND_KEY,
                  new Form.Either(List.of(Form.TEXT, TopologySchema.TOPOLOGY)),
                  "A topology file, relative to this one, a network of an installed data set such"
                      + " as zoo:Abilene, or a topology itself."),
              new Property(
                  ScheduleJoin.SCHEDULE,
                  TopologySchema.SCHEDULE,
                  "What is done to the network at times after go, behind what the topology has of"
                      + " that kind."),
              Kind.INTEGER.property(
                  "seed", "Of the first trial; each further one has the next.", 1L),
              TRIALS.property("trials", "How often it is run.", 1L),
              TrafficReader.TRAFFIC,
              Property.mapping("live", LIVE_KEYS, "What holds for live runs only."),
              Property.mapping(
                  "run", Vocabulary.of(keys -> run(keys, RunRule.DEFAULT)), "How long."),
              MeasureReader.MEASURE,
              ExpectationReader.EXPECT,
              CaptureReader.PROPERTY)
          .and(Vocabulary.of(keys -> pace(keys, new Describer(), Pace.ORIGINAL)))
          .with(new Vocabulary.AnyOf(List.of(TopologyFile.KIND_KEY, "extends")));

  /** Reads the tree. The result is meaningless if problems were reported. */
  Experiment read(LocatedMap root) {
    MapReader top = new MapReader(root, KEYS, problems);
    top.require(ExperimentFile.KIND_KEY);
    String name = top.scalar(ExperimentFile.KIND_KEY, "a name", ExperimentReader::name).orElse("");
    Paper paper = top.value("paper").isEmpty() ? null : paper(top.mapping("paper"));
    LocatedMap network =
        ProgramTraffic.join(
            ScheduleJoin.join(top.mapping("topology"), top.values(ScheduleJoin.SCHEDULE)),
            top.values("traffic"),
            problems);
    Topology topology = TopologyFile.read(network, Optional.of(name), problems);
    List<TrafficFlow> traffic = new TrafficReader(topology, problems).read(top.values("traffic"));
    MapReader live = new MapReader(top.mapping("live"), problems);
    RunRule run =
        top.within(
            "run", "", keys -> run(keys, RunRule.DEFAULT.with(live(live, LiveRule.DEFAULT))));
    ScheduleJoin.checkEnd(topology.schedule(), run, problems);
    Measure measure = new MeasureReader(topology, run, problems).read(top.mapping("measure"));
    List<Expectation> expectations =
        new ExpectationReader(topology, problems).read(top.values("expect"));
    List<CapturePlan> captures = new CaptureReader(topology, problems).read(top);
    Pace pace = pace(top, live, Pace.ORIGINAL);
    live.finish();
    Experiment experiment =
        new Experiment(
            name,
            top.text("title").orElse(name),
            top.text("description").orElse(""),
            paper,
            topology,
            top.value("seed", Kind.INTEGER, 1L),
            top.value("trials", TRIALS, 1L).intValue(),
            traffic,
            run,
            measure,
            expectations,
            pace,
            captures);
    top.finish();
    return experiment;
  }

  /** Reads or describes the keys of a pace; those of live runs are in {@code live}. */
  static Pace pace(Keys top, Keys live, Pace known) {
    double now =
        top.unlessUsual(
            "compressed",
            FACTOR,
            "How many times faster its values are than those first written; of resolved files.",
            Pace.ORIGINAL.now(),
            known.now());
    double wanted =
        top.unlessUsual(
            "compress",
            FACTOR,
            "How many times faster it is run than it is written: durations divided, rates"
                + " multiplied.",
            now,
            known.wanted());
    double wantedLive =
        live.unlessUsual(
            "compress", FACTOR, "In place of `compress` in live runs.", wanted, known.live());
    return new Pace(now, wanted, wantedLive);
  }

  private static String name(String text) throws UnitError {
    if (!NAME.matcher(text).matches()) {
      throw new UnitError(
          Quoted.of(text) + " cannot name an experiment",
          "up to 64 letters, digits, `.`, `-` or `_`");
    }
    return text;
  }

  private Paper paper(LocatedMap map) {
    MapReader reader = new MapReader(map, PAPER_KEYS, problems);
    reader.require("cite");
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
    Paper paper = paper(reader, new Paper("", "", "", values));
    reader.finish();
    return paper;
  }

  /** Reads or describes the keys of a paper, apart from its numbers. */
  static Paper paper(Keys keys, Paper known) {
    return new Paper(
        keys.value("cite", Kind.TEXT, "Authors and title.", known.cite()),
        keys.value("section", SECTION, "Where the experiment is described.", known.section()),
        keys.value(
            "figure", Kind.TEXT, "What the chart of the queue corresponds to.", known.figure()),
        known.values());
  }

  /** Reads or describes the keys of {@code live}, apart from its pace. */
  static LiveRule live(Keys keys, LiveRule known) {
    long again =
        keys.unlessUsual(
            "repeat-doubtful",
            AGAIN,
            "How often a live trial of a sweep is run again while its trust is doubtful.",
            0L,
            (long) known.doubtfulAgainMax());
    boolean keepAwake =
        keys.unlessUsual(
            "keep-awake",
            Kind.TRUTH,
            "Whether the processors are kept from sleeping during live runs, by threads that use"
                + " what time is left. Linux only.",
            false,
            known.keepAwake());
    OptionalLong limit = known.traceBytesMax();
    Long traceBytes =
        keys.optional(
            "trace-limit",
            TRACE_LIMIT,
            "What the traces of a live run may have together, a like share for each node; one that"
                + " has had its share ends and says so. Default: 8GB, or half of what is free.",
            limit.isPresent() ? Long.valueOf(limit.getAsLong()) : null);
    return new LiveRule(
        (int) again,
        keepAwake,
        traceBytes == null ? OptionalLong.empty() : OptionalLong.of(traceBytes));
  }

  private static long traceLimit(String text) throws UnitError {
    long bytes = Units.sizeBytes(text);
    if (bytes < LiveRule.TRACE_BYTES_MIN) {
      throw new UnitError(
          Quoted.of(text) + " is less than " + Units.printSize(LiveRule.TRACE_BYTES_MIN));
    }
    return bytes;
  }

  static RunRule run(Keys keys, RunRule known) {
    long until =
        keys.value(
            "until",
            UNTIL,
            "When it ends: when every source is done, or after a time.",
            known.untilTrafficDone() ? -1L : known.untilNanos());
    long linger =
        keys.value(
            "linger",
            Kind.DURATION,
            "How long it goes on after that, so that what is on the way arrives.",
            known.lingerNanos());
    long max = keys.value("max", Kind.DURATION, "When it is ended in any case.", known.maxNanos());
    long untilNanos = Math.max(0, until);
    if (untilNanos + linger > max) {
      keys.refuse(
          "`until` and `linger` (%s) are more than `max` (%s)"
              .formatted(Units.printDuration(untilNanos + linger), Units.printDuration(max)),
          "until");
    }
    return new RunRule(until < 0, untilNanos, linger, max, known.live());
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
}
