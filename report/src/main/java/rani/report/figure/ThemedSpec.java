// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import rani.report.plot.Chart;
import rani.report.plot.Chart.Line;
import rani.report.plot.Chart.Panel;
import rani.report.plot.VegaLite;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A specification of Vega-Lite in the sizes of a theme. What a chart's writer chose for a screen
 * gives way: sizes of letters, widths of lines and panels, the place of legends, wrapped titles.
 */
final class ThemedSpec {
  /** The one font that vl-convert brings; a font it lacks would drop the text without a word. */
  private static final String FONT = "Liberation Sans";

  /** The width of a series' line on a screen, in pixels. */
  private static final double LINE_WIDTH = 2;

  /** The size of a title as a part of that of other letters. */
  private static final double TITLE_PART = 7.0 / 6;

  private static final double DASHED_LETTERS = 2.2;
  private static final double TICK_LETTERS = 5;
  private static final String INK = "#000000";
  private static final String AXES = "#555555";
  private static final String GRID = "#dddddd";

  /** Whose members are values that are drawn, not how. */
  private static final Set<String> DATA =
      Set.of("datasets", "data", "values", "params", "usermeta");

  private static final String SIDE = "side";

  private static final Set<String> SMALLER = Set.of("strokeWidth", "thickness");

  private final ObjectNode spec;
  private final Chart chart;
  private final Theme theme;
  private final List<ObjectNode> panels = new ArrayList<>();
  private final List<ObjectNode> legends = new ArrayList<>();
  private final double[] labelLetters;
  private double panelWidth;

  ThemedSpec(ObjectNode drawn, Chart chart, Theme theme) {
    this.spec = drawn.deepCopy();
    this.chart = chart;
    this.theme = theme;
    this.labelLetters =
        chart.panels().stream()
            .map(Panel::x)
            .filter(Chart.Axis::isNames)
            .limit(1)
            .flatMap(axis -> axis.ticks().stream())
            .mapToDouble(tick -> tick.label().length())
            .toArray();
    if (!theme.hasTitle()) {
      spec.remove("title");
    }
    spec.put("background", "white");
    spec.putObject("padding").put("left", 1).put("top", 1).put("right", 1).put("bottom", 1);
    spec.remove("autosize");
    spec.remove("spacing");
    walk(spec);
    collect(spec);
    Grid grid = Grid.of(chart, theme);
    if (spec.has("columns")) {
      spec.put("columns", grid.columns());
    }
    share(grid);
  }

  /** Leaves out axes that would be the same as those of a panel beside or below. */
  private void share(Grid grid) {
    for (int k = 0; k < panels.size(); k++) {
      if (panels.size() > 1) {
        name(panels.get(k), grid.head(k), grid.side(k));
      }
      if (!grid.hasX(k)) {
        withoutWords(panels.get(k).at("/encoding/x"));
      }
      if (!grid.hasY(k)) {
        withoutWords(panels.get(k).at("/encoding/y"));
      }
    }
  }

  private static void name(ObjectNode panel, String head, String side) {
    panel.remove("title");
    if (!head.isEmpty()) {
      panel.putObject("title").put("text", head).put("anchor", "middle").put("offset", 3);
    }
    if (side.isEmpty()) {
      return;
    }
    ObjectNode view = panel.withArrayProperty("layer").addObject().put("name", SIDE);
    view.putObject("data").putArray("values").addObject();
    ObjectNode mark = view.putObject("mark").put("type", "text").put("text", side);
    mark.put("angle", 90).put("baseline", "bottom").put("dy", -2);
    ObjectNode encoding = view.putObject("encoding");
    encoding.putObject("x").put("value", "width");
    encoding.putObject("y").put("value", 0);
    encoding.putObject("color").put("value", INK);
  }

  private static void withoutWords(JsonNode channel) {
    if (channel instanceof ObjectNode object) {
      object.putNull("title");
      object.withObjectProperty("axis").put("labels", false).put("ticks", false);
    }
  }

  /** Returns how many columns the legend has at most. */
  int legendColumns() {
    return theme.legendColumns(chart.legend().names());
  }

  /** Returns the specification with panels of a width, in points. */
  ObjectNode sized(double width, int legendColumns) {
    panelWidth = width;
    double height = theme.panelHeight(width, chart);
    for (int k = 0; k < panels.size(); k++) {
      ObjectNode panel = panels.get(k);
      panel.put("width", width).put("height", height);
      titles(panel, width, height);
      rows(panel, chart.panels().get(k), width, height);
      title(panel, width);
      if (panel.path("title") instanceof ObjectNode head) {
        head.put("fontSize", theme.letterPoints());
      }
    }
    alignHeads();
    title(spec, theme.widthPoints());
    for (ObjectNode legend : legends) {
      legend.put("columns", legendColumns);
    }
    spec.set("config", config(width, height));
    return spec;
  }

