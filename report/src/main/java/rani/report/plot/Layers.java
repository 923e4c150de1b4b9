// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;
import rani.report.paper.Figures;
import rani.report.paper.PaperValue;
import rani.report.plot.Axes.Range;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Box;
import rani.report.plot.Chart.Cell;
import rani.report.plot.Chart.Interval;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Span;
import rani.report.plot.Chart.Unit;
import rani.report.plot.Dimensions.Point;
import rani.report.plot.PlotChart.Remarks;
import rani.report.plot.PlotChart.Values;
import rani.service.metric.MetricUnit;
import rani.study.expectation.MetricNames;
import rani.study.experiment.Plot;
import rani.study.experiment.Plot.Kind;
import rani.study.experiment.Plot.Scale;
import rani.study.observe.MetricSheet;
import rani.study.series.Series;
import rani.study.series.Series.Distribution;
import rani.study.series.SeriesName;
import rani.study.statistics.Summary;

/** Collects what is drawn in one panel, and the ranges of its values. */
final class Layers {
  /** The most points of one line over time. */
  static final int POINTS_MAX = 1_000;

  /** The most points of the lines of all panels that stand side by side. */
  private static final int POINTS_OF_ROW_MAX = 1_500;

  private static final int POINTS_OF_NARROW = 400;

  /** The most quantiles of one distribution. */
  static final int QUANTILES_MAX = 500;

  private static final double TAIL_PART = 0.03;

  /** The most single trials, outliers or spans of one line. */
  static final int RAW_MAX = 1_000;

  /** The part of the distance of two names that is drawn in. */
  private static final double PART_OF_NAME = 0.8;

  private static final double PART_OF_SLOT = 0.85;

  /** A whisker reaches at most so many interquartile ranges (Tukey 1977). */
  private static final double WHISKER = 1.5;

  /** The most width over which the trials at one name are spread. */
  private static final double SPREAD_MAX = 0.3;

  /** The most marks of what happened in a run. */
  static final int MOMENTS_MAX = 60;

  private static final double GOLDEN = 0.618_033_988_75;

  private final Plot plot;
  private final Dimensions dimensions;
  private final List<String> legend;
  private final List<String> xNames;
  private final boolean isOfNumbers;
  private final boolean isSeries;
  private final Remarks remarks;

  final Range xs = new Range();
  final Range ys = new Range();
  final Range colours = new Range();

  private final TreeMap<Integer, Line> lines = new TreeMap<>();
  private final List<Printed> printed = new ArrayList<>();
  private final List<At> moments = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();
  private final List<Lane> lanes = new ArrayList<>();

  /** What one series of the legend has in the panel. */
  private static final class Line {
    final List<At> means = new ArrayList<>();
    final List<Interval> intervals = new ArrayList<>();
    final List<At> raw = new ArrayList<>();
    final List<Box> boxes = new ArrayList<>();
    final List<Chart.Line> curves = new ArrayList<>();
  }

  private record Printed(double x, double value, int line, String text) {}

  private record Lane(String name, List<Series.State> states) {}

  Layers(
      Plot plot,
      Dimensions dimensions,
      List<String> legend,
      List<String> xNames,
      boolean isOfNumbers,
      Remarks remarks) {
    this.plot = plot;
    this.dimensions = dimensions;
    this.legend = legend;
    this.xNames = xNames;
    this.isOfNumbers = isOfNumbers;
    this.isSeries = plot.showsSeries();
    this.remarks = remarks;
  }

  /** Adds the values of one variant and metric. */
  void add(Point point, Values values) {
    int number = legend.indexOf(dimensions.line(point));
    values.happened().forEach(this::addHappened);
    if (plot.kind() == Kind.TIMELINE) {
      addLanes(point, values);
      return;
    }
    if (!isSeries) {
      remarks.trials += values.trials();
      remarks.having += values.values().length;
    }
    Line line = lines.computeIfAbsent(number, _ -> new Line());
    switch (plot.kind()) {
      case CDF, CCDF -> {
        addDistribution(line, number, distribution(values));
        addPrintedValue(point, values);
      }
      case SCATTER -> addScatter(line, point, values);
      case HEAT -> addCell(point, values);
      default -> {
        if (isSeries && plot.x().equals(Plot.TIME)) {
          values.series().forEach(one -> addOverTime(line, number, one));
          return;
        }
        double x = x(point, number);
        if (!Double.isFinite(x)) {
          return; // beyond the most names
        }
        if (isOfNumbers) {
          xs.add(x);
        }
        switch (plot.kind()) {
          case BOX -> addBox(line, x, distribution(values), name(point));
          case STRIP -> addStrip(line, x, point, values);
          default -> addMean(line, number, x, point, values);
        }
      }
    }
  }

