// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.report.ChartSpec;
import rani.report.Downsampling;
import rani.report.ReportInput;
import rani.report.SweepReportInput;
import rani.report.VariantsRun;
import rani.report.plot.Chart;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Legend;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Unit;
import rani.report.plot.PlotChart;
import rani.report.plot.PlotRun;
import rani.report.plot.Style;
import rani.study.experiment.Plot;
import rani.study.observe.QueueSample;

/**
 * Charts of two runs drawn over each other: the observed queue over time, and those plots of lines
 * and dots that both have. They are of the trials that the two reports are about.
 */
record ChartsBeside(ReportInput before, ReportInput after, String letter, List<String> notes) {
  private static final int POINTS_MAX = 2_000;

  /** The most plots. */
  private static final int PLOTS_MAX = 12;

  List<Chart> charts() {
    List<Chart> plots = over(before.charts(), after.charts(), letter, trials());
    return Stream.concat(queue().stream(), plots.stream()).toList();
  }

  /** Draws charts of the same name over each other. */
  private static List<Chart> over(
      List<Chart> ones, List<Chart> others, String letter, String trials) {
    return ones.stream()
        .flatMap(
            one ->
                others.stream()
                    .filter(other -> other.name().equals(one.name()))
                    .limit(1)
                    .flatMap(other -> over(one, other, letter, trials).stream()))
        .limit(PLOTS_MAX)
        .toList();
  }

  /** Draws what the first file plots of metrics, with a line for each value and sweep. */
  static List<Chart> ofSweeps(
      SweepReportInput before, SweepReportInput after, String letter, List<String> notes) {
    List<PlotRun> runs = List.of(named("A", before), named(letter, after));
    List<Chart> charts = new ArrayList<>();
    for (Plot plot : before.plots().stream().filter(plot -> !plot.showsSeries()).toList()) {
      try {
        charts.add(PlotChart.of(plot, runs, plot.title(), notes));
      } catch (LabFailure e) {
        throw new IllegalStateException("a chart without series", e);
      }
    }
    charts.addAll(over(before.charts(), after.charts(), letter, ""));
    return charts.stream().filter(chart -> !chart.isEmpty()).limit(PLOTS_MAX).toList();
  }

  private static PlotRun named(String letter, SweepReportInput input) {
    return VariantsRun.of(input, letter, VariantsRun.NO_SERIES);
  }

  private Optional<Chart> queue() {
    List<QueueSample> one = before.queue().samples();
    List<QueueSample> other = after.queue().samples();
    boolean isAlike =
        before.queue().node().equals(after.queue().node())
            && before.queue().queue().equals(after.queue().queue());
    if (one.isEmpty() || other.isEmpty() || !isAlike) {
      return Optional.empty();
    }
    int most =
        Stream.concat(one.stream(), other.stream())
            .mapToInt(QueueSample::queuedFrames)
            .max()
            .orElse(0);
    if (most == 0) {
      return Optional.empty();
    }
    double last = Math.max(seconds(one.getLast()), seconds(other.getLast()));
    String node = before.queue().node();
    return Optional.of(
        new Chart(
            "queue",
            "Queue of " + node + " over time",
            notes,
            "A dot for each packet: how many it found before it. " + trials(),
            new Legend("", List.of("A", letter), Plot.Legend.TOP),
            Chart.Facets.NONE,
            List.of(
                new Panel(
                    "",
                    "",
                    new Axis("time", new Unit("s", 1), false, false, 0, last, List.of()),
                    new Axis("queue in packets", Unit.NONE, false, false, 0, most + 1.0, List.of()),
                    List.of(queueDots(0, one), queueDots(1, other))))));
  }

  private String trials() {
    return "A is the trial with seed %s, %s that with seed %s."
        .formatted(
            before.provenance().representative(), letter, after.provenance().representative());
  }

  private static Layer queueDots(int series, List<QueueSample> samples) {
    List<At> points =
        Downsampling.extremes(samples, QueueSample::queuedFrames, POINTS_MAX).stream()
            .map(sample -> new At(seconds(sample), sample.queuedFrames(), ""))
            .toList();
    return new Chart.Dots(series, true, points);
  }

