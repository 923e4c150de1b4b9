// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.report.plot.Chart;
import rani.report.plot.HeatColours;
import rani.report.plot.Style;
import rani.report.plot.Style.Hatch;

/**
 * Hatches for bars, boxes and spans, by which series differ on grey paper. Vega has no patterns:
 * they are put into its drawing, over the colours of areas and of the legend's symbols.
 */
final class Hatching {
  /** The length of a tile's sides, in heights of letters. */
  private static final double TILE_LETTERS = 0.55;

  /** Darker colours are hatched in white; of 255. */
  private static final int DARK = 130;

  private static final Pattern AREAS =
      Pattern.compile("<g class=\"mark-(?:rect role-mark|symbol role-legend-symbol)[^>]*>.*?</g>");

  private static final Pattern AREA =
      Pattern.compile("(<path [^>]*fill=\")(#[0-9a-f]{6})(\"[^>]*/>)");

  private static final Pattern LABEL = Pattern.compile(" aria-label=\"[^\"]*\"");

  private Hatching() {}

  static boolean isIn(Chart chart) {
    return chart.panels().stream()
        .flatMap(panel -> panel.layers().stream())
        .anyMatch(Chart.Layer::isArea);
  }

  /** Returns a drawing whose areas are hatched. */
  static String hatched(String svg, Theme theme) {
    String areas = AREAS.matcher(svg).replaceAll(Hatching::inPatterns);
    StringBuilder patterns = new StringBuilder("<defs>");
    for (int k = 0; k < Style.MAX; k++) {
      patterns.append(pattern(k, theme));
    }
    int inside = areas.indexOf('>') + 1;
    return areas.substring(0, inside) + patterns + "</defs>" + areas.substring(inside);
  }

  private static String inPatterns(MatchResult group) {
    String filled =
        AREA.matcher(group.group())
            .replaceAll(
                area -> {
                  String over = over(area.group(2));
                  String copy = over.isEmpty() ? "" : area.group(1) + over + area.group(3);
                  return Matcher.quoteReplacement(
                      area.group() + LABEL.matcher(copy).replaceAll(""));
                });
    return Matcher.quoteReplacement(filled);
  }

  /** Returns with what an area of a colour is filled once more; empty for nothing. */
  private static String over(String colour) {
    for (int k = 0; k < Style.MAX; k++) {
      if (Style.of(k).colour().equals(colour) && Style.of(k).hatch() != Hatch.NONE) {
        return "url(#" + name(k) + ")";
      }
    }
    return "";
  }

  private static String name(int series) {
    return "rani-hatch-" + series;
  }

  private static String pattern(int series, Theme theme) {
    Style style = Style.of(series);
    double side = TILE_LETTERS * theme.letterPoints();
    return String.format(
        Locale.ROOT,
        "<pattern id=\"%1$s\" patternUnits=\"userSpaceOnUse\" width=\"%2$.3f\" height=\"%2$.3f\""
            + " viewBox=\"0 0 8 8\"><path d=\"%3$s\" stroke=\"%4$s\" stroke-width=\"%5$s\""
            + " fill=\"none\"/></pattern>",
        name(series),
        side,
        path(style.hatch()),
        colour(style),
        style.hatch() == Hatch.DOTS ? "3\" stroke-linecap=\"round" : "1.6");
  }

  /** Returns what is drawn in a tile of 8 by 8; it goes on in the next. */
  private static String path(Hatch hatch) {
    String rising = "M-2 2L2 -2M-2 10L10 -2M6 10L10 6";
    String falling = "M-2 6L2 10M-2 -2L10 10M6 -2L10 2";
    return switch (hatch) {
      case NONE -> "M0 0";
      case RISING -> rising;
      case FALLING -> falling;
      case CROSSED -> rising + falling;
      case HORIZONTAL -> "M0 4H8";
      case VERTICAL -> "M4 0V8";
      case GRID -> "M0 4H8M4 0V8";
      case DOTS -> "M2 2h.01M6 6h.01";
    };
  }

  /** Returns the colour of hatches over that of a series: black or white. */
  static String colour(Style style) {
    int[] parts = HeatColours.parts(style.colour());
    double grey = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]; // ITU-R BT.601
    return grey < DARK ? "white" : "black";
  }
}