  private static Distribution distribution(Values values) {
    return values.series().isEmpty()
        ? Series.distribution(values.values())
        : Series.distribution(values.series());
  }

  /** Returns where a point stands on the x axis; NaN if it is not drawn. */
  private double x(Point point, int number) {
    String value = point.at(dimensions.x);
    if (isOfNumbers) {
      return Axes.numbers(List.of(value)).map(List::getFirst).orElse(Double.NaN);
    }
    int place = xNames.indexOf(value);
    return place < 0 ? Double.NaN : place + (isLineOfNames() ? 0 : offset(number));
  }

  /** Returns whether names are numbers, which a line may connect. */
  private boolean isLineOfNames() {
    boolean isLine = plot.kind() == Kind.LINE || plot.kind() == Kind.STEP;
    return isLine && xNames.size() > 1 && Axes.numbers(xNames).isPresent();
  }

  /** Returns the width for one line beside the others at the same name. */
  private double slot() {
    return PART_OF_NAME / Math.max(1, legend.size());
  }

  private double offset(int number) {
    return (number - (legend.size() - 1) / 2.0) * slot();
  }

  private String name(Point point) {
    List<String> words = new ArrayList<>();
    point.labels().forEach((name, value) -> words.add(dimensions.shown(name, value)));
    return String.join(", ", words);
  }

  private void addMean(Line line, int number, double x, Point point, Values values) {
    addPrinted(x, number, point, values);
    double[] own = values.values();
    if (own.length == 0) {
      return;
    }
    Summary summary = Summary.of(own);
    String text = Figures.mean(point.metric(), summary, values.trials());
    line.means.add(new At(x, summary.mean(), name(point) + ": " + text));
    ys.add(summary.mean());
    addInterval(line, x, summary);
    if (plot.trials()) {
      addRaw(line, x, own, point.metric());
    }
  }

  private void addInterval(Line line, double x, Summary summary) {
    double half = Double.isFinite(summary.halfWidth95()) ? summary.halfWidth95() : 0;
    if (PlotChart.interval(plot, isOfNumbers) == Plot.Interval.NONE) {
      return;
    }
    line.intervals.add(new Interval(x, summary.mean() - half, summary.mean() + half));
    double low = summary.mean() - half;
    if (low < 0 && summary.min() >= 0) {
      ys.add(plot.yScale() == Scale.LOG ? summary.mean() : 0); // there is nothing below 0
    } else {
      ys.add(low);
    }
    ys.add(summary.mean() + half);
  }

  private void addPrinted(double x, int number, Point point, Values values) {
    String text = values.printed();
    if (text == null || PaperValue.of(point.metric(), text).isBound()) {
      return;
    }
    PaperValue paper = PaperValue.of(point.metric(), text);
    ys.add(paper.value());
    remarks.hasPaper = true;
    boolean isShared =
        printed.removeIf(
            one ->
                Math.rint(one.x) == Math.rint(x) && one.value == paper.value() && !isOfNumbers
                    || one.x == x && one.value == paper.value());
    double at = isShared && !isOfNumbers ? Math.rint(x) : x;
    printed.add(
        new Printed(
            at,
            paper.value(),
            isShared ? Chart.Printed.OF_ALL : number,
            "paper: " + paper.shown()));
  }

  /** Marks what the paper prints on the axis of values. */
  private void addPrintedValue(Point point, Values values) {
    String text = values.printed();
    if (text != null && !PaperValue.of(point.metric(), text).isBound()) {
      PaperValue paper = PaperValue.of(point.metric(), text);
      xs.add(paper.value());
      remarks.hasPaperLine = true;
      At at = new At(paper.value(), 0, "paper " + paper.shown());
      if (!moments.contains(at)) {
        moments.add(at);
      }
    }
  }

  /** Marks on the axis of time what happened, once if it did so in several trials. */
  private void addHappened(PlotRun.Moment moment) {
    At at = new At(moment.second(), 0, moment.text());
    if (moments.size() < MOMENTS_MAX && !moments.contains(at)) {
      moments.add(at);
      remarks.hasMoments = true;
    }
  }

