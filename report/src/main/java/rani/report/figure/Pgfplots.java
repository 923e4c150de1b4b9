// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import rani.report.plot.Chart.Interval;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Line;
import rani.report.plot.Chart.Moments;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Printed;
import rani.report.plot.Chart.Span;
import rani.report.plot.Chart.Spans;
import rani.report.plot.Chart.Tick;
import rani.report.plot.DirectLabel;
import rani.report.plot.HeatColours;
import rani.report.plot.Style;

/**
 * Writes a chart as a {@code tikzpicture} with pgfplots. It takes the fonts of the paper that
 * inputs it, in the sizes of the theme, and is as wide as the theme demands.
 */
public final class Pgfplots {
  /** What a document needs before it inputs such a picture. */
  public static final List<String> PREAMBLE =
      List.of(
          "\\usepackage{pgfplots}",
          "\\pgfplotsset{compat=1.16}",
          "\\usepgfplotslibrary{groupplots}",
          "\\usetikzlibrary{patterns}");

  private static final MathContext DIGITS = new MathContext(9);
  private static final double PLAIN_MIN = 1e-6;
  private static final double PLAIN_MAX = 1e9;
  private static final double LINE_HEIGHT = 1.2;
  private static final int TICK_LETTERS = 5;
  private static final int MOMENT_LABELS_MAX = 6;
  private static final double LANE_HALF = 0.35;
  private static final int BOX_PERCENT = 45;
  private static final double BAND_OPACITY = 0.18;
  private static final double RAW_OPACITY = 0.4;

  private final Chart chart;
  private final Theme theme;
  private final Grid grid;
  private double panelHeight;
  private final StringBuilder out = new StringBuilder();

  private Pgfplots(Chart given, Theme theme) {
    this.chart = theme.placed(given);
    this.theme = theme;
    this.grid = Grid.of(chart, theme);
  }

  /** Returns the picture, the first lines of which say what a document needs. */
  public static String picture(Chart chart, Theme theme) {
    return new Pgfplots(chart, theme).written();
  }

  private String written() {
    add("%% %s", TexText.comment(chart.title()));
    chart.notes().forEach(note -> add("%% %s", TexText.comment(note)));
    add("%% %s", TexText.comment(chart.caption()));
    PREAMBLE.forEach(line -> add("%% %s", line));
    add("\\begin{tikzpicture}");
    series().forEach(k -> add("\\definecolor{rani%d}{HTML}{%s}", k, hex(Style.of(k).colour())));
    add("\\begin{groupplot}[");
    shared().forEach(option -> add("  %s,", option));
    add("]");
    for (int k = 0; k < grid.rows() * grid.columns(); k++) {
      if (k < chart.panels().size()) {
        panel(k);
      } else {
        add("\\nextgroupplot[group/empty plot]");
      }
    }
    add("\\end{groupplot}");
    if (theme.hasTitle()) {
      add(
          "\\node[anchor=south west, inner xsep=0pt, font=%s] at (current bounding box.north west)"
              + " {%s};",
          font(theme.letterPoints() * LINE_HEIGHT), TexText.of(chart.title()));
    }
    add("\\path (current bounding box.south west) ++(%sbp, 0);", number(theme.widthPoints()));
    add("\\end{tikzpicture}%%");
    return out.toString();
  }

  /** Returns the indexes of the series that are drawn, in order. */
  private IntStream series() {
    return IntStream.range(0, Math.max(1, Math.min(Style.MAX, chart.legend().names().size())));
  }

  private static String hex(String colour) {
    return colour.substring(1).toUpperCase(Locale.ROOT);
  }

