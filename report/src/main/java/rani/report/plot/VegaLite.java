// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Box;
import rani.report.plot.Chart.Interval;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Tick;
import rani.report.plot.Chart.Unit;
import rani.study.experiment.Plot;
import tools.jackson.databind.JsonNode;
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

  /** The beginnings of the names of views whose rows {@link #labelRows} makes. */
  public static final String LABELS = "name";

  public static final String LEADERS = "leader";

  /** The beginning of the names of views whose rows {@link #cellNumbers} makes. */
  public static final String NUMBERS = "number";

  static final int HEIGHT = 320;
  private static final int PANEL_HEIGHT = 200;
  private static final int LANE_HEIGHT = 26;

  /** What axis and legend take of the width of a panel. */
  private static final int BESIDES_PANEL = 70;

  private static final int AXIS_CHARACTERS = 36;

  /** With more moments none has a label; labels of neighbours stand in lanes. */
  private static final int MOMENT_LABELS_MAX = 12;

  private static final int MOMENT_LANES = 4;
  private static final int TITLE_CHARACTERS = 150;
  private static final int NONE = -1;
  private static final double LETTER_HEIGHT = 12;
  private static final double DIGIT_WIDTH = 0.56;
  private static final String OTHER = "#333333";
  private static final String SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
  private static final MathContext DIGITS = new MathContext(7);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Chart chart;
  private final boolean hasMarkers;
  private final boolean hasAreas;

  /** Number of views so far: a view's name is also that of its data, and is there once. */
  private int views;

  private VegaLite(Chart given) {
    boolean isDirect =
        given.legend().isAtLines() && DirectLabel.fit(given, height(given) / LETTER_HEIGHT);
    this.chart =
        given.legend().isAtLines() && !isDirect ? given.withLegend(Plot.Legend.TOP) : given;
    this.hasMarkers =
        chart.panels().stream()
            .flatMap(panel -> panel.layers().stream())
            .anyMatch(layer -> layer instanceof Chart.Line line && line.hasMarkers());
    this.hasAreas =
        chart.panels().stream()
            .flatMap(panel -> panel.layers().stream())
            .anyMatch(Chart.Layer::isArea);
  }

  private static double height(Chart chart) {
    return chart.panels().size() == 1 ? HEIGHT : PANEL_HEIGHT;
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
    if (panel.layers().stream().noneMatch(layer -> layer instanceof Chart.Cells)) {
      encoding.set("color", colour());
    }
    if (hasMarkers) {
      // Vega-Lite would merge the absent legend of dashes with that of colours, and warn.
      ObjectNode resolve = view.putObject("resolve");
      resolve.putObject("legend").put("strokeDash", "independent");
    }
    if (hasAreas) {
      view.withObjectProperty("resolve")
          .withObjectProperty("legend")
          .put("shape", "independent"); // of outliers
    }
    ArrayNode layers = view.putArray("layer");
    SequencedMap<String, List<Layer>> alike = new LinkedHashMap<>();
    for (Layer layer : panel.layers()) {
      alike.computeIfAbsent(key(layer), _ -> new ArrayList<>()).add(layer);
    }
    alike.values().forEach(group -> layer(layers, panel, group));
    if (chart.legend().isAtLines()) {
      directLabels(layers, panel);
    }
    if (alike.values().stream().anyMatch(group -> group.getFirst() instanceof Chart.Cells)) {
      numbers(layers, cellNumbers(panel, width / LETTER_HEIGHT, height / LETTER_HEIGHT));
    }
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
    ObjectNode scale = channel.putObject("scale").put("nice", false);
    if (axis.isLog()) {
      scale.put("type", "log"); // with `zero` Vega-Lite would warn
    } else {
      scale.put("zero", false);
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
      look.put("ticks", false).put("grid", false).put("labelOverlap", false);
      look.put("tickCount", axis.ticks().size()); // Vega leaves out every second of more
    }
  }

  /** Returns a number as Vega's expressions write it, for looking up its label. */
  private static String key(double value) {
    double rounded = Math.round(value * 1e6) / 1e6;
    return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15
        ? Long.toString((long) rounded)
        : BigDecimal.valueOf(rounded).stripTrailingZeros().toPlainString();
  }

  /** Returns what layers have in common that one view draws, each row with its line's name. */
  private static String key(Layer layer) {
    return layer.getClass().getSimpleName()
        + switch (layer) {
          case Chart.Line line -> " " + line.isStep() + line.hasMarkers();
          case Chart.Dots dots -> " " + dots.isRaw();
          case Chart.Printed printed -> " " + (printed.series() == Chart.Printed.OF_ALL);
          default -> "";
        };
  }

  /** Draws the names of lines at their ends, and what connects them. */
  private void directLabels(ArrayNode layers, Panel panel) {
    ArrayNode rows = labelRows(chart, panel, height(chart) / LETTER_HEIGHT);
    ObjectNode leaders = view(layers, LEADERS, rows);
    leaders.putObject("mark").put("type", "rule").put("strokeWidth", 1);
    ObjectNode between = leaders.putObject("encoding");
    between.putObject("x2").put("field", "x2");
    between.putObject("y2").put("field", "y2");
    ObjectNode labels = view(layers, LABELS, rows.deepCopy());
    labels.putObject("mark").put("type", "text").put("align", "left").put("baseline", "middle");
    mark(labels).put("dx", 3).put("fontSize", LETTER_HEIGHT);
    ObjectNode encoding = labels.putObject("encoding");
    encoding.putObject("x").put("field", "x2").put("type", "quantitative");
    encoding.putObject("y").put("field", "y2").put("type", "quantitative");
    encoding.putObject("text").put("field", "line").put("type", "nominal");
    encoding.putObject("color").put("value", OTHER);
  }

  /**
   * Returns the rows of the views {@link #LABELS} and {@link #LEADERS} for a panel whose height is
   * so many times that of a letter.
   */
  public static ArrayNode labelRows(Chart chart, Panel panel, double heightInLetters) {
    ArrayNode rows = JSON.createArrayNode();
    Axis x = panel.x();
    Axis y = panel.y();
    for (DirectLabel label : DirectLabel.of(panel, heightInLetters)) {
      rows.addObject()
          .put("x", shown(x, DirectLabel.value(x, label.x())))
          .put("y", shown(y, DirectLabel.value(y, label.y())))
          .put("x2", shown(x, DirectLabel.value(x, DirectLabel.LABEL_X)))
          .put("y2", shown(y, DirectLabel.value(y, label.labelY())))
          .put("line", chart.legend().names().get(label.series()));
    }
    return rows;
  }

  private void numbers(ArrayNode layers, ArrayNode rows) {
    ObjectNode view = view(layers, NUMBERS, rows);
    view.putObject("mark").put("type", "text").put("fontSize", LETTER_HEIGHT);
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("text").put("field", "number").put("type", "nominal");
    encoding.putObject("color").put("field", "ink").put("type", "nominal").putNull("scale");
  }

  /**
   * Returns the rows of the view {@link #NUMBERS} for a panel whose width and height are so many
   * times the height of a letter; none if the cells of a heat map are too small for them.
   */
  public static ArrayNode cellNumbers(Panel panel, double widthInLetters, double heightInLetters) {
    ArrayNode rows = JSON.createArrayNode();
    int letters = 0;
    for (Layer layer : panel.layers()) {
      if (layer instanceof Chart.Cells cells) {
        for (Chart.Cell cell : cells.cells()) {
          String number = cells.number(cell);
          letters = Math.max(letters, number.length());
          rows.addObject()
              .put("x", cell.x())
              .put("y", cell.y())
              .put("number", number)
              .put("ink", HeatColours.ink(cells.part(cell)));
        }
      }
    }
    double width = widthInLetters / (panel.x().high() - panel.x().low());
    double height = heightInLetters / (panel.y().high() - panel.y().low());
    return width >= (letters + 1) * DIGIT_WIDTH && height >= 1.2 ? rows : JSON.createArrayNode();
  }

  /** Draws layers that are alike. */
  private void layer(ArrayNode layers, Panel panel, List<Layer> alike) {
    ArrayNode rows = JSON.createArrayNode();
    alike.forEach(layer -> addRows(rows, panel, layer));
    switch (alike.getFirst()) {
      case Chart.Band _ -> {
        ObjectNode view = view(layers, "band", rows);
        view.putObject("mark").put("type", "area").put("opacity", 0.16).put("clip", true);
        lowHigh(view);
      }
      case Chart.ErrorBars _ -> {
        ObjectNode view = view(layers, "interval", rows);
        view.putObject("mark").put("type", "rule").put("strokeWidth", 1.4).put("clip", true);
        lowHigh(view);
        ends(layers, rows);
      }
      case Chart.Line line -> line(layers, line, rows);
      case Chart.Dots dots -> dots(layers, dots.isRaw(), rows);
      case Chart.Bars _ -> bars(layers, rows);
      case Chart.Boxes _ -> boxes(layers, panel, alike, rows);
      case Chart.Cells cells -> cells(layers, cells, rows);
      case Chart.Spans _ -> spans(layers, rows);
      case Chart.Printed printed -> printed(layers, printed, rows);
      case Chart.Moments _ -> moments(layers, panel, rows);
    }
  }

  private void addRows(ArrayNode rows, Panel panel, Layer layer) {
    switch (layer) {
      case Chart.Band band -> intervals(rows, panel, band.series(), band.intervals());
      case Chart.ErrorBars bars -> intervals(rows, panel, bars.series(), bars.intervals());
      case Chart.Line line -> {
        int first = rows.size();
        points(rows, panel, line.series(), line.points());
        for (int k = first; k < rows.size(); k++) {
          ((ObjectNode) rows.get(k)).put("curve", first); // a line may have several curves
        }
      }
      case Chart.Dots dots -> points(rows, panel, dots.series(), dots.points());
      case Chart.Bars bars -> barRows(rows, panel, bars);
      case Chart.Boxes boxes -> boxRows(rows, panel, boxes);
      case Chart.Cells cells -> cellRows(rows, cells);
      case Chart.Spans spans -> spanRows(rows, panel, spans);
      case Chart.Printed printed -> points(rows, panel, printed.series(), printed.points());
      case Chart.Moments moments -> points(rows, panel, NONE, moments.points());
    }
  }

  private ObjectNode view(ArrayNode layers, String name, ArrayNode rows) {
    ObjectNode view = layers.addObject().put("name", name + "-" + ++views);
    view.putObject("data").set("values", rows);
    return view;
  }

  private static ObjectNode mark(ObjectNode view) {
    return view.withObjectProperty("mark");
  }

  private String name(int series) {
    return chart.legend().names().isEmpty() || series <= NONE
        ? ""
        : chart.legend().names().get(series);
  }

  private void points(ArrayNode rows, Panel panel, int series, List<At> points) {
    for (At at : points) {
      ObjectNode row = rows.addObject().put("x", shown(panel.x(), at.x()));
      row.put("y", shown(panel.y(), at.y())).put("line", name(series));
      if (!at.text().isEmpty()) {
        row.put("text", at.text());
      }
    }
  }

  private void intervals(ArrayNode rows, Panel panel, int series, List<Interval> intervals) {
    for (Interval one : intervals) {
      rows.addObject()
          .put("x", shown(panel.x(), one.x()))
          .put("low", shown(panel.y(), one.low()))
          .put("high", shown(panel.y(), one.high()))
          .put("line", name(series));
    }
  }

  private static void lowHigh(ObjectNode view) {
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("y").put("field", "low").put("type", "quantitative");
    encoding.putObject("y2").put("field", "high");
  }

  /** Draws the short lines at both ends of error bars. */
  private void ends(ArrayNode layers, ArrayNode intervals) {
    ArrayNode rows = JSON.createArrayNode();
    for (JsonNode one : intervals) {
      for (String end : List.of("low", "high")) {
        ObjectNode row = rows.addObject();
        row.set("x", one.get("x"));
        row.set("y", one.get(end));
        row.set("line", one.get("line"));
      }
    }
    ObjectNode view = view(layers, "ends", rows);
    view.putObject("mark").put("type", "tick").put("size", 7).put("thickness", 1.4);
    mark(view).put("orient", "horizontal").put("clip", true);
  }

  private void line(ArrayNode layers, Chart.Line line, ArrayNode rows) {
    ObjectNode view = view(layers, "line", rows);
    view.putObject("mark").put("type", "line").put("strokeWidth", 1.8).put("clip", true);
    mark(view).put("interpolate", line.isStep() ? "step-after" : "linear");
    ObjectNode encoding = view.putObject("encoding");
    encoding.set("strokeDash", dashes());
    encoding.putObject("detail").put("field", "curve").put("type", "nominal");
    encoding.putObject("order").put("value", 0);
    if (line.hasMarkers()) {
      dots(layers, false, rows.deepCopy());
    }
  }

  private void dots(ArrayNode layers, boolean isRaw, ArrayNode rows) {
    ObjectNode view = view(layers, isRaw ? "raw" : "mean", rows);
    view.putObject("mark").put("type", "point").put("filled", true).put("clip", true);
    mark(view).put("size", isRaw ? 16 : 62).put("opacity", isRaw ? 0.5 : 1);
    ObjectNode encoding = view.putObject("encoding");
    encoding.set("shape", shape());
    tooltip(encoding);
  }

  private void barRows(ArrayNode rows, Panel panel, Chart.Bars bars) {
    int first = rows.size();
    points(rows, panel, bars.series(), bars.points());
    double foot = panel.y().isLog() ? panel.y().low() : Math.max(0, panel.y().low());
    for (int k = first; k < rows.size(); k++) {
      double x = rows.get(k).get("x").asDouble();
      ((ObjectNode) rows.get(k))
          .put("from", precise(x - bars.width() / 2))
          .put("until", precise(x + bars.width() / 2))
          .put("foot", shown(panel.y(), foot));
    }
  }

  private void bars(ArrayNode layers, ArrayNode rows) {
    ObjectNode view = view(layers, "bar", rows);
    view.putObject("mark").put("type", "rect").put("clip", true).put("stroke", "#1b1b1b");
    mark(view).put("strokeWidth", 0.6);
    ObjectNode encoding = view.putObject("encoding");
    fromUntil(encoding);
    encoding.putObject("y").put("field", "y").put("type", "quantitative");
    encoding.putObject("y2").put("field", "foot");
    tooltip(encoding);
  }

  private static void fromUntil(ObjectNode encoding) {
    encoding.putObject("x").put("field", "from").put("type", "quantitative");
    encoding.putObject("x2").put("field", "until");
  }

  private void boxRows(ArrayNode rows, Panel panel, Chart.Boxes boxes) {
    for (Box box : boxes.boxes()) {
      rows.addObject()
          .put("x", precise(box.x()))
          .put("from", precise(box.x() - boxes.width() / 2))
          .put("until", precise(box.x() + boxes.width() / 2))
          .put("quartile1", shown(panel.y(), box.quartile1()))
          .put("y", shown(panel.y(), box.median()))
          .put("quartile3", shown(panel.y(), box.quartile3()))
          .put("line", name(boxes.series()))
          .put("text", text(panel.y(), box));
    }
  }

  private void boxes(ArrayNode layers, Panel panel, List<Layer> all, ArrayNode rows) {
    ArrayNode ends = JSON.createArrayNode();
    all.forEach(layer -> whiskers(ends, panel, (Chart.Boxes) layer));
    ObjectNode whiskers = view(layers, "whiskers", ends);
    whiskers.putObject("mark").put("type", "rule").put("strokeWidth", 1.2).put("clip", true);
    lowHigh(whiskers);
    ObjectNode body = view(layers, "box", rows);
    body.putObject("mark").put("type", "rect").put("clip", true).put("fillOpacity", 0.55);
    mark(body).put("stroke", "#1b1b1b").put("strokeWidth", 0.8);
    ObjectNode encoding = body.putObject("encoding");
    fromUntil(encoding);
    encoding.putObject("y").put("field", "quartile1").put("type", "quantitative");
    encoding.putObject("y2").put("field", "quartile3");
    tooltip(encoding);
    ObjectNode median = view(layers, "median", rows.deepCopy());
    median.putObject("mark").put("type", "rule").put("strokeWidth", 2).put("clip", true);
    ObjectNode across = median.putObject("encoding");
    fromUntil(across);
    across.putObject("color").put("value", "black");
  }

  /** Adds the lines from a box to the ends of its whiskers. */
  private void whiskers(ArrayNode rows, Panel panel, Chart.Boxes boxes) {
    List<Interval> both = new ArrayList<>();
    for (Box box : boxes.boxes()) {
      both.add(new Interval(box.x(), box.low(), box.quartile1()));
      both.add(new Interval(box.x(), box.quartile3(), box.high()));
    }
    intervals(rows, panel, boxes.series(), both);
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

  private static void cellRows(ArrayNode rows, Chart.Cells cells) {
    for (Chart.Cell cell : cells.cells()) {
      rows.addObject()
          .put("x", cell.x() - 0.5)
          .put("x2", cell.x() + 0.5)
          .put("y", cell.y() - 0.5)
          .put("y2", cell.y() + 0.5)
          .put("value", precise(cells.unit().shown(cell.value())))
          .put("text", cell.text());
    }
  }

  private void cells(ArrayNode layers, Chart.Cells cells, ArrayNode rows) {
    Unit unit = cells.unit();
    ObjectNode view = view(layers, "cells", rows);
    view.putObject("mark").put("type", "rect");
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("x2").put("field", "x2");
    encoding.putObject("y2").put("field", "y2");
    ObjectNode colour = encoding.putObject("color").put("field", "value");
    colour.put("type", "quantitative");
    colour.put("title", new Axis(cells.title(), unit, false, false, 0, 1, List.of()).label());
    ObjectNode scale = colour.putObject("scale");
    scale
        .putArray("domain")
        .add(precise(unit.shown(cells.low())))
        .add(precise(unit.shown(cells.high())));
    ArrayNode range = scale.putArray("range");
    HeatColours.COLOURS.forEach(range::add);
    colour.putObject("legend").put("orient", "top").put("gradientLength", 300).put("titleLimit", 0);
    tooltip(encoding);
  }

  private void spanRows(ArrayNode rows, Panel panel, Chart.Spans spans) {
    for (Chart.Span span : spans.spans()) {
      rows.addObject()
          .put("x", shown(panel.x(), span.from()))
          .put("x2", shown(panel.x(), span.until()))
          .put("y", span.lane() - 0.35)
          .put("y2", span.lane() + 0.35)
          .put("line", name(spans.series()))
          .put("text", span.text());
    }
  }

  private void spans(ArrayNode layers, ArrayNode rows) {
    ObjectNode view = view(layers, "spans", rows);
    view.putObject("mark").put("type", "rect").put("clip", true);
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("x2").put("field", "x2");
    encoding.putObject("y2").put("field", "y2");
    tooltip(encoding);
  }

  private void printed(ArrayNode layers, Chart.Printed printed, ArrayNode rows) {
    ObjectNode view = view(layers, "paper", rows);
    view.putObject("mark").put("type", "point").put("shape", "diamond").put("filled", false);
    mark(view).put("size", 190).put("strokeWidth", 2.4).put("opacity", 1);
    ObjectNode encoding = view.putObject("encoding");
    if (printed.series() == Chart.Printed.OF_ALL) {
      encoding.putObject("color").put("value", OTHER);
    }
    tooltip(encoding);
  }

  private void moments(ArrayNode layers, Panel panel, ArrayNode rows) {
    ObjectNode view = view(layers, "moments", rows);
    view.putObject("mark").put("type", "rule").put("strokeWidth", 1).put("clip", true);
    mark(view).putArray("strokeDash").add(3).add(3);
    ObjectNode encoding = view.putObject("encoding");
    encoding.putNull("y");
    encoding.putObject("color").put("value", OTHER);
    tooltip(encoding);
    if (rows.size() > MOMENT_LABELS_MAX) {
      return; // a pointer finds their texts
    }
    ArrayNode texts = rows.deepCopy();
    double middle = (shown(panel.x(), panel.x().low()) + shown(panel.x(), panel.x().high())) / 2;
    for (int k = 0; k < texts.size(); k++) {
      ObjectNode row = (ObjectNode) texts.get(k);
      row.put("below", 2 + k % MOMENT_LANES * (LETTER_HEIGHT + 2));
      row.put("isLate", row.get("x").asDouble() > middle); // its text ends at the line
    }
    ObjectNode labels = view(layers, "label", texts);
    labels.putObject("mark").put("type", "text").put("baseline", "top").put("clip", true);
    mark(labels).putObject("align").put("expr", "datum.isLate ? 'right' : 'left'");
    mark(labels).putObject("dx").put("expr", "datum.isLate ? -4 : 4");
    mark(labels).putObject("dy").put("expr", "datum.below");
    ObjectNode place = labels.putObject("encoding");
    place.putObject("y").put("value", 0);
    place.putObject("text").put("field", "text").put("type", "nominal");
    place.putObject("color").put("value", OTHER);
  }

  /** Returns the colours of all series, with the legend if there is anything to tell apart. */
  private ObjectNode colour() {
    ObjectNode colour = JSON.createObjectNode();
    if (!chart.legend().isNeeded()) {
      return colour.put("value", Style.of(0).colour());
    }
    byLine(colour, true);
    if (hasAreas && chart.legend().isAbove()) {
      colour.withObjectProperty("legend").put("symbolType", "square");
    }
    ArrayNode range = colour.withObjectProperty("scale").putArray("range");
    numbers().forEach(number -> range.add(Style.of(number).colour()));
    return colour;
  }

  /** Returns the dashes; the legend shows them unless it shows markers. */
  private ObjectNode dashes() {
    ObjectNode dashes = JSON.createObjectNode();
    if (!chart.legend().isNeeded()) {
      dashes.putArray("value").add(1).add(0);
      return dashes;
    }
    byLine(dashes, !hasMarkers);
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
    byLine(shape, !hasAreas);
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
    if (isInLegend && chart.legend().isAbove()) {
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
    return Double.isFinite(value) ? BigDecimal.valueOf(value).round(DIGITS).doubleValue() : value;
  }

  private static String cut(String text) {
    return text.length() <= TITLE_CHARACTERS
        ? text
        : text.substring(0, TITLE_CHARACTERS - 1) + "\u2026";
  }
}
