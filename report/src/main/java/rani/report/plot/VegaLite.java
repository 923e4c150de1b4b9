// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Box;
import rani.report.plot.Chart.Interval;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Tick;
import rani.report.plot.Chart.Unit;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a {@link Chart} as a Vega-Lite 5 specification, a layer of the model a named layer of the
 * specification. A chart of one panel is a layered view, one of several a {@code concat} of them.
 * Numbers are in the units of the axes.
 */
public final class VegaLite {
  /** Width of a whole chart, in pixels, as pages expect it. */
  public static final int WIDTH = 980;

  static final int HEIGHT = 320;
  private static final int PANEL_HEIGHT = 200;
  private static final int LANE_HEIGHT = 26;

  /** What axis and legend take of the width of a panel. */
  private static final int BESIDES_PANEL = 70;

  private static final int AXIS_CHARACTERS = 36;
  private static final int TITLE_CHARACTERS = 150;
  private static final String OTHER = "#333333";
  private static final String SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
  private static final MathContext DIGITS = new MathContext(7);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Chart chart;

  private VegaLite(Chart chart) {
    this.chart = chart;
  }

  public static String text(Chart chart) {
    return JSON.writeValueAsString(spec(chart));
  }

  /** Returns the specification as a tree of its own, which a caller may change. */
  public static ObjectNode spec(Chart chart) {
    return new VegaLite(chart).whole();
  }

  private ObjectNode whole() {
    ObjectNode spec = JSON.createObjectNode().put("$schema", SCHEMA).put("background", "white");
    spec.putObject("padding").put("left", 4).put("top", 8).put("right", 12).put("bottom", 4);
    ObjectNode title = spec.putObject("title").put("text", chart.title());
    ArrayNode notes = title.putArray("subtitle");
    chart.notes().forEach(note -> notes.add(cut(note)));
    if (chart.panels().size() == 1) {
      panel(spec, chart.panels().getFirst(), WIDTH, HEIGHT);
      return spec;
    }
    int columns = chart.facets().columns();
    spec.put("columns", columns).put("spacing", 24);
    ArrayNode panels = spec.putArray("concat");
    int width = WIDTH / columns - BESIDES_PANEL;
    for (Panel panel : chart.panels()) {
      ObjectNode view = panels.addObject();
      String head = panel.side().isEmpty() ? panel.head() : panel.head() + ", " + panel.side();
      view.putObject("title").put("text", head).put("anchor", "middle").put("fontSize", 12);
      panel(view, panel, width, PANEL_HEIGHT);
    }
    ObjectNode resolve = spec.putObject("resolve");
    ObjectNode scale = resolve.putObject("scale");
    List.of("color", "shape", "strokeDash").forEach(one -> scale.put(one, "shared"));
    return spec;
  }

  private void panel(ObjectNode view, Panel panel, int width, int height) {
    int lanes = panel.y().isNames() ? panel.y().ticks().size() * LANE_HEIGHT : 0;
    view.put("width", width).put("height", Math.max(height, Math.min(lanes, 3 * height)));
    ObjectNode encoding = view.putObject("encoding");
    axis(encoding.putObject("x").put("field", "x"), panel.x());
    axis(encoding.putObject("y").put("field", "y"), panel.y());
    ArrayNode layers = view.putArray("layer");
    panel.layers().forEach(layer -> layer(layers, panel, layer));
    if (panel.layers().isEmpty()) {
      view.putArray("layer").addObject().put("mark", "point").putObject("data").putArray("values");
    }
  }

