// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.report.paper.Figures;
import rani.report.plot.Axes.Range;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Facets;
import rani.report.plot.Chart.Legend;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Unit;
import rani.report.plot.Dimensions.Point;
import rani.service.metric.MetricUnit;
import rani.study.expectation.MetricNames;
import rani.study.experiment.Plot;
import rani.study.experiment.Plot.Interval;
import rani.study.experiment.Plot.Kind;
import rani.study.experiment.Plot.Scale;
import rani.study.observe.MetricSheet;
import rani.study.series.Series;
import rani.study.series.SeriesName;

/** Makes the chart of a plot from the values of one or several runs. */
public final class PlotChart {
  /** The most names on an axis. */
  public static final int NAMES_MAX = 60;

  /** The most panels of a chart. */
  public static final int PANELS_MAX = 24;

  private final Plot plot;
  private final Dimensions dimensions;
  private final boolean isSeries;
  private final List<String> legend;
  private final int leftLines;
  private final Remarks remarks = new Remarks();

  private PlotChart(Plot plot, List<PlotRun> runs) {
    this.plot = plot;
    this.isSeries = plot.showsSeries();
    this.dimensions = new Dimensions(plot, runs);
    List<String> names = List.copyOf(dimensions.lineNames());
    int linesMax = plot.kind() == Kind.TIMELINE ? NAMES_MAX : Style.MAX;
    this.legend = names.subList(0, Math.min(names.size(), linesMax));
    this.leftLines = names.size() - legend.size();
  }

  /** What a caption has to say, as it is found while drawing. */
  static final class Remarks {
    boolean hasPaper;
    boolean hasPaperLine;
    boolean hasMoments;
    boolean isCutAtNames;
    boolean isThinned;
    long left;
    double inflated;
    long trials;
    long having;
    int leftPanels;
    final SequencedSet<String> recordedTrials = new LinkedHashSet<>();
  }

  /**
   * Makes a chart; it is empty if no trial has what is shown.
   *
   * @param title above it
   * @param notes its small print, such as the command that made it
   * @throws LabFailure if the series of a trial cannot be had
   */
  public static Chart of(Plot plot, List<PlotRun> runs, String title, List<String> notes)
      throws LabFailure {
    return new PlotChart(plot, runs).chart(title, notes);
  }

  private Chart chart(String title, List<String> notes) throws LabFailure {
    String columnBy = plot.facet().isEmpty() ? "" : plot.facet().getFirst();
    String rowBy = plot.facet().size() < 2 ? "" : plot.facet().getLast();
    List<String> columns = columnBy.isEmpty() ? List.of("") : dimensions.drawn(columnBy);
    List<String> rows = rowBy.isEmpty() ? List.of("") : dimensions.drawn(rowBy);
    SequencedMap<Point, Values> values = new LinkedHashMap<>();
    for (Point point : dimensions.points()) {
      int line = legend.indexOf(dimensions.line(point));
      if (line >= 0) {
        values.put(point, values(point));
      }
    }
    boolean ownAxes = plot.facet().contains(Plot.METRIC);
    List<Drawn> drawn = new ArrayList<>();
    for (String row : rows) {
      for (String column : columns) {
        if (drawn.size() == PANELS_MAX) {
          remarks.leftPanels++;
          continue;
        }
        drawn.add(drawn(columnBy, column, rowBy, row, values));
      }
    }
    Layers.States states = Layers.states(drawn.stream().map(one -> one.layers).toList());
    List<Panel> panels = new ArrayList<>();
    for (Drawn one : drawn) {
      List<Drawn> alike =
          drawn.stream().filter(other -> !ownAxes || other.metric.equals(one.metric)).toList();
      panels.add(panel(one, alike, states));
    }
    return new Chart(
        plot.name(),
        title,
        notes,
        new Captions(plot, dimensions, remarks, leftLines, isSeries).text(),
        plot.kind() == Kind.TIMELINE
            ? new Legend("", states.names(), plot.legend())
            : new Legend(dimensions.legendTitle(), legend, place()),
        plot.facet().isEmpty()
            ? Facets.NONE
            : new Facets(columnBy, rowBy, rowBy.isEmpty() ? wide(columns.size()) : columns.size()),
        panels);
  }

  /** Returns where lines are named, which panels with one line each may do. */
  private Plot.Legend place() {
    return plot.legend() == Plot.Legend.AUTO && dimensions.isNamedByPanels()
        ? Plot.Legend.NONE
        : plot.legend();
  }

  /** Returns the number of columns of a grid of panels without rows of their own. */
  private static int wide(int panels) {
    return panels <= 3 ? panels : panels == 4 ? 2 : 3;
  }