  private List<String> shared() {
    double letter = theme.letterPoints();
    int columns = grid.columns();
    boolean hasHeads = IntStream.range(0, columns).anyMatch(k -> !grid.head(k).isEmpty());
    boolean hasHeadsBelow =
        IntStream.range(columns, chart.panels().size()).anyMatch(k -> !grid.head(k).isEmpty());
    double gapX = (grid.sharesY() ? letter : left() + letter) + labels();
    double besides = left() + right() + labels() + (columns - 1) * gapX;
    double width = (theme.widthPoints() - besides) / columns;
    double height = theme.panelHeight(width, chart);
    panelHeight = height;
    double gapY = (grid.sharesX() ? 1 : 4) * letter + (hasHeadsBelow ? 2 * letter : 0);
    List<String> options = new ArrayList<>();
    options.add(
        text(
            "group style={group size=%d by %d, horizontal sep=%sbp, vertical sep=%sbp}",
            columns, grid.rows(), number(gapX), number(gapY)));
    options.add("scale only axis");
    options.add("width=" + number(width) + "bp");
    options.add("height=" + number(height) + "bp");
    options.add("scaled ticks=false");
    options.add(text("tick label style={font=%s, /pgf/number format/fixed}", digitFont()));
    options.add(text("label style={font=%s}", font(letter)));
    options.add(text("title style={font=%s, yshift=-0.6ex}", font(letter)));
    options.add(text("x label style={text width=%sbp, align=center}", number(width)));
    options.add(text("y label style={text width=%sbp, align=center}", number(height)));
    options.add("tick align=outside");
    options.add("tick pos=lower");
    options.add(text("axis line style={line width=%sbp, black!70}", number(theme.strokes())));
    options.add(text("tick style={line width=%sbp, black!70}", number(theme.strokes())));
    options.add("grid=major");
    options.add(text("grid style={line width=%sbp, black!14}", number(0.8 * theme.strokes())));
    options.add("legend cell align=left");
    options.add(text("legend columns=%d", legendColumns()));
    options.add(
        text(
            "legend style={at={(0,1)}, anchor=south west, xshift=%sbp, yshift=%sbp, draw=none,"
                + " fill=none, inner sep=0pt, font=%s, column sep=%sbp}",
            number(-left() + letter),
            number(hasHeads ? 2 * letter : letter / 2),
            font(letter),
            number(letter / 2)));
    return options;
  }

  private int legendColumns() {
    return theme.legendColumns(chart.legend().names()) + (isLegendTitled() ? 1 : 0);
  }

  /** Returns whether the title stands before the names, which takes that all are in one row. */
  private boolean isLegendTitled() {
    List<String> names = new ArrayList<>(chart.legend().names());
    names.add(chart.legend().title());
    return !chart.legend().title().isEmpty() && theme.legendColumns(names) == names.size();
  }

  /** Returns the room for what stands left of a panel, in points. */
  private double left() {
    boolean isTitled = chart.panels().stream().anyMatch(panel -> !panel.y().title().isEmpty());
    int letters =
        chart.panels().stream()
            .flatMap(panel -> panel.y().ticks().stream())
            .mapToInt(tick -> tick.label().length())
            .max()
            .orElse(TICK_LETTERS);
    return letters * Theme.LETTER_WIDTH * theme.digitPoints()
        + (isTitled ? 2 * LINE_HEIGHT : 1) * theme.letterPoints()
        + theme.letterPoints();
  }

  /** Returns the room for what stands right of the last panel, in points. */
  private double right() {
    boolean hasSide =
        IntStream.range(0, chart.panels().size()).anyMatch(k -> !grid.side(k).isEmpty());
    return (hasSide ? 2 : 1) * LINE_HEIGHT * theme.letterPoints();
  }

  /** Returns the room for names at the ends of lines, in points. */
  private double labels() {
    return chart.legend().isAtLines() ? theme.labelPoints(chart) : 0;
  }

  private void panel(int number) {
    Panel panel = chart.panels().get(number);
    boolean isFirst = number == 0;
    List<String> options = new ArrayList<>();
    axis(options, "x", panel.x(), grid.hasX(number));
    axis(options, "y", panel.y(), grid.hasY(number));
    if (!grid.head(number).isEmpty()) {
      options.add(text("title={%s}", TexText.of(grid.head(number))));
    }
    if (!grid.side(number).isEmpty()) {
      options.add(
          text(
              "extra description/.append code={\\node[xshift=%sbp, rotate=-90, anchor=south,"
                  + " font=%s] at (1,0.5) {%s};}",
              number(labels()), font(theme.letterPoints()), TexText.of(grid.side(number))));
    }
    if (chart.legend().isAtLines()) {
      options.add("extra description/.append code={" + directLabels(panel) + "}");
    }
    if (isFirst) {
      panel.layers().stream()
          .filter(Cells.class::isInstance)
          .map(Cells.class::cast)
          .findFirst()
          .ifPresent(cells -> options.addAll(scale(cells)));
    }
    add("\\nextgroupplot[");
    options.forEach(option -> add("  %s,", option));
    add("]");
    if (isFirst && chart.legend().isAbove()) {
      legend();
    }
    panel.layers().forEach(layer -> draw(layer, panel));
  }

  private String directLabels(Panel panel) {
    return DirectLabel.of(panel, panelHeight / theme.digitPoints()).stream()
        .map(
            label ->
                text(
                    "\\draw[%s, line width=%sbp] (%s,%s) -- (%s,%s)"
                        + " node[anchor=west, inner sep=1pt, black, font=%s] {%s};",
                    colour(label.series()),
                    number(theme.strokes()),
                    number(label.x()),
                    number(label.y()),
                    number(DirectLabel.LABEL_X),
                    number(label.labelY()),
                    digitFont(),
                    TexText.of(chart.legend().names().get(label.series()))))
        .collect(Collectors.joining());
  }