  private static void axis(ObjectNode channel, Axis axis) {
    channel.put("type", "quantitative");
    String label = axis.label();
    int space = label.indexOf(' ', label.length() / 2);
    if (label.length() <= AXIS_CHARACTERS || space < 0 || axis.isNames()) {
      channel.put("title", label);
    } else {
      channel.putArray("title").add(label.substring(0, space)).add(label.substring(space + 1));
    }
    ObjectNode scale = channel.putObject("scale").put("nice", false).put("zero", false);
    if (axis.isLog()) {
      scale.put("type", "log");
    }
    scale.putArray("domain").add(shown(axis, axis.low())).add(shown(axis, axis.high()));
    ObjectNode look = channel.putObject("axis");
    if (axis.ticks().isEmpty()) {
      look.put("tickCount", 6);
      return;
    }
    ArrayNode values = look.putArray("values");
    StringBuilder labels = new StringBuilder("{");
    for (Tick tick : axis.ticks()) {
      values.add(shown(axis, tick.at()));
      labels
          .append(labels.length() > 1 ? "," : "")
          .append(JSON.writeValueAsString(key(shown(axis, tick.at()))))
          .append(":")
          .append(JSON.writeValueAsString(tick.label()));
    }
    look.put("labelExpr", labels + "}['' + round(datum.value * 1e6) / 1e6]");
    if (axis.isNames()) {
      look.put("ticks", false).put("grid", false).put("labelOverlap", true);
    }
  }

  /** Returns a number as Vega's expressions write it, for looking up its label. */
  private static String key(double value) {
    double rounded = Math.round(value * 1e6) / 1e6;
    return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15
        ? Long.toString((long) rounded)
        : BigDecimal.valueOf(rounded).stripTrailingZeros().toPlainString();
  }

  private void layer(ArrayNode layers, Panel panel, Layer layer) {
    switch (layer) {
      case Chart.Band band -> {
        ObjectNode view = view(layers, "band", intervals(panel, band.series(), band.intervals()));
        view.putObject("mark").put("type", "area").put("opacity", 0.16).put("clip", true);
        lowHigh(view, colour(band.series(), false));
      }
      case Chart.ErrorBars bars -> {
        ObjectNode view =
            view(layers, "interval", intervals(panel, bars.series(), bars.intervals()));
        view.putObject("mark").put("type", "rule").put("strokeWidth", 1.4).put("clip", true);
        lowHigh(view, colour(bars.series(), false));
        ends(layers, panel, bars);
      }
      case Chart.Line line -> line(layers, panel, line);
      case Chart.Dots dots -> dots(layers, panel, dots);
      case Chart.Bars bars -> bars(layers, panel, bars);
      case Chart.Boxes boxes -> boxes(layers, panel, boxes);
      case Chart.Cells cells -> cells(layers, cells);
      case Chart.Spans spans -> spans(layers, panel, spans);
      case Chart.Printed printed -> printed(layers, panel, printed);
      case Chart.Moments moments -> {
        ObjectNode view = view(layers, "moments", points(panel, "", moments.points()));
        view.putObject("mark").put("type", "rule").put("strokeWidth", 1);
        mark(view).putArray("strokeDash").add(3).add(3);
        ObjectNode encoding = view.putObject("encoding");
        encoding.putNull("y");
        encoding.putObject("color").put("value", OTHER);
        tooltip(encoding);
      }
    }
  }

  private ObjectNode view(ArrayNode layers, String name, ArrayNode rows) {
    ObjectNode view = layers.addObject().put("name", name + "-" + layers.size());
    view.putObject("data").set("values", rows);
    return view;
  }

  private static ObjectNode mark(ObjectNode view) {
    return view.withObjectProperty("mark");
  }

  private String name(int series) {
    return chart.legend().names().isEmpty() || series < 0
        ? ""
        : chart.legend().names().get(series);
  }

  private ArrayNode points(Panel panel, String name, List<At> points) {
    ArrayNode rows = JSON.createArrayNode();
    for (At at : points) {
      ObjectNode row = rows.addObject().put("x", shown(panel.x(), at.x()));
      row.put("y", shown(panel.y(), at.y())).put("line", name);
      if (!at.text().isEmpty()) {
        row.put("text", at.text());
      }
    }
    return rows;
  }

