// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.LabFailure;
import rani.report.plot.Chart;
import rani.report.plot.VegaLite;

/**
 * A drawing in SVG, one unit of which is a point, with its size on paper. It is as wide as its
 * theme demands with all that stands beside the panels: it is drawn, measured, and drawn again with
 * panels that are wider or narrower by what was too little or too much.
 */
public final class Figure {
  private static final int DRAWINGS_MAX = 15;
  private static final int DRAWINGS_OF_ONE_SLOPE = 4;
  private static final double SLOPE_PART = 0.6;
  private static final double PANEL_POINTS_MIN = 20;

  /** The most of a figure's width that is left empty if no drawing is as wide as it. */
  private static final double UNUSED_PART_MAX = 0.15;

  private static final Pattern SIZE =
      Pattern.compile("width=\"([0-9.]+)\" height=\"([0-9.]+)\" viewBox=\"0 0 [0-9.]+ [0-9.]+\"");
  private static final Pattern PATH = Pattern.compile(" d=\"[^\"]*\"");
  private static final Pattern BEYOND_HUNDREDTHS = Pattern.compile("(\\.\\d\\d)\\d+(?![\\de])");
  private static final Pattern GROUND =
      Pattern.compile("<rect width=\"[0-9.]+\" height=\"[0-9.]+\" fill=\"white\"");

  /** Who lacks the first font has one of the others, whose letters are as wide. */
  private static final String FONTS = "Liberation Sans, Arial, Helvetica, sans-serif";

  private final VlConvert converter;
  private final String drawn;
  private final double width;
  private final double height;
  private final Theme theme;

  private Figure(VlConvert converter, String drawn, double height, Theme theme) {
    this.converter = converter;
    this.drawn = drawn;
    this.width = theme.widthPoints();
    this.height = height;
    this.theme = theme;
  }

  /**
   * Draws a chart.
   *
   * @throws LabFailure if it cannot be as narrow as the theme demands, too
   */
  public static Figure draw(VlConvert converter, Chart given, Theme theme) throws LabFailure {
    Chart chart = theme.placed(given);
    ThemedSpec themed = new ThemedSpec(VegaLite.spec(chart), chart, theme);
    double whole = Math.floor(theme.widthPoints());
    int legend = themed.legendColumns();
    int columns = Grid.of(chart, theme).columns();
    double first = Math.max(PANEL_POINTS_MIN, 0.8 * whole / columns);
    double panel = first;
    double slope = columns;
    double before = 0;
    Optional<Figure> best = Optional.empty(); // of those that are not too wide
    double least = whole * UNUSED_PART_MAX;
    for (int k = 0; k < DRAWINGS_MAX; k++) {
      String drawn = converter.svg(themed.sized(panel, legend));
      Matcher size = size(drawn);
      double excess = Double.parseDouble(size.group(1)) - whole;
      if (excess <= 0 && -excess < least) {
        least = -excess;
        boolean isHatched = theme.isHatched() && Hatching.isIn(chart);
        drawn = isHatched ? Hatching.hatched(drawn, theme) : drawn;
        best = Optional.of(new Figure(converter, drawn, Double.parseDouble(size.group(2)), theme));
        if (least <= columns) { // Vega puts each column at a whole number
          return best.get();
        }
      }
      double next = panel - (excess + 0.5) / slope;
      boolean isOfLegend = excess > 0 && excess == before; // narrower panels change nothing
      before = excess;
      if (legend > 1 && (isOfLegend || next < PANEL_POINTS_MIN)) {
        legend--;
        next = first;
        slope = columns;
      } else {
        next = Math.max(PANEL_POINTS_MIN, next);
        // what stands above a panel may be wider than it, and then counts instead
        slope = columns * Math.pow(SLOPE_PART, k / DRAWINGS_OF_ONE_SLOPE);
      }
      panel = next;
    }
    return best.orElseThrow(() -> tooWide(chart, theme));
  }

  private static LabFailure tooWide(Chart chart, Theme theme) {
    return new LabFailure(
        String.format(
            Locale.ROOT,
            "`%s` does not fit into %.1f cm: fewer panels side by side, shorter names, or a greater"
                + " --width",
            chart.name(),
            theme.widthCentimetres()));
  }

  private static Matcher size(String drawn) throws LabFailure {
    Matcher size = SIZE.matcher(drawn);
    if (!size.find()) {
      throw new LabFailure("vl-convert has drawn something without a size");
    }
    return size;
  }

  /**
   * Returns the drawing for a browser or a drawing program, with its size on paper. Hundredths of a
   * point are finer than any printer's dots.
   */
  public String svg() {
    String size =
        String.format(
            Locale.ROOT,
            "width=\"%.3fcm\" height=\"%.3fcm\"",
            width / Theme.POINTS_PER_CENTIMETRE,
            height / Theme.POINTS_PER_CENTIMETRE);
    String drawing =
        PATH.matcher(drawing(size))
            .replaceAll(
                path ->
                    Matcher.quoteReplacement(
                        BEYOND_HUNDREDTHS.matcher(path.group()).replaceAll("$1")));
    return drawing.replace("font-family=\"Liberation Sans\"", "font-family=\"" + FONTS + '"');
  }

  public byte[] pdf() throws LabFailure {
    return converter.pdf(inPoints());
  }

  public byte[] png() throws LabFailure {
    return converter.png(inPoints(), theme.pixelsPerInch());
  }

  private String inPoints() {
    return drawing(String.format(Locale.ROOT, "width=\"%.3f\" height=\"%.3f\"", width, height));
  }

  private String drawing(String size) {
    String box = String.format(Locale.ROOT, " viewBox=\"0 0 %.3f %.3f\"", width, height);
    String sized = SIZE.matcher(drawn).replaceFirst(size + box);
    return GROUND
        .matcher(sized)
        .replaceFirst("<rect width=\"100%\" height=\"100%\" fill=\"white\"");
  }
}