  private void axis(List<String> options, String name, Axis axis, boolean isTitled) {
    double factor = axis.unit().factor();
    if (isTitled) {
      options.add(text("%slabel={%s}", name, TexText.of(axis.label())));
    }
    if (axis.isLog()) {
      options.add(name + "mode=log");
      options.add("log ticks with fixed point");
    }
    if (Double.isFinite(axis.low()) && Double.isFinite(axis.high())) {
      options.add(text("%smin=%s", name, number(axis.low() / factor)));
      options.add(text("%smax=%s", name, number(axis.high() / factor)));
    }
    if (!axis.ticks().isEmpty()) {
      options.add(
          axis.ticks().stream()
              .map(tick -> number(tick.at() / factor))
              .collect(Collectors.joining(",", name + "tick={", "}")));
      if (isTitled) {
        options.add(
            axis.ticks().stream()
                .map(tick -> "{" + TexText.of(tick.label()) + "}")
                .collect(Collectors.joining(",", name + "ticklabels={", "}")));
      }
    }
    if (!isTitled) {
      options.add(name + "ticklabels={}");
    }
    if (axis.isNames() && name.equals("x") && isCrowded(axis)) {
      options.add("xticklabel style={rotate=40, anchor=north east, inner sep=1pt}");
    }
  }

  /** Returns whether names below the panel would run into each other. */
  private boolean isCrowded(Axis axis) {
    double place = 0.8 * theme.widthPoints() / grid.columns() / Math.max(1, axis.ticks().size());
    return axis.ticks().stream()
        .map(Tick::label)
        .anyMatch(label -> (label.length() + 1) * Theme.LETTER_WIDTH * theme.digitPoints() > place);
  }

  /** Returns the options of a bar above the panel that explains the colours of cells. */
  private List<String> scale(Cells cells) {
    double letter = theme.letterPoints();
    double factor = cells.unit().factor();
    String unit = cells.unit().symbol();
    String title = unit.isEmpty() ? cells.title() : cells.title() + " in " + unit;
    return List.of(
        HeatColours.COLOURS.stream()
            .map(Pgfplots::rgb)
            .collect(Collectors.joining(" ", "colormap={rani}{", "}")),
        "point meta min=" + number(cells.low() / factor),
        "point meta max=" + number(cells.high() / factor),
        "colorbar horizontal",
        text(
            "colorbar style={at={(0,1)}, anchor=south west, yshift=%sbp, height=%sbp,"
                + " width=0.6*\\pgfkeysvalueof{/pgfplots/parent axis width},"
                + " xticklabel pos=upper, tick pos=upper, tick align=outside, title={%s},"
                + " title style={yshift=%sbp}}",
            number(2 * letter), number(letter), TexText.of(title), number(letter)));
  }

  private void legend() {
    if (isLegendTitled()) {
      add("\\addlegendimage{empty legend}");
      add("\\addlegendentry{%s:}", TexText.of(chart.legend().title()));
    }
    List<String> names = chart.legend().names();
    boolean isFilled = layers().anyMatch(Layer::isArea);
    boolean isLight = layers().anyMatch(Boxes.class::isInstance);
    boolean hasMarks = layers().anyMatch(Pgfplots::isMarked);
    boolean hasLines = layers().anyMatch(Line.class::isInstance);
    for (int k = 0; k < names.size(); k++) {
      if (isFilled) {
        add("\\addlegendimage{area legend, %s}", isLight ? light(k) : area(k));
      } else {
        add(
            "\\addlegendimage{%s, %s}",
            hasLines ? stroke(k) : "only marks, rani" + k % Style.MAX,
            hasMarks ? mark(k, 1) : "no marks");
      }
      add("\\addlegendentry{%s}", TexText.of(names.get(k)));
    }
  }

  private Stream<Layer> layers() {
    return chart.panels().stream().flatMap(panel -> panel.layers().stream());
  }

  private static boolean isMarked(Layer layer) {
    return layer instanceof Line line && line.hasMarkers()
        || layer instanceof Dots dots && !dots.isRaw();
  }