  /** The values of one point: of its trials, or the series of some trials. */
  record Values(
      double[] values,
      int trials,
      @Nullable String printed,
      List<Series> series,
      List<PlotRun.Moment> happened) {}

  private Values values(Point point) throws LabFailure {
    if (!isSeries) {
      return new Values(
          point.run().values(point.variant(), point.metric()),
          point.run().trials(point.variant()),
          point.run().printed(point.variant(), point.metric()),
          List.of(),
          List.of());
    }
    PlotRun.Recorded recorded = point.run().series(point.variant(), plot);
    List<Series> own =
        recorded.series().stream()
            .filter(one -> one.name().toString().equals(point.metric()))
            .toList();
    remarks.recordedTrials.add(recorded.trials());
    own.forEach(one -> remarks.left += one.left());
    boolean isInTime = isOverTime() || plot.kind() == Kind.TIMELINE;
    return new Values(
        new double[0], own.size(), null, own, isInTime ? recorded.moments() : List.of());
  }

  /** A panel before its axes are known, which may be those of all panels. */
  private record Drawn(String head, String side, String metric, Layers layers) {}

  private Panel panel(Drawn one, List<Drawn> alike, Layers.States states) {
    Range xs = new Range();
    Range ys = new Range();
    Range colours = new Range();
    for (Drawn other : alike) {
      xs.addAll(other.layers.xs);
      ys.addAll(other.layers.ys);
      colours.addAll(other.layers.colours);
    }
    Axis y = yAxis(one.metric, ys, alike.stream().map(Drawn::layers).toList());
    return new Panel(
        one.head,
        one.side,
        xAxis(one.metric, xs),
        y,
        one.layers.layers(colours, valueTitle(one.metric), y, states));
  }

  private Drawn drawn(
      String columnBy,
      String column,
      String rowBy,
      String row,
      SequencedMap<Point, Values> values) {
    Layers layers = new Layers(plot, dimensions, legend, xNames(), numbers(), remarks);
    List<Point> own = new ArrayList<>();
    values.forEach(
        (point, value) -> {
          boolean isHere =
              (columnBy.isEmpty() || point.at(columnBy).equals(column))
                  && (rowBy.isEmpty() || point.at(rowBy).equals(row));
          if (isHere) {
            own.add(point);
            layers.add(point, value);
          }
        });
    String metric = own.isEmpty() ? plot.metrics().getFirst() : own.getFirst().metric();
    return new Drawn(head(columnBy, column), head(rowBy, row), metric, layers);
  }

  /** Returns what a panel is named by: a value, and if that is a number the variable's name. */
  private String head(String dimension, String value) {
    if (dimension.isEmpty()) {
      return "";
    }
    if (dimension.equals(Plot.METRIC)) {
      return plot.label(value, Figures.capitalised(Dimensions.inWords(value, isSeries)));
    }
    String shown = dimensions.shown(dimension, value);
    boolean isName = !shown.isEmpty() && Character.isLetter(shown.charAt(0));
    return dimension.equals(Plot.RUN) || isName
        ? shown
        : plot.label(dimension, dimension) + " " + shown;
  }

  /** Returns the names on the x axis; empty if it is one of numbers. */
  private List<String> xNames() {
    if (!isOfDimension() || numbers()) {
      return List.of();
    }
    List<String> all = dimensions.drawn(dimensions.x);
    if (all.size() > NAMES_MAX) {
      remarks.isCutAtNames = true;
      return all.subList(0, NAMES_MAX);
    }
    return all;
  }

  private boolean isOfDimension() {
    return switch (plot.kind()) {
      case CDF, CCDF, SCATTER, TIMELINE -> false;
      case LINE, STEP, BOX, STRIP, BAR, HEAT -> !isOverTime();
    };
  }

  private boolean isOverTime() {
    return isSeries && plot.x().equals(Plot.TIME);
  }

  /** Returns whether the x axis has a variable's numbers at their places. */
  private boolean numbers() {
    boolean canBe = plot.kind() == Kind.LINE || plot.kind() == Kind.STEP;
    if (!canBe || !isOfDimension() || plot.xScale() == Scale.NAMES) {
      return false;
    }
    List<String> values = dimensions.drawn(dimensions.x);
    return values.size() > 1 && Axes.numbers(values).isPresent();
  }

  private Axis xAxis(String metric, Range xs) {
    if (isOverTime() || plot.kind() == Kind.TIMELINE) {
      Unit unit = xs.greatestAbsolute() < 1 ? new Unit("ms", 1e-3) : new Unit("s", 1);
      return Axes.time(unit, xs, plot.xLimits());
    }
    switch (plot.kind()) {
      case CDF, CCDF -> {
        return values(valueTitle(metric), unitOf(metric), xs, plot.xScale(), plot.xLimits());
      }
      case SCATTER -> {
        return values(inWords(plot.x()), unitOf(plot.x()), xs, plot.xScale(), plot.xLimits());
      }
      default -> {}
    }
    List<String> values = dimensions.drawn(dimensions.x);
    if (numbers()) {
      return Axes.numbers(
          plot.label(dimensions.x, dimensions.x), values, plot.xScale(), plot.xLimits());
    }
    return Axes.names(nameTitle(dimensions.x), shownNames(dimensions.x, xNames()));
  }

