// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.List;

/**
 * How a series looks. Each differs from every other in grey, too: by the lightness of its colour,
 * by its dashes (lengths of strokes and gaps in widths of the line; empty for none), by its marker,
 * and by the hatch of its bars on paper. Colours are of Okabe and Ito's set for colour-blind
 * readers or near it; their lightness (L* of CIELAB) is 10, 46, 71, 28, 61, 35, 81 and 53, so that
 * the first four are far apart.
 */
public record Style(String colour, List<Integer> dashes, Marker marker, Hatch hatch) {
  /** Shapes of markers; names are those of Vega but for case. */
  public enum Marker {
    CIRCLE,
    SQUARE,
    TRIANGLE_UP,
    DIAMOND,
    CROSS,
    TRIANGLE_DOWN,
    TRIANGLE_RIGHT,
    TRIANGLE_LEFT
  }

  /** What is drawn over the colour of an area. */
  public enum Hatch {
    NONE,
    RISING,
    DOTS,
    CROSSED,
    HORIZONTAL,
    VERTICAL,
    FALLING,
    GRID
  }

  private static final List<Style> ALL =
      List.of(
          new Style("#1b1b1b", List.of(), Marker.CIRCLE, Hatch.NONE),
          new Style("#0072b2", List.of(6, 2), Marker.SQUARE, Hatch.RISING),
          new Style("#e69f00", List.of(2, 2), Marker.TRIANGLE_UP, Hatch.DOTS),
          new Style("#004d33", List.of(8, 2, 2, 2), Marker.DIAMOND, Hatch.CROSSED),
          new Style("#cc79a7", List.of(4, 4), Marker.CROSS, Hatch.HORIZONTAL),
          new Style("#8c3b00", List.of(1, 2), Marker.TRIANGLE_DOWN, Hatch.VERTICAL),
          new Style("#9ad0f5", List.of(10, 3), Marker.TRIANGLE_RIGHT, Hatch.FALLING),
          new Style("#009060", List.of(8, 2, 1, 2, 1, 2), Marker.TRIANGLE_LEFT, Hatch.GRID));

  /** The most series that a chart tells apart. */
  public static final int MAX = ALL.size();

  /** Returns the style of a series by its index in the legend. */
  public static Style of(int series) {
    return ALL.get(series % MAX);
  }
}