  private void draw(Layer layer, Panel panel) {
    double x = panel.x().unit().factor();
    double y = panel.y().unit().factor();
    switch (layer) {
      case Line line -> {
        String step = line.isStep() ? ", const plot" : "";
        String mark = line.hasMarkers() ? mark(line.series(), 1) : "no marks";
        plot(stroke(line.series()) + step + ", " + mark, line.points(), x, y, "");
      }
      case Dots dots -> {
        String light = dots.isRaw() ? ", opacity=" + RAW_OPACITY : "";
        String mark = mark(dots.series(), dots.isRaw() ? 0.5 : 1);
        plot("only marks, " + colour(dots.series()) + light + ", " + mark, dots.points(), x, y, "");
      }
      case Printed printed -> {
        String colour = printed.series() == Printed.OF_ALL ? "black" : colour(printed.series());
        String mark = text("mark=diamond, mark size=%sbp", number(5 * theme.strokes()));
        plot("only marks, " + colour + ", " + mark, printed.points(), x, y, "");
      }
      case Band band ->
          plot(
              text("draw=none, fill=%s, fill opacity=%s", colour(band.series()), BAND_OPACITY),
              outline(band.intervals()),
              x,
              y,
              " -- cycle");
      case ErrorBars bars -> {
        for (Interval each : bars.intervals()) {
          path(
              text(
                  "draw[|-|, %s, line width=%sbp]",
                  colour(bars.series()), number(1.4 * theme.strokes())),
              at(each.x() / x, each.low() / y) + " -- " + at(each.x() / x, each.high() / y));
        }
      }
      case Bars bars -> {
        double base = panel.y().isLog() ? panel.y().low() : 0;
        for (At each : bars.points()) {
          rectangle(
              "filldraw[" + area(bars.series()) + "]",
              at((each.x() - bars.width() / 2) / x, base / y),
              at((each.x() + bars.width() / 2) / x, each.y() / y));
        }
      }
      case Boxes boxes -> boxes.boxes().forEach(box -> box(boxes, box, x, y));
      case Cells cells -> cells.cells().forEach(cell -> cell(cells, cell));
      case Spans spans -> {
        for (Span each : spans.spans()) {
          rectangle(
              "filldraw[" + area(spans.series()) + "]",
              at(each.from() / x, each.lane() - LANE_HALF),
              at(each.until() / x, each.lane() + LANE_HALF));
        }
      }
      case Moments moments -> moments(moments, panel);
    }
  }

  private void plot(String style, List<At> points, double x, double y, String end) {
    String coordinates =
        points.stream()
            .filter(point -> Double.isFinite(point.x()) && Double.isFinite(point.y()))
            .map(point -> "(" + number(point.x() / x) + "," + number(point.y() / y) + ")")
            .collect(Collectors.joining("\n  "));
    if (!coordinates.isEmpty()) {
      add("\\addplot[forget plot, %s] coordinates {\n  %s\n}%s;", style, coordinates, end);
    }
  }

  private static List<At> outline(List<Interval> intervals) {
    List<At> points = new ArrayList<>();
    intervals.forEach(each -> points.add(new At(each.x(), each.high(), "")));
    Collections.reverse(points);
    points.addAll(0, intervals.stream().map(each -> new At(each.x(), each.low(), "")).toList());
    return points;
  }

  private static String rgb(String colour) {
    int[] parts = HeatColours.parts(colour);
    return text("rgb255=(%d,%d,%d)", parts[0], parts[1], parts[2]);
  }

  private void box(Boxes boxes, Box box, double x, double y) {
    double left = (box.x() - boxes.width() / 2) / x;
    double right = (box.x() + boxes.width() / 2) / x;
    String line = text("draw[%s, line width=%sbp]", "black", number(theme.strokes()));
    path(line, at(box.x() / x, box.low() / y) + " -- " + at(box.x() / x, box.quartile1() / y));
    path(line, at(box.x() / x, box.quartile3() / y) + " -- " + at(box.x() / x, box.high() / y));
    rectangle(
        "filldraw[" + light(boxes.series()) + "]",
        at(left, box.quartile1() / y),
        at(right, box.quartile3() / y));
    path(
        text("draw[black, line width=%sbp]", number(2 * theme.strokes())),
        at(left, box.median() / y) + " -- " + at(right, box.median() / y));
  }

  private void cell(Cells cells, Cell cell) {
    if (!Double.isFinite(cell.value())) {
      return;
    }
    double part = cells.part(cell);
    int[] colour = HeatColours.at(part);
    rectangle(
        text("fill[fill={rgb,255:red,%d;green,%d;blue,%d}]", colour[0], colour[1], colour[2]),
        at(cell.x() - 0.5, cell.y() - 0.5),
        at(cell.x() + 0.5, cell.y() + 0.5));
    path(
        text("node[font=%s, text=%s]", digitFont(), HeatColours.ink(part)),
        "at " + at(cell.x(), cell.y()) + " {" + TexText.of(cells.number(cell)) + "}");
  }

