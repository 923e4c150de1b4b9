// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.model.file.CsvField;
import rani.model.file.Units;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Tick;
import rani.report.plot.Chart.Unit;

/**
 * Writes what a chart shows as comma-separated values: a row for each point, bar, box, cell or
 * span, with numbers in SI units that the names of columns tell.
 */
public final class ChartCsv {
  private static final String VALUE = "value";

  private final Chart chart;
  private final List<SequencedMap<String, String>> rows = new ArrayList<>();

  private ChartCsv(Chart chart) {
    this.chart = chart;
  }

  /** Returns the lines, the first of which has the names of the columns. */
  public static String text(Chart chart) {
    return new ChartCsv(chart).text();
  }

  private String text() {
    chart.panels().forEach(this::panel);
    SequencedSet<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.sequencedKeySet()));
    StringBuilder text = new StringBuilder();
    line(text, List.copyOf(columns));
    for (SequencedMap<String, String> row : rows) {
      line(text, columns.stream().map(name -> row.getOrDefault(name, "")).toList());
    }
    return text.toString();
  }

  /** Adds a row; names of values such as 20 ms have an ordinary blank, which programs can split. */
  private static void line(StringBuilder text, List<String> fields) {
    text.append(CsvField.row(fields).replace('\u202f', ' '));
  }

  private void panel(Panel panel) {
    SequencedMap<Key, Chart.Interval> intervals = new LinkedHashMap<>();
    for (Layer layer : panel.layers()) {
      switch (layer) {
        case Chart.Band band -> keep(intervals, band.series(), band.intervals());
        case Chart.ErrorBars bars -> keep(intervals, bars.series(), bars.intervals());
        default -> {}
      }
    }
    for (Layer layer : panel.layers()) {
      switch (layer) {
        case Chart.Band _, Chart.ErrorBars _ -> {} // beside their means
        case Chart.Line line ->
            points(panel, line.series(), meaning(line), line.points(), intervals);
        case Chart.Dots dots ->
            points(
                panel, dots.series(), dots.isRaw() ? "single" : "mean", dots.points(), intervals);
        case Chart.Bars bars -> points(panel, bars.series(), "mean", bars.points(), intervals);
        case Chart.Printed printed ->
            points(panel, printed.series(), "paper", printed.points(), new LinkedHashMap<>());
        case Chart.Moments moments ->
            moments
                .points()
                .forEach(
                    at -> {
                      SequencedMap<String, String> row = row(panel, -1, "moment");
                      row.put(xName(panel), place(panel.x(), at.x()));
                      row.put("text", at.text());
                    });
        case Chart.Boxes boxes -> boxes(panel, boxes);
        case Chart.Cells cells -> cells(panel, cells);
        case Chart.Spans spans -> spans(panel, spans);
      }
    }
  }

  private record Key(int series, double x) {}

  private static void keep(
      SequencedMap<Key, Chart.Interval> known, int series, List<Chart.Interval> intervals) {
    intervals.forEach(one -> known.put(new Key(series, one.x()), one));
  }

  private static String meaning(Chart.Line line) {
    return line.hasMarkers() ? "mean" : "line";
  }

  private void points(
      Panel panel,
      int series,
      String meaning,
      List<At> points,
      SequencedMap<Key, Chart.Interval> intervals) {
    for (At at : points) {
      SequencedMap<String, String> row = row(panel, series, meaning);
      row.put(xName(panel), place(panel.x(), at.x()));
      row.put(yName(panel), Units.printNumber(at.y()));
      Chart.Interval interval = intervals.get(new Key(series, at.x()));
      if (interval != null && meaning.equals("mean")) {
        row.put("low", Units.printNumber(interval.low()));
        row.put("high", Units.printNumber(interval.high()));
      }
    }
  }

  private void boxes(Panel panel, Chart.Boxes boxes) {
    for (Chart.Box box : boxes.boxes()) {
      SequencedMap<String, String> row = row(panel, boxes.series(), "box");
      row.put(xName(panel), place(panel.x(), box.x()));
      row.put(yName(panel), Units.printNumber(box.median()));
      row.put("low", Units.printNumber(box.low()));
      row.put("quartile_1", Units.printNumber(box.quartile1()));
      row.put("quartile_3", Units.printNumber(box.quartile3()));
      row.put("high", Units.printNumber(box.high()));
    }
  }

  private void cells(Panel panel, Chart.Cells cells) {
    String name = column(cells.title(), cells.unit(), VALUE);
    for (Chart.Cell cell : cells.cells()) {
      SequencedMap<String, String> row = row(panel, -1, "mean");
      row.put(xName(panel), place(panel.x(), cell.x()));
      row.put(column(panel.y().title(), panel.y().unit(), "row"), place(panel.y(), cell.y()));
      row.put(name, Units.printNumber(cell.value()));
    }
  }

  private void spans(Panel panel, Chart.Spans spans) {
    for (Chart.Span span : spans.spans()) {
      SequencedMap<String, String> row = row(panel, spans.series(), "span");
      row.put("lane", place(panel.y(), span.lane()));
      row.put("from_seconds", Units.printNumber(span.from()));
      row.put("until_seconds", Units.printNumber(span.until()));
    }
  }

  private SequencedMap<String, String> row(Panel panel, int series, String meaning) {
    SequencedMap<String, String> row = new LinkedHashMap<>();
    if (!panel.head().isEmpty()) {
      row.put("panel", panel.head());
    }
    if (!panel.side().isEmpty()) {
      row.put("row", panel.side());
    }
    List<String> names = chart.legend().names();
    if (names.size() > 1) {
      String title = slug(chart.legend().title());
      row.put(title.isEmpty() ? "line" : title, series < 0 ? "" : names.get(series));
    }
    row.put("shows", meaning);
    rows.add(row);
    return row;
  }

  /** Returns a place on an axis: a number in SI units, or the name that stands there. */
  private static String place(Axis axis, double at) {
    if (!axis.isNames()) {
      return Units.printNumber(at);
    }
    return axis.ticks().stream()
        .filter(tick -> tick.at() == Math.rint(at))
        .map(Tick::label)
        .findFirst()
        .orElse("");
  }

  private String xName(Panel panel) {
    return column(panel.x().title(), panel.x().unit(), "x");
  }

  /** Returns the name of the column of values, which is a general one if panels differ. */
  private String yName(Panel panel) {
    boolean isCommon = chart.panels().stream().map(one -> one.y().title()).distinct().count() == 1;
    return isCommon ? column(panel.y().title(), panel.y().unit(), VALUE) : VALUE;
  }

  private static String column(String title, Unit unit, String otherwise) {
    String name = slug(title);
    String known = name.isEmpty() ? otherwise : name;
    return Axes.kind(unit)
        .map(kind -> kind.column(known))
        .orElseGet(() -> unit.symbol().isEmpty() ? known : known + "_" + slug(unit.symbol()));
  }

  private static String slug(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
  }
}