  /**
   * Puts the names of lines where they are apart in a panel of this size, and numbers into cells
   * that have room for them; the side of a row stands in its middle.
   */
  private void rows(ObjectNode view, Panel panel, double width, double height) {
    double letter = theme.digitPoints();
    for (JsonNode layer : view.path("layer")) {
      String name = layer.path("name").asString("");
      if (name.equals(SIDE)) {
        layer.withObjectProperty("encoding").putObject("y").put("value", height / 2);
        layer.withObjectProperty("mark").put("fontSize", theme.letterPoints());
      }
      if (name.startsWith(VegaLite.LABELS + "-") || name.startsWith(VegaLite.LEADERS + "-")) {
        layer
            .withObjectProperty("data")
            .set("values", VegaLite.labelRows(chart, panel, height / letter));
      } else if (name.startsWith(VegaLite.NUMBERS + "-")) {
        layer
            .withObjectProperty("data")
            .set("values", VegaLite.cellNumbers(panel, width / letter, height / letter));
      }
    }
  }

  private void walk(JsonNode node) {
    if (node instanceof ArrayNode array) {
      array.forEach(this::walk);
    }
    if (!(node instanceof ObjectNode object)) {
      return;
    }
    for (String key : List.copyOf(object.propertyNames())) {
      JsonNode value = object.get(key);
      if (DATA.contains(key)) {
        continue;
      }
      if (key.equals("tickCount") && !object.has("values") || isFont(key)) {
        object.remove(key);
      } else if (key.equals("fontSize") && value.isNumber()) {
        object.put(key, theme.digitPoints());
      } else if (SMALLER.contains(key) && value.isNumber()) {
        object.put(key, value.asDouble() * theme.strokes());
      } else if (key.equals("size") && value.isNumber()) {
        object.put(key, value.asDouble() * theme.strokes() * theme.strokes());
      } else if (key.equals("strokeDash")) {
        dashes(value);
      } else if (key.equals("legend") && value instanceof ObjectNode legend) {
        legends.add(legend);
        List.of("orient", "direction", "columns", "symbolSize", "symbolStrokeWidth")
            .forEach(legend::remove);
        legend.remove(List.of("gradientLength", "titleFontWeight", "titlePadding", "titleOrient"));
      } else {
        walk(value);
      }
    }
  }

  private static boolean isFont(String key) {
    return key.equals("font") || key.endsWith("Font") || key.endsWith("FontSize");
  }

  /** Makes lengths of dashes those in widths of a line that they are on a screen. */
  private void dashes(JsonNode node) {
    if (node instanceof ArrayNode lengths) {
      for (int k = 0; k < lengths.size(); k++) {
        if (lengths.get(k).isNumber()) {
          lengths.set(k, lengths.get(k).asDouble() * theme.strokes() * LINE_WIDTH);
        } else {
          dashes(lengths.get(k));
        }
      }
    }
    if (node.isObject()) {
      dashes(node.path("value"));
      dashes(node.path("scale").path("range"));
    }
  }

  /** Finds the panels: views that are no part of a layered one. */
  private void collect(JsonNode view) {
    if (view instanceof ObjectNode object && (object.has("layer") || object.has("mark"))) {
      panels.add(object);
      return;
    }
    for (String key : List.of("concat", "hconcat", "vconcat")) {
      view.path(key).forEach(this::collect);
    }
    if (view.has("spec")) {
      collect(view.get("spec"));
    }
  }

  private void titles(JsonNode view, double width, double height) {
    axisTitle(view.at("/encoding/x"), width);
    axisTitle(view.at("/encoding/y"), height);
    view.path("layer").forEach(layer -> titles(layer, width, height));
  }

  private void axisTitle(JsonNode channel, double length) {
    int values = channel.at("/axis/values").size();
    if (values > 0 && channel instanceof ObjectNode object) {
      // of more values than this Vega leaves some out, though there is room
      object.withObjectProperty("axis").put("tickCount", values);
    }
    for (JsonNode owner : List.of(channel, channel.path("axis"))) {
      String text = String.join(" ", texts(owner.path("title")));
      if (!text.isEmpty()) {
        wrap((ObjectNode) owner, "title", List.of(text), length / theme.letterPoints());
      }
    }
  }

  /** Wraps what stands above a view. */
  private void title(JsonNode view, double width) {
    if (view.path("title") instanceof ObjectNode title) {
      double letter = TITLE_PART * theme.letterPoints();
      String head = String.join(" ", texts(title.path("text"))).strip();
      wrap(title, "text", List.of(head), width / letter);
      if (title.has("subtitle")) {
        wrap(title, "subtitle", texts(title.path("subtitle")), width / theme.digitPoints());
      }
    }
  }

  /** Gives the heads of all panels the same number of lines, so that panels are in a row. */
  private void alignHeads() {
    int most = 0;
    for (ObjectNode panel : panels) {
      most = Math.max(most, panel.at("/title/text").size());
    }
    for (ObjectNode panel : panels) {
      while (panel.at("/title/text") instanceof ArrayNode lines && lines.size() < most) {
        lines.insert(0, "");
      }
    }
  }