  private void moments(Moments moments, Panel panel) {
    double x = panel.x().unit().factor();
    double y = panel.y().unit().factor();
    boolean isLabelled = moments.points().size() <= MOMENT_LABELS_MAX;
    for (At each : moments.points()) {
      String label =
          isLabelled && !each.text().isEmpty()
              ? text(
                  " node[rotate=90, anchor=south east, inner sep=2pt, font=%s] {%s}",
                  digitFont(), TexText.of(each.text()))
              : "";
      path(
          text("draw[black!60, dashed, line width=%sbp]", number(theme.strokes())),
          at(each.x() / x, panel.y().low() / y)
              + " -- "
              + at(each.x() / x, panel.y().high() / y)
              + label);
    }
  }

  private void path(String command, String path) {
    add("\\%s %s;", command, path);
  }

  private void rectangle(String command, String from, String to) {
    path(command, from + " rectangle " + to);
  }

  private static String at(double x, double y) {
    return "(axis cs:" + number(x) + "," + number(y) + ")";
  }

  private static String colour(int series) {
    return "rani" + series % Style.MAX;
  }

  private String area(int series) {
    return area(series, "");
  }

  /** Returns the style of a box, in which the median must be seen. */
  private String light(int series) {
    return area(series, "!" + BOX_PERCENT);
  }

  private String area(int series, String lightness) {
    String hatch =
        switch (Style.of(series).hatch()) {
          case NONE -> "";
          case RISING -> "north east lines";
          case FALLING -> "north west lines";
          case CROSSED -> "crosshatch";
          case HORIZONTAL -> "horizontal lines";
          case VERTICAL -> "vertical lines";
          case GRID -> "grid";
          case DOTS -> "crosshatch dots";
        };
    String fill = "fill=" + colour(series) + lightness;
    return text("draw=black, line width=%sbp, ", number(0.8 * theme.strokes()))
        + (hatch.isEmpty() || !theme.isHatched()
            ? fill
            : text(
                "preaction={%s}, pattern=%s, pattern color=%s",
                fill, hatch, Hatching.colour(Style.of(series))));
  }

  /** Returns the colour, width and dashes of a series' line. */
  private String stroke(int series) {
    double width = 2 * theme.strokes();
    List<Integer> dashes = Style.of(series).dashes();
    String pattern =
        IntStream.range(0, dashes.size())
            .mapToObj(k -> (k % 2 == 0 ? "on " : "off ") + number(dashes.get(k) * width) + "bp")
            .collect(Collectors.joining(" "));
    return text(
        "%s, line width=%sbp%s",
        colour(series), number(width), pattern.isEmpty() ? ", solid" : ", dash pattern=" + pattern);
  }

  private String mark(int series, double part) {
    String shape =
        switch (Style.of(series).marker()) {
          case CIRCLE -> "*";
          case SQUARE -> "square*";
          case DIAMOND -> "diamond*";
          case CROSS -> "+";
          case TRIANGLE_UP, TRIANGLE_DOWN, TRIANGLE_RIGHT, TRIANGLE_LEFT -> "triangle*";
        };
    int degrees =
        switch (Style.of(series).marker()) {
          case TRIANGLE_DOWN -> 180;
          case TRIANGLE_RIGHT -> -90;
          case TRIANGLE_LEFT -> 90;
          case CIRCLE, SQUARE, DIAMOND, CROSS, TRIANGLE_UP -> 0;
        };
    return text(
        "mark=%s, mark size=%sbp, mark options={solid, rotate=%d}",
        shape, number(4 * part * theme.strokes()), degrees);
  }

  private String digitFont() {
    return font(theme.digitPoints());
  }

  private static String font(double points) {
    return text("\\fontsize{%s}{%s}\\selectfont", number(points), number(points * LINE_HEIGHT));
  }

  /** Returns a number as TeX reads it, in any locale. */
  static String number(double value) {
    return number(BigDecimal.valueOf(value).round(DIGITS));
  }

  private static String number(BigDecimal value) {
    BigDecimal rounded = value.stripTrailingZeros();
    double size = Math.abs(value.doubleValue());
    return size == 0 || size >= PLAIN_MIN && size < PLAIN_MAX
        ? rounded.toPlainString()
        : rounded.toString().toLowerCase(Locale.ROOT).replace("e+", "e");
  }

  private static String text(String format, Object... parts) {
    return String.format(Locale.ROOT, format, parts);
  }

  private void add(String format, Object... parts) {
    out.append(text(format, parts)).append('\n');
  }
}