  private void addRaw(Line line, double x, double[] values, String metric) {
    double[] kept = thinned(values);
    double spread = Math.min(slot() * PART_OF_SLOT, SPREAD_MAX);
    for (int k = 0; k < kept.length; k++) {
      double jitter = isOfNumbers ? 0 : ((k * GOLDEN + 0.5) % 1 - 0.5) * spread;
      String text = isSeries ? "" : Figures.metric(metric, kept[k]);
      line.raw.add(new At(x + jitter, kept[k], text));
      ys.add(kept[k]);
    }
  }

  /** Returns at most {@value #RAW_MAX} values, the least and the greatest among them. */
  private double[] thinned(double[] values) {
    if (values.length <= RAW_MAX) {
      return values;
    }
    remarks.isThinned = true;
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return IntStream.range(0, RAW_MAX)
        .mapToDouble(k -> sorted[(int) ((long) k * (sorted.length - 1) / (RAW_MAX - 1))])
        .toArray();
  }

  private void addStrip(Line line, double x, Point point, Values values) {
    double[] all = isSeries ? distribution(values).values() : values.values();
    if (all.length == 0) {
      return;
    }
    addRaw(line, x, all, point.metric());
    if (!isSeries) {
      Summary summary = Summary.of(all);
      String text = Figures.mean(point.metric(), summary, values.trials());
      line.means.add(new At(x, summary.mean(), name(point) + ": " + text));
      addInterval(line, x, summary);
    }
  }