  private static double seconds(QueueSample sample) {
    return ChartSpec.seconds(sample.timeNanos());
  }

  /** Draws one chart over the other, unless they have other panels, names or kinds of layers. */
  static Optional<Chart> over(Chart one, Chart other, String letter, String trials) {
    int lines = Math.max(1, one.legend().names().size());
    int others = Math.max(1, other.legend().names().size());
    boolean isAlike = one.panels().size() == other.panels().size() && lines + others <= Style.MAX;
    List<Panel> panels = new ArrayList<>();
    for (int k = 0; isAlike && k < one.panels().size(); k++) {
      Optional<Panel> panel = over(one.panels().get(k), other.panels().get(k), lines);
      isAlike = panel.isPresent();
      panel.ifPresent(panels::add);
    }
    if (!isAlike || one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>(names("A", one.legend()));
    names.addAll(names(letter, other.legend()));
    return Optional.of(
        new Chart(
            one.name(),
            one.title(),
            Stream.concat(one.notes().stream(), other.notes().stream()).distinct().toList(),
            (one.caption() + " " + trials).strip(),
            new Legend(one.legend().title(), names, one.legend().place()),
            one.facets(),
            panels));
  }

  private static List<String> names(String letter, Legend legend) {
    return legend.names().isEmpty()
        ? List.of(letter)
        : legend.names().stream().map(name -> (letter + " " + name).strip()).toList();
  }

  private static Optional<Panel> over(Panel one, Panel other, int lines) {
    boolean isAlike =
        one.head().equals(other.head())
            && one.side().equals(other.side())
            && isAlike(one.x(), other.x())
            && isAlike(one.y(), other.y());
    List<Layer> layers = new ArrayList<>(one.layers());
    for (Layer layer : other.layers()) {
      moved(layer, lines).ifPresent(layers::add);
    }
    boolean isOfLines = layers.stream().noneMatch(ChartsBeside::fills);
    return isAlike && isOfLines
        ? Optional.of(
            new Panel(
                one.head(),
                one.side(),
                joined(one.x(), other.x()),
                joined(one.y(), other.y()),
                layers))
        : Optional.empty();
  }

  private static boolean isAlike(Axis one, Axis other) {
    return one.isLog() == other.isLog()
        && one.isNames() == other.isNames()
        && (!one.isNames() || one.ticks().equals(other.ticks()))
        && one.title().equals(other.title());
  }

  private static Axis joined(Axis one, Axis other) {
    return new Axis(
        one.title(),
        one.high() >= other.high() ? one.unit() : other.unit(),
        one.isLog(),
        one.isNames(),
        Math.min(one.low(), other.low()),
        Math.max(one.high(), other.high()),
        one.ticks().equals(other.ticks()) ? one.ticks() : List.of());
  }

  /** Whether a layer would cover another of its kind at the same place. */
  private static boolean fills(Layer layer) {
    return switch (layer) {
      case Chart.Bars _, Chart.Boxes _, Chart.Cells _, Chart.Spans _ -> true;
      default -> false;
    };
  }

  /** Returns a layer with its series behind the first so many; what is of no series is of A. */
  private static Optional<Layer> moved(Layer layer, int by) {
    return switch (layer) {
      case Chart.Line one ->
          Optional.of(
              new Chart.Line(one.series() + by, one.isStep(), one.hasMarkers(), one.points()));
      case Chart.Dots one ->
          Optional.of(new Chart.Dots(one.series() + by, one.isRaw(), one.points()));
      case Chart.Band one -> Optional.of(new Chart.Band(one.series() + by, one.intervals()));
      case Chart.ErrorBars one ->
          Optional.of(new Chart.ErrorBars(one.series() + by, one.intervals()));
      case Chart.Moments _, Chart.Printed _ -> Optional.empty();
      default -> Optional.of(layer);
    };
  }
}
