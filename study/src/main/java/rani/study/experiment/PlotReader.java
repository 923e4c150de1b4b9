// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.model.file.FileError;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.service.metric.MetricUnit;
import rani.study.expectation.MetricNames;
import rani.study.expectation.MetricPlaces;
import rani.study.experiment.Plot.Interval;
import rani.study.experiment.Plot.Legend;
import rani.study.experiment.Plot.Limits;
import rani.study.experiment.Plot.Scale;
import rani.study.observe.MetricSheet;
import rani.study.series.SeriesName;
import rani.study.variable.Labels;
import rani.study.variable.Placeholders;

/** Reads the entries of {@code plots}. */
public final class PlotReader {
  private static final long BIN_NANOS_MIN = 1_000_000;
  private static final long BIN_NANOS_MAX = 3_600_000_000_000L;
  private static final String ORIGIN = "plot";

  private static final Kind<Plot.Kind> KIND = Kind.oneOf(Plot.Kind.class);
  private static final Kind<Legend> LEGEND = Kind.oneOf(Legend.class);
  private static final Kind<Long> COLUMNS = Kind.within(Kind.INTEGER, 1L, (long) Plot.COLUMNS_MAX);
  private static final Kind<Interval> INTERVAL = Kind.oneOf(Interval.class);
  private static final Kind<Scale> X_SCALE = Kind.oneOf(Scale.class);
  private static final Kind<Scale> Y_SCALE =
      Kind.oneOf(List.of(Scale.AUTO, Scale.LINEAR, Scale.LOG), MapReader::nameOf);
  private static final Kind<Long> BIN = Kind.within(Kind.DURATION, BIN_NANOS_MIN, BIN_NANOS_MAX);
  private static final Kind<String> NAME =
      Kind.text("a name of a file", PlotReader::fileName)
          .looking(new Form.Text("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"));

  /** Ends of axes in these units have them, too. */
  private static final List<MetricUnit> NAMED_AT_LIMITS =
      List.of(MetricUnit.SECONDS, MetricUnit.BITS_PER_SECOND);

  private static final Form LIMITS = new Form.ListOf(Form.ANYTHING, 2, 2, false);

  private static final Vocabulary KEYS =
      Vocabulary.of(
          Kind.TEXT.property("title", "Above the chart."),
          NAME.property("name", "Of its files; by default the letters and digits of the title."),
          KIND.property(
              "kind",
              Stream.of(Plot.Kind.values())
                  .map(kind -> MapReader.nameOf(kind) + ": " + kind.meaning())
                  .collect(Collectors.joining(" ")),
              Plot.Kind.LINE),
          new Property(
                  "metric",
                  new Form.ListOf(Form.TEXT, 1, Plot.METRICS_MAX, true),
                  "What is shown: metrics over the trials, or series of a run such as delay.n1.")
              .required(),
          Kind.TEXT.property(
              "x",
              "The x axis: a variable, `metric` or `run`; `time` of series; of scatter a metric."),
          new Property(
              "by",
              Form.listOf(Form.TEXT),
              "Variables, `metric` or `run`: each of their values has its line and colour."),
          new Property(
              "facet",
              new Form.ListOf(Form.TEXT, 1, 2, true),
              "Variables, `metric` or `run`: each value has its panel; the second makes rows."),
          new Property(
              "where",
              Labels.LISTS,
              "Draws only these values of variables, such as {delay: 25ms, aqm: [red, codel]}."),
          new Property(
              "labels",
              Labels.SINGLES,
              "What axes, legend and panels say in place of names of metrics, variables and values,"
                  + " such as {delay.n1: delay of the call, rtt: round trip, fq-codel: FQ-CoDel}."),
          LEGEND.property(
              "legend",
              "Where lines are named: direct is at their ends if there is room, top above; auto is"
                  + " direct in figures for paper or a talk.",
              Legend.AUTO),
          COLUMNS.property(
              "columns", "Of a paper's page that the figure takes: 8.5 cm, or 17.6 cm for 2.", 1L),
          INTERVAL.property("interval", "How the 95 % interval of a mean is shown.", Interval.AUTO),
          Kind.TRUTH.property(
              "trials",
              "Shows single trials behind the means; of series takes all trials, not one of each"
                  + " variant.",
              false),
          X_SCALE.property("x-scale", "The scale of the x axis.", Scale.AUTO),
          Y_SCALE.property("y-scale", "The scale of the y axis.", Scale.AUTO),
          new Property(
              "x-limits",
              LIMITS,
              "Ends of the x axis with their units, such as [0, 200ms] or [1, ~]."),
          new Property("y-limits", LIMITS, "Ends of the y axis, such as [0, 4Mbit/s]."),
          BIN.property(
              "bin", "Over how long throughput and utilisation are means.", Plot.BIN_NANOS));