  private static void wrap(ObjectNode owner, String key, List<String> texts, double squares) {
    ArrayNode lines = owner.putArray(key);
    texts.forEach(text -> lines(text, squares / Theme.LETTER_WIDTH).forEach(lines::add));
  }

  /** Returns the lines of a title, which is one text or an array of them; none if there is none. */
  private static List<String> texts(JsonNode title) {
    return title.isString()
        ? List.of(title.asString())
        : title.valueStream().map(JsonNode::asString).toList();
  }

  /** Breaks a text at blanks into lines that have at most so many letters where that can be. */
  static List<String> lines(String text, double lettersMax) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > lettersMax) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private ObjectNode config(double width, double height) {
    ObjectNode config = spec.objectNode();
    double letter = theme.letterPoints();
    double stroke = theme.strokes();
    config.put("font", FONT);
    config.putObject("view").put("stroke", AXES).put("strokeWidth", 0.8 * stroke);
    config
        .putObject("title")
        .put("anchor", "start")
        .put("fontSize", letter * TITLE_PART)
        .put("subtitleFontSize", theme.digitPoints())
        .put("offset", letter * 0.6)
        .put("color", INK)
        .put("subtitleColor", AXES);
    config
        .putObject("header")
        .put("titleFontSize", letter)
        .put("labelFontSize", letter)
        .put("labelPadding", letter * 0.4);
    config.putObject("concat").put("spacing", letter * 1.2);
    config.putObject("facet").put("spacing", letter * 1.2);
    ObjectNode axis = config.putObject("axis");
    axis.put("labelFontSize", theme.digitPoints()).put("titleFontSize", letter);
    axis.put("titleFontWeight", 400).put("titlePadding", letter * 0.5);
    axis.put("labelColor", INK).put("titleColor", INK).put("gridColor", GRID);
    axis.put("gridWidth", 0.8 * stroke).put("domainColor", AXES).put("tickColor", AXES);
    axis.put("domainWidth", stroke).put("tickWidth", stroke).put("tickSize", letter * 0.35);
    axis.put("labelPadding", letter * 0.25).put("titleLimit", 10 * theme.widthPoints());
    axis.put("labelLimit", theme.widthPoints() / 3);
    ObjectNode axisX = config.putObject("axisX");
    axisX.put("tickCount", ticks(width, TICK_LETTERS));
    if (isCrowded()) {
      axisX.put("labelAngle", -40).put("labelAlign", "right");
    }
    // labels that reach above a panel would lift its head above those beside it
    config
        .putObject("axisY")
        .put("labelFlush", panels.size() > 1)
        .put("tickCount", ticks(height, TICK_LETTERS / 2));
    double length = symbolLength();
    ObjectNode legend = config.putObject("legend");
    legend
        .put("orient", "top")
        .put("direction", "horizontal")
        .put("titleOrient", has(Chart.Cells.class) ? "top" : "left");
    legend.put("labelFontSize", letter).put("titleFontSize", letter).put("titleFontWeight", 400);
    legend.put("labelColor", INK).put("titleColor", INK).put("labelLimit", theme.widthPoints());
    legend.put("symbolSize", length * length).put("symbolStrokeWidth", 2 * stroke);
    legend.put("columnPadding", letter * 0.8).put("rowPadding", letter * 1.2 - length);
    legend.put("offset", letter * 0.5).put("padding", 0).put("titlePadding", letter * 0.5);
    legend.put("titleLimit", theme.widthPoints());
    legend.put("gradientLength", theme.widthPoints() / 2).put("gradientThickness", letter);
    legend.put("gradientStrokeWidth", 0);
    ObjectNode layout = legend.putObject("layout").putObject("top");
    layout.put("direction", "vertical").put("anchor", "start");
    return config;
  }

  private Stream<Chart.Layer> layers() {
    return chart.panels().stream().flatMap(panel -> panel.layers().stream());
  }

  private boolean has(Class<? extends Chart.Layer> kind) {
    return layers().anyMatch(kind::isInstance);
  }

  /** Returns the length of a legend's symbol: long where a line has to show its dashes. */
  private double symbolLength() {
    boolean isDashed = layers().anyMatch(layer -> layer instanceof Line line && !line.hasMarkers());
    return isDashed ? DASHED_LETTERS * theme.letterPoints() : theme.letterPoints();
  }

  /** Returns whether names below the panels would run into each other. */
  private boolean isCrowded() {
    double letter = theme.digitPoints() * Theme.LETTER_WIDTH;
    double place = panelWidth / Math.max(1, labelLetters.length);
    for (double letters : labelLetters) {
      if ((letters + 1) * letter > place) {
        return true;
      }
    }
    return false;
  }

  private int ticks(double length, double letters) {
    return (int) Math.max(2, Math.min(10, length / (letters * theme.digitPoints())));
  }
}