  private ArrayNode intervals(Panel panel, int series, List<Interval> intervals) {
    ArrayNode rows = JSON.createArrayNode();
    for (Interval one : intervals) {
      rows.addObject()
          .put("x", shown(panel.x(), one.x()))
          .put("low", shown(panel.y(), one.low()))
          .put("high", shown(panel.y(), one.high()))
          .put("line", name(series));
    }
    return rows;
  }

  private static void lowHigh(ObjectNode view, ObjectNode colour) {
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("y").put("field", "low").put("type", "quantitative");
    encoding.putObject("y2").put("field", "high");
    encoding.set("color", colour);
  }

  /** Draws the short lines at both ends of error bars. */
  private void ends(ArrayNode layers, Panel panel, Chart.ErrorBars bars) {
    ArrayNode rows = JSON.createArrayNode();
    for (Interval one : bars.intervals()) {
      for (double end : new double[] {one.low(), one.high()}) {
        rows.addObject()
            .put("x", shown(panel.x(), one.x()))
            .put("y", shown(panel.y(), end))
            .put("line", name(bars.series()));
      }
    }
    ObjectNode view = view(layers, "ends", rows);
    view.putObject("mark").put("type", "tick").put("size", 7).put("thickness", 1.4);
    mark(view).put("orient", "horizontal").put("clip", true);
    view.putObject("encoding").set("color", colour(bars.series(), false));
  }

  private void line(ArrayNode layers, Panel panel, Chart.Line line) {
    ObjectNode view = view(layers, "line", points(panel, name(line.series()), line.points()));
    view.putObject("mark").put("type", "line").put("strokeWidth", 1.8).put("clip", true);
    mark(view).put("interpolate", line.isStep() ? "step-after" : "linear");
    ObjectNode encoding = view.putObject("encoding");
    encoding.set("color", colour(line.series(), true));
    encoding.set("strokeDash", dashes(!line.hasMarkers()));
    encoding.putObject("order").put("value", 0);
    if (line.hasMarkers()) {
      dots(layers, panel, new Chart.Dots(line.series(), false, line.points()));
    }
  }

  private void dots(ArrayNode layers, Panel panel, Chart.Dots dots) {
    ObjectNode view =
        view(layers, dots.isRaw() ? "raw" : "mean", points(panel, name(dots.series()), dots.points()));
    view.putObject("mark").put("type", "point").put("filled", true).put("clip", true);
    mark(view).put("size", dots.isRaw() ? 16 : 62).put("opacity", dots.isRaw() ? 0.5 : 1);
    ObjectNode encoding = view.putObject("encoding");
    encoding.set("color", colour(dots.series(), true));
    encoding.set("shape", shape());
    tooltip(encoding);
  }

  private void bars(ArrayNode layers, Panel panel, Chart.Bars bars) {
    ArrayNode rows = points(panel, name(bars.series()), bars.points());
    double foot = panel.y().isLog() ? panel.y().low() : Math.max(0, panel.y().low());
    rows.forEach(
        row -> {
          double x = row.get("x").asDouble();
          ((ObjectNode) row)
              .put("from", precise(x - bars.width() / 2))
              .put("until", precise(x + bars.width() / 2))
              .put("foot", shown(panel.y(), foot));
        });
    ObjectNode view = view(layers, "bar", rows);
    view.putObject("mark").put("type", "rect").put("clip", true).put("stroke", "#1b1b1b");
    mark(view).put("strokeWidth", 0.6);
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("x").put("field", "from").put("type", "quantitative");
    encoding.putObject("x2").put("field", "until");
    encoding.putObject("y").put("field", "y").put("type", "quantitative");
    encoding.putObject("y2").put("field", "foot");
    encoding.set("color", colour(bars.series(), true));
    tooltip(encoding);
  }

