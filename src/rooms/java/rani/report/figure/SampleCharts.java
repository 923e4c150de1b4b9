// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import rani.report.plot.Chart;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Band;
import rani.report.plot.Chart.Bars;
import rani.report.plot.Chart.Box;
import rani.report.plot.Chart.Boxes;
import rani.report.plot.Chart.Cell;
import rani.report.plot.Chart.Cells;
import rani.report.plot.Chart.Dots;
import rani.report.plot.Chart.ErrorBars;
import rani.report.plot.Chart.Facets;
import rani.report.plot.Chart.Interval;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Legend;
import rani.report.plot.Chart.Line;
import rani.report.plot.Chart.Moments;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Printed;
import rani.report.plot.Chart.Span;
import rani.report.plot.Chart.Spans;
import rani.report.plot.Chart.Tick;
import rani.report.plot.Chart.Unit;
import rani.report.plot.Style;
import rani.study.experiment.Plot;

/** Charts by hand, so that each kind of layer is in one. */
final class SampleCharts {
  static final Unit MEGABITS = new Unit("Mbit/s", 1e6);
  static final Unit MILLIS = new Unit("ms", 1e-3);
  static final Unit PERCENT = new Unit("%", 1e-2);

  /** What a hostile file may name its variants. */
  static final String HOSTILE = "100 % \\input{/etc/passwd} $x$ _ ^ ~ # & {";

  /** Where {@link #alone} may be cut, as a part of a column's height, legend and axis included. */
  static final double BETWEEN_LINE_AND_MARKERS = 0.5;

  private static final List<String> AQMS = List.of("drop-tail", "red", "codel", "pie", "fq-codel");

  private SampleCharts() {}

  static List<Chart> all() {
    return List.of(
        lines(5),
        direct(),
        steps(),
        boxes(),
        bars(),
        heat(),
        timeline(),
        facets(),
        logarithmic(),
        hostile());
  }

  /** A line for each series, with bands, intervals, and what a paper prints. */
  static Chart lines(int series) {
    List<Layer> layers = new ArrayList<>();
    for (int k = 0; k < series; k++) {
      List<At> points = new ArrayList<>();
      List<Interval> intervals = new ArrayList<>();
      for (int x = 0; x < 3; x++) {
        double y = (1 + x) * 1e6 + k * 0.3e6;
        points.add(new At(x, y, ""));
        intervals.add(new Interval(x, y - 0.1e6, y + 0.1e6));
      }
      layers.add(new Band(k, intervals));
      layers.add(new ErrorBars(k, intervals));
      layers.add(new Line(k, false, true, points));
    }
    layers.add(new Printed(Printed.OF_ALL, List.of(new At(1, 2e6, ""))));
    return chart(
        "lines",
        names(series),
        panel(namesAxis("bandwidth", "2", "5", "10"), axis("goodput", MEGABITS, 0, 6e6), layers));
  }

  /** Lines that are named at their ends, two of which end at one place. */
  static Chart direct() {
    List<Layer> layers = new ArrayList<>();
    for (int k = 0; k < 5; k++) {
      double end = List.of(9, 1, 5, 5, 3).get(k) * 1e6;
      layers.add(new Line(k, false, true, List.of(new At(0, 1e6, ""), new At(0.096, end, ""))));
    }
    return chart(
            "direct",
            names(5),
            panel(axis("delay", MILLIS, 0, 0.1), axis("goodput", MEGABITS, 0, 1e7), layers))
        .withLegend(Plot.Legend.DIRECT);
  }

  /** One of as many series as can be told apart: a line, and below it markers. */
  static Chart alone(int series) {
    List<At> line = IntStream.rangeClosed(0, 100).mapToObj(x -> new At(x * 1e-3, 0.8, "")).toList();
    List<At> markers = IntStream.range(1, 10).mapToObj(x -> new At(x * 1e-2, 0.3, "")).toList();
    return chart(
        "alone",
        names(Style.MAX),
        panel(
            axis("delay", MILLIS, 0, 0.1),
            axis("share of packets", PERCENT, 0, 1),
            List.of(new Line(series, false, false, line), new Dots(series, false, markers))));
  }

  /** One of as many series as can be told apart, of which the middle of the picture is full. */
  static Chart areaAlone(int series, boolean isBox) {
    Layer area =
        isBox
            ? new Boxes(series, 0.9, List.of(new Box(0, 0, 0.1, 0.12, 0.95, 1)))
            : new Bars(series, 0.9, List.of(new At(0, 0.95, "")));
    return chart(
        "area",
        names(Style.MAX),
        panel(namesAxis("queue", "8"), axis("share", PERCENT, 0, 1), List.of(area)));
  }

  /** The trials of one of as many series as can be told apart, and their mean. */
  static Chart stripAlone(int series) {
    List<At> trials = IntStream.range(0, 9).mapToObj(k -> new At(0, 0.1 * k + 0.05, "")).toList();
    return chart(
        "strip",
        names(Style.MAX),
        panel(
            namesAxis("queue", "8"),
            axis("share", PERCENT, 0, 1),
            List.of(
                new Dots(series, true, trials),
                new Dots(series, false, List.of(new At(0, 0.5, ""))))));
  }

  private static Chart steps() {
    List<At> points = List.of(new At(0, 2, ""), new At(4, 8, ""), new At(9, 3, ""));
    return chart(
        "steps",
        List.of(""),
        panel(
            axis("time", new Unit("s", 1), 0, 10),
            axis("cwnd", new Unit("packets", 1), 0, 10),
            List.of(
                new Line(0, true, false, points),
                new Moments(List.of(new At(5, 0, "cut n1-n2"))))));
  }