  /** Returns names as an axis shows them: numbers in one unit, which its title has. */
  private List<String> shownNames(String dimension, List<String> names) {
    return names.stream().map(name -> dimensions.shown(dimension, name)).toList();
  }

  private String nameTitle(String dimension) {
    boolean isVariable = !dimension.equals(Plot.METRIC) && !dimension.equals(Plot.RUN);
    return isVariable ? plot.label(dimension, dimension) : "";
  }

  private Axis yAxis(String metric, Range ys, List<Layers> alike) {
    switch (plot.kind()) {
      case CDF, CCDF -> {
        Range whole = new Range();
        whole.addAll(ys);
        whole.add(1);
        String title =
            "share of " + counted(metric) + (plot.kind() == Kind.CDF ? " \u2264 x" : " > x");
        return Axes.values(title, Axes.PERCENT, whole, plot.yScale(), plot.yLimits(), true);
      }
      case HEAT -> {
        String by = plot.by().getFirst();
        return Axes.names(nameTitle(by), shownNames(by, dimensions.drawn(by)));
      }
      case TIMELINE -> {
        return Axes.names("", Layers.lanes(alike));
      }
      default -> {
        return values(valueTitle(metric), unitOf(metric), ys, plot.yScale(), plot.yLimits());
      }
    }
  }

  /** Returns what a distribution counts. */
  private String counted(String metric) {
    if (!isSeries) {
      return "trials";
    }
    SeriesName.Quantity quantity = SeriesName.of(metric).orElseThrow().quantity();
    return switch (quantity.shape()) {
      case SAMPLES -> quantity.samples();
      case STEPS, STATES -> "time";
      case BINS -> "bins";
    };
  }

  private Axis values(
      String title, Optional<MetricUnit> unit, Range range, Scale scale, Plot.Limits limits) {
    Unit shown =
        unit.map(one -> Axes.unit(one, range.greatestAbsolute()))
            .filter(one -> !one.equals(Unit.NONE))
            .orElseGet(
                () ->
                    isSeries && unit.filter(MetricUnit.PACKETS::equals).isPresent()
                        ? new Unit("packets", 1)
                        : Unit.NONE);
    return Axes.values(title, shown, range, scale, limits, plot.kind() == Kind.BAR);
  }

  private String valueTitle(String metric) {
    boolean single = plot.metrics().size() == 1 || plot.facet().contains(Plot.METRIC);
    return single ? inWords(metric) : together();
  }

  private String inWords(String metric) {
    return plot.label(metric, Dimensions.inWords(metric, isSeries && !metric.equals(plot.x())));
  }

  /** Returns what several metrics have in common. */
  private String together() {
    List<String> words =
        plot.metrics().stream()
            .map(
                metric ->
                    isSeries
                        ? SeriesName.of(metric).map(one -> one.quantity().words()).orElse("")
                        : MetricSheet.find(metric).map(one -> one.row().words()).orElse(metric))
            .distinct()
            .toList();
    if (words.size() == 1) {
      return words
          .getFirst()
          .replaceAll("\\b(NODE|SOURCE)\\b", "each node")
          .replace("A->B", "each link");
    }
    return switch (unitOf(plot.metrics().getFirst()).orElse(MetricUnit.COUNT)) {
      case SECONDS, MACHINE_SECONDS -> "time";
      case BITS_PER_SECOND -> "rate";
      case SHARE -> "share";
      case BYTES -> "size";
      case PACKETS -> "packets";
      case PER_SECOND -> "events";
      case COUNT, ORDINAL, MACHINE_SECONDS_PER_MEGABYTE -> "value";
    };
  }

  private Optional<MetricUnit> unitOf(String metric) {
    if (isSeries) {
      return SeriesName.of(metric).map(name -> name.quantity().unit());
    }
    return MetricNames.isRelative(metric)
        ? Optional.of(MetricUnit.SHARE)
        : MetricSheet.find(metric).map(named -> named.row().unit());
  }

  /** Returns how an interval is shown: a band along lines over numbers, else bars. */
  static Interval interval(Plot plot, boolean isOfNumbers) {
    return plot.interval() != Interval.AUTO
        ? plot.interval()
        : isOfNumbers ? Interval.BAND : Interval.BARS;
  }
}