  private void boxes(ArrayNode layers, Panel panel, Chart.Boxes boxes) {
    ArrayNode rows = JSON.createArrayNode();
    for (Box box : boxes.boxes()) {
      rows.addObject()
          .put("x", precise(box.x()))
          .put("from", precise(box.x() - boxes.width() / 2))
          .put("until", precise(box.x() + boxes.width() / 2))
          .put("low", shown(panel.y(), box.low()))
          .put("quartile1", shown(panel.y(), box.quartile1()))
          .put("y", shown(panel.y(), box.median()))
          .put("quartile3", shown(panel.y(), box.quartile3()))
          .put("high", shown(panel.y(), box.high()))
          .put("line", name(boxes.series()))
          .put("text", text(panel.y(), box));
    }
    ObjectNode whiskers = view(layers, "whiskers", rows);
    whiskers.putObject("mark").put("type", "rule").put("strokeWidth", 1.2).put("clip", true);
    lowHigh(whiskers, colour(boxes.series(), false));
    ObjectNode body = view(layers, "box", rows.deepCopy());
    body.putObject("mark").put("type", "rect").put("clip", true).put("fillOpacity", 0.55);
    mark(body).put("stroke", "#1b1b1b").put("strokeWidth", 0.8);
    ObjectNode encoding = body.putObject("encoding");
    encoding.putObject("x").put("field", "from").put("type", "quantitative");
    encoding.putObject("x2").put("field", "until");
    encoding.putObject("y").put("field", "quartile1").put("type", "quantitative");
    encoding.putObject("y2").put("field", "quartile3");
    encoding.set("color", colour(boxes.series(), true));
    tooltip(encoding);
    ObjectNode median = view(layers, "median", rows.deepCopy());
    median.putObject("mark").put("type", "rule").put("strokeWidth", 2).put("clip", true);
    ObjectNode across = median.putObject("encoding");
    across.putObject("x").put("field", "from").put("type", "quantitative");
    across.putObject("x2").put("field", "until");
    across.putObject("color").put("value", "#1b1b1b");
  }

  private static String text(Axis y, Box box) {
    return String.format(
        Locale.ROOT,
        "median %.4g, quartiles %.4g and %.4g %s",
        y.unit().shown(box.median()),
        y.unit().shown(box.quartile1()),
        y.unit().shown(box.quartile3()),
        y.unit().symbol());
  }

  private void cells(ArrayNode layers, Chart.Cells cells) {
    ArrayNode rows = JSON.createArrayNode();
    Unit unit = cells.unit();
    for (Chart.Cell cell : cells.cells()) {
      rows.addObject()
          .put("x", cell.x() - 0.5)
          .put("x2", cell.x() + 0.5)
          .put("y", cell.y() - 0.5)
          .put("y2", cell.y() + 0.5)
          .put("value", precise(unit.shown(cell.value())))
          .put("text", cell.text());
    }
    ObjectNode view = view(layers, "cells", rows);
    view.putObject("mark").put("type", "rect");
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("x2").put("field", "x2");
    encoding.putObject("y2").put("field", "y2");
    ObjectNode colour = encoding.putObject("color").put("field", "value");
    colour.put("type", "quantitative");
    String title = new Axis(cells.title(), unit, false, false, 0, 1, List.of()).label();
    colour.put("title", title);
    ObjectNode scale = colour.putObject("scale");
    scale.putArray("domain").add(precise(unit.shown(cells.low()))).add(precise(unit.shown(cells.high())));
    scale.putArray("range").add("#f2f2f2").add("#8fc3e8").add("#2c6aa0").add("#0b1f3a");
    colour.putObject("legend").put("orient", "top").put("gradientLength", 300);
    tooltip(encoding);
  }

  private void spans(ArrayNode layers, Panel panel, Chart.Spans spans) {
    ArrayNode rows = JSON.createArrayNode();
    for (Chart.Span span : spans.spans()) {
      rows.addObject()
          .put("x", shown(panel.x(), span.from()))
          .put("x2", shown(panel.x(), span.until()))
          .put("y", span.lane() - 0.35)
          .put("y2", span.lane() + 0.35)
          .put("line", name(spans.series()))
          .put("text", span.text());
    }
    ObjectNode view = view(layers, "spans", rows);
    view.putObject("mark").put("type", "rect").put("clip", true);
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("x2").put("field", "x2");
    encoding.putObject("y2").put("field", "y2");
    encoding.set("color", colour(spans.series(), true));
    tooltip(encoding);
  }