  private static Chart boxes() {
    List<Layer> layers = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      double x = -0.2 + 0.4 * k;
      layers.add(
          new Boxes(
              k,
              0.3,
              List.of(
                  new Box(x, 0.01, 0.02, 0.03, 0.05, 0.08),
                  new Box(x + 1, 0.02, 0.03, 0.04, 0.05, 0.06))));
      layers.add(new Dots(k, true, List.of(new At(x, 0.095, ""))));
    }
    return chart(
        "boxes",
        names(2),
        panel(namesAxis("rtt", "20ms", "100ms"), axis("completion", MILLIS, 0, 0.1), layers));
  }

  private static Chart bars() {
    List<Layer> layers = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      layers.add(new Bars(k, 0.25, List.of(new At(-0.27 + 0.27 * k, 10 * (k + 1), ""))));
    }
    return chart(
        "bars", names(3), panel(namesAxis("queue", "8"), axis("drops", Unit.NONE, 0, 40), layers));
  }

  static Chart heat() {
    List<Cell> cells = new ArrayList<>();
    for (int x = 0; x < 3; x++) {
      for (int y = 0; y < 2; y++) {
        double value = (x + 3 * y) / 5.0;
        cells.add(new Cell(x, y, value, Math.round(100 * value) + " %"));
      }
    }
    return chart(
        "heat",
        List.of(""),
        panel(
            namesAxis("bandwidth", "2", "5", "10"),
            namesAxis("rtt", "20ms", "100ms"),
            List.of(new Cells("utilisation", PERCENT, 0, 1, cells))));
  }

  static Chart timeline() {
    return chart(
        "timeline",
        List.of("slow start", "congestion avoidance"),
        panel(
            axis("time", new Unit("s", 1), 0, 10),
            namesAxis("", IntStream.range(0, 15).mapToObj(k -> "lane" + k).toArray(String[]::new)),
            List.of(
                new Spans(0, List.of(new Span(0, 0, 2, ""), new Span(1, 0, 3, ""))),
                new Spans(1, List.of(new Span(0, 2, 10, ""), new Span(1, 3, 9, ""))))));
  }

  /** Three panels side by side, which share their y axis. */
  static Chart facets() {
    return facets("facets", "2 Mbit/s", "5 Mbit/s", "10 Mbit/s");
  }

  /** Panels in two rows, whose width can be no whole number of points in each theme. */
  static Chart fiveFacets() {
    return facets("five", AQMS.toArray(String[]::new));
  }

  private static Chart facets(String name, String... heads) {
    Chart one = lines(5);
    Panel of = one.panels().getFirst();
    List<Panel> panels =
        List.of(heads).stream()
            .map(head -> new Panel(head, "", of.x(), of.y(), of.layers()))
            .toList();
    return new Chart(
        name,
        one.title(),
        one.notes(),
        one.caption(),
        one.legend(),
        new Facets("bandwidth", "", 3),
        panels);
  }

  private static Chart logarithmic() {
    Axis x = new Axis("rate", MEGABITS, true, false, 1e5, 1e8, List.of());
    Axis y = new Axis("share above", Unit.NONE, true, false, 1e-4, 1, List.of());
    List<At> points = List.of(new At(2e5, 1, ""), new At(2e6, 1e-2, ""), new At(5e7, 2e-4, ""));
    return chart(
        "log",
        names(2),
        panel(x, y, List.of(new Line(0, false, false, points), new Dots(1, false, points))));
  }

  private static Chart hostile() {
    Axis x = namesAxis(HOSTILE, "a,b=c", "]\\end{tikzpicture}", "1 \u2192 2 \u00b5s \u65e5");
    return new Chart(
        "hostile",
        HOSTILE + "\n\\input{/etc/passwd}",
        List.of("rani plot --x 'a'\n\\undefined"),
        "\n\\undefined",
        new Legend("", List.of(HOSTILE, "[]"), Plot.Legend.AUTO),
        new Facets("", "", 1),
        List.of(
            new Panel(
                HOSTILE,
                "side, " + HOSTILE,
                x,
                axis(HOSTILE, new Unit("%", 1), 0, 2),
                List.of(
                    new Line(0, false, true, List.of(new At(0, 1, ""), new At(1, Double.NaN, ""))),
                    new Moments(List.of(new At(1, 0, HOSTILE)))))));
  }

  private static List<String> names(int series) {
    return IntStream.range(0, series)
        .mapToObj(k -> series <= AQMS.size() ? AQMS.get(k) : "series " + k)
        .limit(Style.MAX)
        .toList();
  }

  private static Axis axis(String title, Unit unit, double low, double high) {
    return new Axis(title, unit, false, false, low, high, List.of());
  }

  private static Axis namesAxis(String title, String... names) {
    List<Tick> ticks =
        IntStream.range(0, names.length).mapToObj(k -> new Tick(k, names[k])).toList();
    return new Axis(title, Unit.NONE, false, true, -0.5, names.length - 0.5, ticks);
  }

  private static Panel panel(Axis x, Axis y, List<Layer> layers) {
    return new Panel("", "", x, y, layers);
  }

  private static Chart chart(String name, List<String> series, Panel panel) {
    return new Chart(
        name,
        "A chart of " + name,
        List.of("seed 1"),
        "What is drawn.",
        new Legend(series.size() > 1 ? "aqm" : "", series, Plot.Legend.AUTO),
        Facets.NONE,
        List.of(panel));
  }
}
