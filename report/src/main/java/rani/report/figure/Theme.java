// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.List;
import java.util.Optional;
import rani.report.plot.Chart;
import rani.report.plot.DirectLabel;
import rani.study.experiment.Plot;

/**
 * For whom a figure is drawn.
 *
 * @param widthPoints the whole figure's, with everything that stands beside its panels; a point is
 *     1/72 inch
 * @param letterPoints the size of titles of axes and of legends
 * @param strokes the widths of lines and the sizes of markers, as parts of those on a screen
 * @param hasTitle whether the title and the command stand above; a paper has them in its caption
 * @param flatness the height of a panel as a part of its width
 * @param isHatched whether areas differ by hatches, as grey paper needs it
 * @param pixelsPerInch of a PNG
 */
public record Theme(
    String name,
    double widthPoints,
    double letterPoints,
    double strokes,
    boolean hasTitle,
    double flatness,
    boolean isHatched,
    int pixelsPerInch) {
  /** A column of a page of two. */
  public static final double COLUMN_CENTIMETRES = 8.5;

  /** Both columns of such a page, and what is between them. */
  public static final double PAGE_CENTIMETRES = 17.6;

  public static final double CENTIMETRES_MIN = 4;
  public static final double CENTIMETRES_MAX = 200;
  static final double POINTS_PER_CENTIMETRE = 72 / 2.54;

  /** The width of a letter as a part of its height, in the mean, and rather too much. */
  static final double LETTER_WIDTH = 0.54;

  private static final double DIGIT_PART = 15.0 / 16;
  private static final double SYMBOL_LETTERS = 6;
  private static final double LANE_LETTERS = 1.6;
  private static final double PANEL_LETTERS_MIN = 7;
  private static final double PANEL_LETTERS_WIDE = 9;
  private static final double NARROW_TALLER = 1.4;

  /** The width of a chart's panels, about, as a part of the whole. */
  private static final double PANEL_PART = 0.7;

  /** The most room for names at the ends of lines, as a part of the whole width. */
  private static final double LABELS_PART = 0.25;

  private static final Plot.Legend DIRECT = Plot.Legend.DIRECT;

  public static final Theme SCREEN = new Theme("screen", 980, 12, 1, true, 0.36, false, 144);
  public static final Theme PAPER =
      new Theme(
          "paper", COLUMN_CENTIMETRES * POINTS_PER_CENTIMETRE, 8, 0.5, false, 0.62, true, 600);
  public static final Theme TALK =
      new Theme("talk", 24 * POINTS_PER_CENTIMETRE, 18, 1.5, false, 0.5, false, 200);

  private static final List<Theme> ALL = List.of(SCREEN, PAPER, TALK);

  public static List<String> names() {
    return ALL.stream().map(Theme::name).toList();
  }

  public static Optional<Theme> named(String name) {
    return ALL.stream().filter(theme -> theme.name.equals(name)).findFirst();
  }

  /** Returns this theme for another width, in the same sizes of letters; a wider one is flatter. */
  public Theme wide(double centimetres) {
    if (!(centimetres >= CENTIMETRES_MIN && centimetres <= CENTIMETRES_MAX)) {
      throw new IllegalArgumentException("width of " + centimetres + " cm");
    }
    double wide = centimetres * POINTS_PER_CENTIMETRE;
    double flat = flatness * Math.sqrt(Math.min(1, widthPoints / wide));
    return new Theme(name, wide, letterPoints, strokes, hasTitle, flat, isHatched, pixelsPerInch);
  }

  /** Returns this theme for a figure that takes so many columns of a paper's page. */
  public Theme across(int columns) {
    return columns > 1 && name.equals(PAPER.name) ? wide(PAGE_CENTIMETRES) : this;
  }

  public Theme withTitle(boolean shown) {
    return new Theme(
        name, widthPoints, letterPoints, strokes, shown, flatness, isHatched, pixelsPerInch);
  }

  /** Returns the height of a chart's panels for their width, both in points. */
  double panelHeight(double width, Chart chart) {
    int lanes =
        chart.panels().stream()
            .map(Chart.Panel::y)
            .filter(Chart.Axis::isNames)
            .mapToInt(axis -> axis.ticks().size())
            .max()
            .orElse(0);
    double height =
        Math.max(
            Math.max(flatness * width, PANEL_LETTERS_MIN * letterPoints),
            lanes * LANE_LETTERS * digitPoints());
    return chart.facets().columns() > 1
        ? Math.max(height, Math.min(width, height * NARROW_TALLER))
        : height;
  }

  /**
   * Returns a chart whose legend has its place: where the plot leaves it to the theme, lines are
   * named at their ends if that needs little room.
   */
  Chart placed(Chart chart) {
    Plot.Legend place = chart.legend().place();
    boolean mayBeDirect = chart.legend().isNeeded() && (isDirect(chart) || place == DIRECT);
    if (place == Plot.Legend.TOP || place == Plot.Legend.NONE) {
      return chart;
    }
    double width = PANEL_PART * widthPoints / Grid.of(chart, this).columns();
    boolean fits = mayBeDirect && DirectLabel.fit(chart, panelHeight(width, chart) / digitPoints());
    return chart.withLegend(fits ? DIRECT : Plot.Legend.TOP);
  }

  private boolean isDirect(Chart chart) {
    List<String> names = chart.legend().names();
    return !hasTitle
        && chart.panels().size() == 1
        && labelPoints(chart) <= LABELS_PART * widthPoints
        // numbers need the title of the legend
        && names.stream().noneMatch(name -> name.isEmpty() || Character.isDigit(name.charAt(0)));
  }

  /** Returns the room right of a panel for names at the ends of lines. */
  double labelPoints(Chart chart) {
    int letters = chart.legend().names().stream().mapToInt(String::length).max().orElse(0);
    return letters * LETTER_WIDTH * digitPoints();
  }

  /** Returns how many panels fit side by side. */
  int columnsMax() {
    return (int) Math.max(1, widthPoints / (PANEL_LETTERS_WIDE * letterPoints));
  }

  /** Returns how many names of a legend stand side by side. */
  int legendColumns(List<String> names) {
    int letters = names.stream().mapToInt(String::length).max().orElse(0);
    double each = (letters + SYMBOL_LETTERS) * letterPoints * LETTER_WIDTH;
    int fitting = (int) Math.max(1, Math.floor(widthPoints / each));
    return Math.min(Math.max(1, names.size()), fitting);
  }

  /** Returns the size of numbers along axes. */
  public double digitPoints() {
    return DIGIT_PART * letterPoints;
  }

  public double widthCentimetres() {
    return widthPoints / POINTS_PER_CENTIMETRE;
  }
}