  private void printed(ArrayNode layers, Panel panel, Chart.Printed printed) {
    ObjectNode view =
        view(layers, "paper", points(panel, name(printed.series()), printed.points()));
    view.putObject("mark").put("type", "point").put("shape", "diamond").put("filled", false);
    mark(view).put("size", 190).put("strokeWidth", 2.4).put("opacity", 1);
    ObjectNode encoding = view.putObject("encoding");
    if (printed.series() == Chart.Printed.OF_ALL || !chart.legend().isNeeded()) {
      encoding.putObject("color").put("value", OTHER);
    } else {
      encoding.set("color", colour(printed.series(), false));
    }
    tooltip(encoding);
  }

  /** Returns the colour of a series: by the legend, or directly where there is none. */
  private ObjectNode colour(int series, boolean isInLegend) {
    ObjectNode colour = JSON.createObjectNode();
    if (!chart.legend().isNeeded()) {
      return colour.put("value", Style.of(Math.max(0, series)).colour());
    }
    byLine(colour, isInLegend);
    ArrayNode range = colour.withObjectProperty("scale").putArray("range");
    numbers().forEach(number -> range.add(Style.of(number).colour()));
    return colour;
  }

  private ObjectNode dashes(boolean isInLegend) {
    ObjectNode dashes = JSON.createObjectNode();
    if (!chart.legend().isNeeded()) {
      ArrayNode none = dashes.putArray("value");
      none.add(1).add(0);
      return dashes;
    }
    byLine(dashes, isInLegend);
    ArrayNode range = dashes.withObjectProperty("scale").putArray("range");
    for (int number : numbers()) {
      ArrayNode lengths = range.addArray();
      List<Integer> own = Style.of(number).dashes();
      (own.isEmpty() ? List.of(1, 0) : own).forEach(lengths::add);
    }
    return dashes;
  }

  private ObjectNode shape() {
    ObjectNode shape = JSON.createObjectNode();
    if (!chart.legend().isNeeded()) {
      return shape.put("value", "circle");
    }
    byLine(shape, true);
    ArrayNode range = shape.withObjectProperty("scale").putArray("range");
    numbers()
        .forEach(
            number ->
                range.add(
                    Style.of(number).marker().name().toLowerCase(Locale.ROOT).replace('_', '-')));
    return shape;
  }

  private List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int k = 0; k < chart.legend().names().size(); k++) {
      numbers.add(k);
    }
    return numbers;
  }

  private void byLine(ObjectNode channel, boolean isInLegend) {
    channel.put("field", "line").put("type", "nominal");
    ArrayNode domain = channel.putObject("scale").putArray("domain");
    chart.legend().names().forEach(domain::add);
    if (isInLegend) {
      channel.put("title", chart.legend().title());
      channel
          .putObject("legend")
          .put("orient", "top")
          .put("direction", "horizontal")
          .put("titleOrient", "left")
          .put("titleFontWeight", 400)
          .put("titlePadding", 10)
          .put("symbolOpacity", 1);
    } else {
      channel.putNull("legend");
    }
  }

  private static void tooltip(ObjectNode encoding) {
    encoding.putObject("tooltip").put("field", "text").put("type", "nominal");
  }

  private static double shown(Axis axis, double value) {
    return precise(axis.unit().shown(value));
  }

  private static double precise(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).round(DIGITS).doubleValue()
        : value;
  }

  private static String cut(String text) {
    return text.length() <= TITLE_CHARACTERS
        ? text
        : text.substring(0, TITLE_CHARACTERS - 1) + "\u2026";
  }
}