  static final Property PLOTS = Property.list("plots", KEYS, 0, "Charts of metrics and series.");

  private final Labels labels;
  private final SequencedSet<String> variables;
  private final Problems problems;

  /** Metrics and series of the charts with the location of each in the file. */
  private final List<Named> names = new ArrayList<>();

  private record Named(String name, boolean isSeries, Location at) {}

  PlotReader(Labels labels, Problems problems) {
    this.labels = labels;
    this.variables = labels.variables();
    this.problems = problems;
  }

  /**
   * Reads plots that stand elsewhere than in the experiment's file.
   *
   * @param variables of the experiments whose runs are drawn, with the values of each
   * @throws FileError with everything that is wrong
   */
  public static List<Plot> read(
      List<LocatedValue> members, SequencedMap<String, List<String>> variables, MetricPlaces places)
      throws FileError {
    Problems problems = new Problems();
    PlotReader reader = new PlotReader(Labels.of(variables, problems), problems);
    List<Plot> plots = reader.read(members);
    reader.check(places, problems);
    problems.throwIfAny();
    return plots;
  }

  List<Plot> read(List<LocatedValue> members) {
    return members.stream()
        .flatMap(member -> MapReader.mapOf(member, "each member of `plots`", problems).stream())
        .map(this::plot)
        .toList();
  }

  private Plot plot(LocatedMap map) {
    MapReader reader = new MapReader(map, KEYS, problems);
    reader.require("metric");
    Optional<Plot.Kind> said = reader.scalar("kind", KIND);
    boolean isBadKind = said.isEmpty() && reader.value("kind").isPresent();
    Plot.Kind kind = said.orElse(Plot.Kind.LINE);
    List<LocatedScalar> metrics = reader.texts("metric");
    List<String> metricNames = metrics.stream().map(LocatedScalar::text).toList();
    String x = reader.text("x").orElse("");
    long bin = reader.value("bin", BIN, Plot.BIN_NANOS);
    boolean series = Plot.showsSeries(kind, metricNames, x, reader.value("bin").isPresent());
    checkMetrics(kind, metrics, series);
    if (!isBadKind) {
      checkX(kind, x, series, reader);
    }
    List<String> by = dimensions(reader, "by");
    List<String> facet = dimensions(reader, "facet");
    SequencedMap<String, List<String>> where = labels.lists(reader.mapping("where"));
    checkDimensions(kind, x, by, facet, reader);
    if (!facet.contains(Plot.METRIC)) {
      checkUnits(metrics, series);
    }
    Optional<String> title = reader.text("title");
    String head = title.orElseGet(() -> title(metricNames, x, where));
    Plot plot =
        new Plot(
            reader.scalar("name", NAME).orElseGet(() -> Plot.nameOf(head)),
            head,
            kind,
            metricNames.isEmpty() ? List.of("") : metricNames,
            x.isEmpty() && kind == Plot.Kind.TIMELINE ? Plot.TIME : x,
            by,
            facet,
            where,
            labels(reader.mapping("labels"), metricNames, x),
            reader.value("legend", LEGEND, Legend.AUTO),
            reader.value("columns", COLUMNS, 1L).intValue(),
            reader.value("interval", INTERVAL, Interval.AUTO),
            reader.value("trials", Kind.TRUTH, false),
            reader.value("x-scale", X_SCALE, Scale.AUTO),
            reader.value("y-scale", Y_SCALE, Scale.AUTO),
            limits(reader, "x", kind.takesX() ? xUnitOf(kind, x) : yUnit(metrics, series)),
            limits(reader, "y", kind.takesX() ? yUnit(metrics, series) : Optional.empty()),
            bin);
    reader.finish();
    if (title.filter(Placeholders::anyIn).isPresent()) {
      problems.report(reader.at("title"), "a chart is of all variants: `title` cannot vary");
    }
    return plot;
  }