  private void addBox(Line line, double x, Distribution all, String name) {
    if (all.isEmpty()) {
      return;
    }
    double first = all.quantile(0.25);
    double third = all.quantile(0.75);
    double reach = WHISKER * (third - first);
    double low = first;
    double high = third;
    List<Double> beyond = new ArrayList<>();
    for (double value : all.values()) {
      if (value >= first - reach && value <= third + reach) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      } else {
        beyond.add(value);
      }
    }
    line.boxes.add(new Box(x, low, first, all.quantile(0.5), third, high));
    ys.add(low);
    ys.add(high);
    double[] outliers = thinned(beyond.stream().mapToDouble(Double::doubleValue).toArray());
    for (double value : outliers) {
      line.raw.add(new At(x, value, name));
      ys.add(value);
    }
  }

  private void addDistribution(Line line, int number, Distribution all) {
    if (all.isEmpty()) {
      return;
    }
    boolean isCcdf = plot.kind() == Kind.CCDF;
    boolean isLog = plot.yScale() == Scale.LOG;
    List<At> points = new ArrayList<>();
    double[] values = all.values();
    if (!isLog || isCcdf) {
      points.add(new At(values[0], isCcdf ? 1 : 0, ""));
    }
    boolean isLong = values.length > QUANTILES_MAX;
    remarks.isThinned |= isLong;
    double before = 0;
    for (int k = 0; k < values.length; k++) {
      boolean isLast = k == values.length - 1;
      double share = all.share(k);
      if (!isLast && (values[k] == values[k + 1] || isLong && share - before < apart(share))) {
        continue;
      }
      before = share;
      double y = isCcdf ? 1 - before : before;
      if (!isLog || y > 1e-12) {
        points.add(new At(values[k], y, ""));
        ys.add(y);
      } else {
        points.add(new At(values[k], points.getLast().y(), "")); // to the greatest value
      }
    }
    xs.add(values[0]);
    xs.add(values[values.length - 1]);
    line.curves.add(new Chart.Line(number, true, false, points));
  }

  /** Returns how far apart quantiles are drawn: closer at both tails, which log axes stretch. */
  private static double apart(double share) {
    double tail = Math.min(share, 1 - share);
    return Math.min(1.0 / QUANTILES_MAX, tail * TAIL_PART);
  }

  private void addScatter(Line line, Point point, Values values) {
    double[] across = point.run().values(point.variant(), plot.x());
    if (across.length == 0 || values.values().length == 0) {
      return;
    }
    Summary horizontal = Summary.of(across);
    Summary vertical = Summary.of(values.values());
    String text =
        name(point)
            + ": "
            + Figures.mean(point.metric(), vertical, values.trials())
            + " at "
            + Figures.mean(plot.x(), horizontal, values.trials());
    line.means.add(new At(horizontal.mean(), vertical.mean(), text));
    xs.add(horizontal.mean());
    ys.add(vertical.mean());
    addInterval(line, horizontal.mean(), vertical);
    if (plot.trials()) {
      double[] x = point.run().valuesByTrial(point.variant(), plot.x());
      double[] y = point.run().valuesByTrial(point.variant(), point.metric());
      for (int k = 0; k < Math.min(Math.min(x.length, y.length), RAW_MAX); k++) {
        if (Double.isFinite(x[k]) && Double.isFinite(y[k])) {
          line.raw.add(new At(x[k], y[k], name(point)));
          xs.add(x[k]);
          ys.add(y[k]);
        }
      }
    }
  }

  private void addCell(Point point, Values values) {
    List<String> rows = dimensions.drawn(plot.by().getFirst());
    int x = xNames.indexOf(point.at(dimensions.x));
    int y = rows.indexOf(point.at(plot.by().getFirst()));
    if (x < 0 || y < 0 || values.values().length == 0) {
      return;
    }
    Summary summary = Summary.of(values.values());
    colours.add(summary.mean());
    String text = Figures.mean(point.metric(), summary, values.trials());
    cells.add(new Cell(x, y, summary.mean(), name(point) + ": " + text));
  }

  private void addOverTime(Line line, int number, Series series) {
    if (series.size() == 0) {
      return;
    }
    boolean isStep =
        plot.kind() == Kind.STEP || series.name().quantity().shape() != SeriesName.Shape.SAMPLES;
    List<At> points = new ArrayList<>();
    boolean isBounded = plot.yLimits().high().isEmpty() && series.workingTop() > 0;
    double top = isBounded ? series.workingTop() : Double.POSITIVE_INFINITY;
    for (int k : kept(series.values())) {
      double value = series.values()[k];
      points.add(new At(series.times()[k], value, ""));
      xs.add(series.times()[k]);
      ys.add(Math.min(value, top));
      remarks.inflated = value > top ? Math.max(remarks.inflated, value) : remarks.inflated;
    }
    if (plot.kind() == Kind.STRIP) {
      line.raw.addAll(points);
    } else {
      line.curves.add(new Chart.Line(number, isStep, false, points));
    }
  }

  /** Returns the indices of the least and the greatest of equal parts of a long line, in order. */
  private int[] kept(double[] values) {
    int columns = plot.facet().isEmpty() ? 1 : dimensions.drawn(plot.facet().getFirst()).size();
    int most = Math.clamp(POINTS_OF_ROW_MAX / Math.max(1, columns), POINTS_OF_NARROW, POINTS_MAX);
    if (values.length <= most) {
      return IntStream.range(0, values.length).toArray();
    }
    remarks.isThinned = true;
    IntStream.Builder kept = IntStream.builder();
    int parts = most / 2;
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) part * values.length / parts);
      int until = (int) ((long) (part + 1) * values.length / parts);
      int least = from;
      int greatest = from;
      for (int k = from; k < until; k++) {
        least = values[k] < values[least] ? k : least;
        greatest = values[k] > values[greatest] ? k : greatest;
      }
      kept.add(Math.min(least, greatest));
      if (least != greatest) {
        kept.add(Math.max(least, greatest));
      }
    }
    return kept.build().toArray();
  }

  private void addLanes(Point point, Values values) {
    int number = 0;
    for (Series series : values.series()) {
      number++;
      String line = dimensions.line(point);
      String place = series.name().place();
      String own = line.isEmpty() || line.contains(place) ? place : line + ", " + place;
      String name = (line.contains(place) ? line : own) + (number > 1 ? " #" + number : "");
      if (lanes.size() < PlotChart.NAMES_MAX && !series.states().isEmpty()) {
        List<Series.State> states = series.states();
        remarks.left += Math.max(0, states.size() - RAW_MAX);
        lanes.add(new Lane(name, states.subList(0, Math.min(states.size(), RAW_MAX))));
        states.forEach(
            state -> {
              xs.add(state.from());
              xs.add(state.until());
            });
      }
    }
  }

  /** The names of states in all panels, which are the legend of a timeline. */
  record States(List<String> names) {}

  static States states(List<Layers> panels) {
    SequencedSet<String> names = new LinkedHashSet<>();
    panels.forEach(
        panel ->
            panel.lanes.forEach(lane -> lane.states.forEach(state -> names.add(state.text()))));
    return new States(names.stream().limit(Style.MAX).toList());
  }

  /** Returns the names of the lanes in all panels that share an axis. */
  static List<String> lanes(List<Layers> panels) {
    return panels.stream()
        .flatMap(panel -> panel.lanes.stream())
        .map(Lane::name)
        .distinct()
        .toList();
  }

  /** Returns the layers, from the rearmost to the foremost. */
  List<Layer> layers(Range allColours, String title, Axis y, States states) {
    List<Layer> layers = new ArrayList<>();
    if (!cells.isEmpty()) {
      Unit unit = Axes.unit(unitOf(plot.metrics().getFirst()), allColours.greatestAbsolute());
      layers.add(new Chart.Cells(title, unit, allColours.least(), allColours.greatest(), cells));
    }
    addSpans(layers, y, states);
    boolean isBand = PlotChart.interval(plot, isOfNumbers) == Plot.Interval.BAND;
    boolean hasBand = isBand && (isOfNumbers || isLineOfNames());
    lines.forEach(
        (number, line) -> {
          if (hasBand && line.intervals.size() > 1) {
            layers.add(new Chart.Band(number, clamped(sorted(line.intervals), y)));
          }
        });
    double width = slot() * PART_OF_SLOT;
    lines.forEach(
        (number, line) -> {
          if (plot.kind() == Kind.BAR && !line.means.isEmpty()) {
            layers.add(new Chart.Bars(number, width, line.means));
          }
          if (!line.boxes.isEmpty()) {
            layers.add(new Chart.Boxes(number, width, line.boxes));
          }
          if (!line.raw.isEmpty()) {
            layers.add(new Chart.Dots(number, true, line.raw));
          }
        });
    lines.forEach((number, line) -> addLine(layers, number, line, hasBand, y));
    addPrinted(layers);
    if (!moments.isEmpty()) {
      layers.add(new Chart.Moments(moments));
    }
    return layers;
  }

  private void addLine(List<Layer> layers, int number, Line line, boolean hasBand, Axis y) {
    if ((!hasBand || line.intervals.size() == 1) && !line.intervals.isEmpty()) {
      layers.add(new Chart.ErrorBars(number, clamped(line.intervals, y)));
    }
    layers.addAll(line.curves);
    if (line.means.isEmpty() || plot.kind() == Kind.BAR) {
      return;
    }
    boolean isLine = plot.kind() == Kind.LINE || plot.kind() == Kind.STEP;
    if (isLine && (isOfNumbers || isLineOfNames()) && line.means.size() > 1) {
      List<At> points = new ArrayList<>(line.means);
      points.sort((a, b) -> Double.compare(a.x(), b.x()));
      layers.add(new Chart.Line(number, plot.kind() == Kind.STEP, true, points));
    } else {
      layers.add(new Chart.Dots(number, false, line.means));
    }
  }

  private void addPrinted(List<Layer> layers) {
    for (int number = Chart.Printed.OF_ALL; number < legend.size(); number++) {
      int own = number;
      List<At> points =
          printed.stream()
              .filter(one -> one.line == own)
              .map(one -> new At(one.x, one.value, one.text))
              .toList();
      if (!points.isEmpty()) {
        layers.add(new Chart.Printed(number, points));
      }
    }
  }

  private void addSpans(List<Layer> layers, Axis y, States states) {
    List<String> names = y.ticks().stream().map(Chart.Tick::label).toList();
    for (int number = 0; number < states.names().size(); number++) {
      String state = states.names().get(number);
      List<Span> spans = new ArrayList<>();
      for (Lane lane : lanes) {
        int place = names.indexOf(lane.name);
        lane.states.stream()
            .filter(one -> one.text().equals(state))
            .forEach(one -> spans.add(new Span(place, one.from(), one.until(), state)));
      }
      if (!spans.isEmpty()) {
        layers.add(new Chart.Spans(number, spans));
      }
    }
  }

  private static List<Interval> sorted(List<Interval> intervals) {
    List<Interval> sorted = new ArrayList<>(intervals);
    sorted.sort((a, b) -> Double.compare(a.x(), b.x()));
    return sorted;
  }

  /** Returns intervals that reach below a logarithmic axis as far as the axis goes. */
  private static List<Interval> clamped(List<Interval> intervals, Axis y) {
    return y.isLog()
        ? intervals.stream()
            .map(one -> new Interval(one.x(), Math.max(one.low(), y.low()), one.high()))
            .toList()
        : intervals;
  }

  private static MetricUnit unitOf(String metric) {
    return MetricNames.isRelative(metric)
        ? MetricUnit.SHARE
        : MetricSheet.find(metric).map(named -> named.row().unit()).orElse(MetricUnit.COUNT);
  }
}