  private SequencedMap<String, String> labels(LocatedMap map, List<String> metrics, String x) {
    SequencedSet<String> named = labels.all();
    named.addAll(metrics);
    named.add(x);
    SequencedMap<String, String> read = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (name, entry) -> {
              if (!named.contains(name)) {
                problems.reportName(
                    entry.keyAt(),
                    Quoted.of(name) + " is no metric, variable or value of this chart",
                    name,
                    named);
              } else if (!(entry.value() instanceof LocatedScalar text)) {
                problems.report(
                    entry.value().at(),
                    "%s is labelled with a text, found %s"
                        .formatted(Quoted.of(name), entry.value().described()));
              } else if (Placeholders.anyIn(text.text())) {
                problems.report(text.at(), "a chart is of all variants: a label cannot vary");
              } else {
                read.put(name, text.text());
              }
            });
    return read;
  }

  private static String title(
      List<String> metrics, String x, SequencedMap<String, List<String>> where) {
    List<String> at = new ArrayList<>();
    where.forEach((name, values) -> at.add(name + " " + String.join(", ", values)));
    return String.join(", ", metrics)
        + (x.isEmpty() ? "" : " over " + x)
        + (at.isEmpty() ? "" : " at " + String.join("; ", at));
  }

  private void checkMetrics(Plot.Kind kind, List<LocatedScalar> metrics, boolean series) {
    for (LocatedScalar metric : metrics) {
      if (Placeholders.anyIn(metric.text())) {
        problems.report(metric.at(), "a chart is of all variants: `metric` cannot vary");
        continue;
      }
      Optional<SeriesName> named = SeriesName.of(metric.text());
      names.add(new Named(metric.text(), series, metric.at()));
      if (!series) {
        if (named.isPresent() && !MetricNames.isKnown(metric.text())) {
          problems.report(
              metric.at(),
              Quoted.of(metric.text()) + " is a series, and cannot be beside metrics",
              () -> "a metric of it ends in .mean, .p95 or .max; rani metrics --explain");
        } else {
          MetricNames.checkBesideSeries(metric.text(), metric.at(), problems);
        }
        continue;
      }
      boolean states = named.orElseThrow().quantity().shape() == SeriesName.Shape.STATES;
      if (states != (kind == Plot.Kind.TIMELINE)) {
        problems.report(
            metric.at(),
            states
                ? "%s is of states, which a `timeline` shows".formatted(Quoted.of(metric.text()))
                : "a `timeline` is of states, and %s is of numbers"
                    .formatted(Quoted.of(metric.text())),
            () -> "states are " + patterns(true) + "; numbers are " + patterns(false));
      } else if (kind == Plot.Kind.BAR || kind == Plot.Kind.HEAT) {
        problems.report(
            metric.at(),
            "%s is a series, and a `%s` is of metrics"
                .formatted(Quoted.of(metric.text()), MapReader.nameOf(kind)));
      }
    }
    if (metrics.size() > Plot.METRICS_MAX) {
      problems.report(
          metrics.get(Plot.METRICS_MAX).at(), "a chart has at most " + Plot.METRICS_MAX);
    }
  }

  private static String patterns(boolean states) {
    return Arrays.stream(SeriesName.Quantity.values())
        .filter(one -> (one.shape() == SeriesName.Shape.STATES) == states)
        .map(SeriesName.Quantity::pattern)
        .collect(Collectors.joining(", "));
  }

  private void checkX(Plot.Kind kind, String x, boolean series, MapReader reader) {
    if (kind == Plot.Kind.SCATTER) {
      reader.require("x");
      MetricNames.check(x, reader.at("x"), problems);
      names.add(new Named(x, false, reader.at("x")));
    } else if (x.isEmpty()) {
      if (kind.needsX()) {
        reader.require("x");
      }
    } else if (!kind.takesX()) {
      problems.report(
          reader.at("x"),
          "a `%s` has its metric on the x axis, and no `x`".formatted(MapReader.nameOf(kind)),
          () -> "`by` tells lines apart");
    } else if (x.equals(Plot.TIME) && !variables.contains(x)) {
      if (!series) {
        problems.report(
            reader.at("x"),
            "a metric has one value in a run; over `time` there are series",
            () -> "series are " + String.join(", ", SeriesName.patterns()));
      }
    } else if (series && (kind == Plot.Kind.LINE || kind == Plot.Kind.STEP)) {
      problems.report(
          reader.at("x"),
          "a series has `x: time`; over a variable there are its metrics, which end in .mean, .p95"
              + " or .max");
    } else {
      boolean _ = isDimension(x, reader.at("x"), series);
    }
  }

  private List<String> dimensions(MapReader reader, String key) {
    return reader.texts(key).stream()
        .filter(one -> isDimension(one.text(), one.at(), false))
        .map(LocatedScalar::text)
        .toList();
  }

  private boolean isDimension(String name, Location at, boolean hasTime) {
    SequencedSet<String> known = new LinkedHashSet<>(variables);
    known.addAll(List.of(Plot.METRIC, Plot.RUN));
    if (hasTime) {
      known.add(Plot.TIME);
    }
    if (known.contains(name)) {
      return true;
    }
    problems.reportName(at, "unknown variable " + Quoted.of(name), name, known);
    return false;
  }

  private void checkDimensions(
      Plot.Kind kind, String x, List<String> by, List<String> facet, MapReader reader) {
    for (String one : by) {
      if (one.equals(x)) {
        problems.report(
            reader.at("by"), "`by` is " + Quoted.of(one) + ", which is the x axis already");
      }
    }
    for (String one : facet) {
      if (one.equals(x)) {
        problems.report(
            reader.at("facet"),
            "`facet` is %s, which the x axis has already".formatted(Quoted.of(one)));
      }
    }
    if (facet.size() > 2) {
      problems.report(reader.at("facet"), "panels have columns and rows: `facet` is at most two");
    }
    if (kind == Plot.Kind.HEAT && by.size() != 1) {
      problems.report(
          reader.at("by"), "a `heat` has one variable in `by`, its y axis, found " + by.size());
    }
  }

  private void checkUnits(List<LocatedScalar> metrics, boolean series) {
    Optional<MetricUnit> first = Optional.empty();
    for (LocatedScalar metric : metrics) {
      Optional<MetricUnit> unit = unit(metric.text(), series);
      if (first.isPresent() && unit.isPresent() && !unit.equals(first)) {
        problems.report(
            metric.at(),
            "%s is in %s and %s in %s: one axis has one unit"
                .formatted(
                    Quoted.of(metrics.getFirst().text()),
                    first.get().text(),
                    Quoted.of(metric.text()),
                    unit.get().text()),
            () -> "`facet: metric` gives each metric its panel");
        return;
      }
      first = first.isPresent() ? first : unit;
    }
  }

  private static Optional<MetricUnit> unit(String metric, boolean series) {
    if (series) {
      return SeriesName.of(metric).map(name -> name.quantity().unit());
    }
    return MetricNames.isRelative(metric)
        ? Optional.of(MetricUnit.SHARE)
        : MetricSheet.find(metric).map(named -> named.row().unit());
  }

  /** Returns the unit of the x axis, if it is of no variable, of a kind that has an {@code x}. */
  private static Optional<MetricUnit> xUnit(Plot.Kind kind, String x) {
    if (kind == Plot.Kind.SCATTER) {
      return unit(x, false);
    }
    return x.equals(Plot.TIME) ? Optional.of(MetricUnit.SECONDS) : Optional.empty();
  }

  private Optional<MetricUnit> xUnitOf(Plot.Kind kind, String x) {
    return variables.contains(x)
        ? labels.values(x).stream().findFirst().flatMap(PlotReader::unitOf)
        : xUnit(kind, x);
  }

  private static Optional<MetricUnit> yUnit(List<LocatedScalar> metrics, boolean series) {
    return metrics.stream().findFirst().flatMap(metric -> unit(metric.text(), series));
  }

  /** Returns the unit of a time or a rate such as {@code 20ms} or {@code 4Mbit/s}. */
  private static Optional<MetricUnit> unitOf(String text) {
    return text.endsWith("bit/s")
        ? Optional.of(MetricUnit.BITS_PER_SECOND)
        : text.matches(".*[0-9](ns|us|ms|s|min|h)")
            ? Optional.of(MetricUnit.SECONDS)
            : Optional.empty();
  }

  private Limits limits(MapReader reader, String axis, Optional<MetricUnit> unit) {
    String key = axis + "-limits";
    List<LocatedValue> ends = reader.values(key);
    if (ends.isEmpty()) {
      return Limits.NONE;
    }
    if (ends.size() != 2) {
      problems.report(
          reader.at(key), Quoted.of(key) + " takes two values `[low, high]`, found " + ends.size());
      return Limits.NONE;
    }
    Limits limits = new Limits(end(key, ends.getFirst(), unit), end(key, ends.getLast(), unit));
    if (limits.low().isPresent()
        && limits.high().isPresent()
        && limits.low().getAsDouble() >= limits.high().getAsDouble()) {
      problems.report(reader.at(key), Quoted.of(key) + ": the first is not below the second");
    }
    Optional<Scale> scale = reader.scalar(axis + "-scale", axis.equals("x") ? X_SCALE : Y_SCALE);
    boolean isLog = scale.filter(Scale.LOG::equals).isPresent();
    if (isLog && Stream.of(limits.low(), limits.high()).anyMatch(PlotReader::isNotPositive)) {
      problems.report(reader.at(key), "a logarithmic axis has limits above 0");
    }
    return limits;
  }

  private static boolean isNotPositive(OptionalDouble end) {
    return end.isPresent() && end.getAsDouble() <= 0;
  }

  private OptionalDouble end(String key, LocatedValue value, Optional<MetricUnit> unit) {
    if (value.isNull()) {
      return OptionalDouble.empty();
    }
    if (!(value instanceof LocatedScalar scalar)) {
      problems.report(value.at(), Quoted.of(key) + " takes a number, found " + value.described());
      return OptionalDouble.empty();
    }
    try {
      double end = Units.amount(scalar.text());
      checkUnit(key, scalar, end, unit);
      return OptionalDouble.of(end);
    } catch (UnitError e) {
      problems.report(scalar.at(), Quoted.of(key) + ": " + e.getMessage(), e::hint);
      return OptionalDouble.empty();
    }
  }

  /** Reports an end of an axis of times or rates that has another unit, or none. */
  private void checkUnit(
      String key, LocatedScalar end, double value, Optional<MetricUnit> expected) {
    Optional<MetricUnit> own = unitOf(end.text());
    boolean isOfUnits = expected.filter(NAMED_AT_LIMITS::contains).isPresent();
    boolean isAlike = own.map(MetricUnit::text).equals(expected.map(MetricUnit::text));
    boolean differs = !isAlike && (isOfUnits ? value != 0 : own.isPresent());
    if (expected.isPresent() && differs) {
      problems.report(
          end.at(),
          "%s: %s is not in %s, as the axis is"
              .formatted(
                  Quoted.of(key),
                  Quoted.of(end.text()),
                  expected.get() == MetricUnit.COUNT ? "plain numbers" : expected.get().text()),
          () ->
              switch (expected.get()) {
                case SECONDS -> "such as 200ms";
                case BITS_PER_SECOND -> "such as 4Mbit/s";
                default -> "";
              });
    }
  }

  private static String fileName(String text) throws UnitError {
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new UnitError(
          Quoted.of(text) + " cannot name a file",
          "up to 64 letters, digits, `.`, `-` and `_`, a letter or digit first");
    }
    return text;
  }

  /** Reports charts of nodes and links that no variant has. */
  void check(MetricPlaces places, Problems found) {
    for (Named named : names) {
      if (named.isSeries()) {
        SeriesName.of(named.name()).ifPresent(name -> places.check(name, named.at(), found));
      } else {
        places.check(named.name(), named.at(), found);
      }
    }
  }

  /** Prints plots of one variant so that they read back to equal ones. */
  static LocatedList tree(List<Plot> plots) {
    return new LocatedList(Location.ofFile(ORIGIN), plots.stream().map(PlotReader::tree).toList());
  }

  private static LocatedValue tree(Plot plot) {
    TreeBuilder tree = new TreeBuilder(ORIGIN);
    tree.putText("title", plot.title()).putText("name", plot.name());
    tree.put("kind", MapReader.nameOf(plot.kind()));
    tree.values("metric", Kind.WORD, "", plot.metrics());
    if (!plot.x().isEmpty()) {
      tree.put("x", plot.x());
    }
    tree.values("by", Kind.WORD, "", plot.by());
    tree.values("facet", Kind.WORD, "", plot.facet());
    TreeBuilder labels = new TreeBuilder(ORIGIN);
    plot.labels().forEach(labels::putText);
    tree.putUnlessEmpty("labels", labels.build());
    tree.unlessUsual("columns", COLUMNS, "", 1L, (long) plot.columns());
    tree.unlessUsual("legend", LEGEND, "", Legend.AUTO, plot.legend());
    tree.unlessUsual("interval", INTERVAL, "", Interval.AUTO, plot.interval());
    tree.unlessUsual("trials", Kind.TRUTH, "", false, plot.trials());
    tree.unlessUsual("x-scale", X_SCALE, "", Scale.AUTO, plot.xScale());
    tree.unlessUsual("y-scale", Y_SCALE, "", Scale.AUTO, plot.yScale());
    Optional<MetricUnit> unit = unit(plot.metrics().getFirst(), plot.showsSeries());
    boolean takesX = plot.kind().takesX();
    limits(tree, "x-limits", plot.xLimits(), takesX ? xUnit(plot.kind(), plot.x()) : unit);
    limits(tree, "y-limits", plot.yLimits(), takesX ? unit : Optional.empty());
    tree.unlessUsual("bin", Kind.DURATION, "", Plot.BIN_NANOS, plot.binNanos());
    return tree.build();
  }

  private static void limits(
      TreeBuilder tree, String key, Limits limits, Optional<MetricUnit> unit) {
    if (!limits.equals(Limits.NONE)) {
      String symbol = unit.filter(NAMED_AT_LIMITS::contains).map(MetricUnit::text).orElse("");
      tree.put(
          key,
          new LocatedList(
              Location.ofFile(ORIGIN),
              List.of(end(limits.low(), symbol), end(limits.high(), symbol))));
    }
  }

  private static LocatedValue end(OptionalDouble end, String unit) {
    String text = end.isPresent() ? Units.printNumber(end.getAsDouble()) + unit : "~";
    return new LocatedScalar(Location.ofFile(ORIGIN), text, false);
  }
}
