// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.List;

/**
 * How a series looks. Each differs from every other in grey, too: by the lightness of its colour,
 * by its dashes (lengths of strokes and gaps in widths of the line; empty for none) and by its
 * marker. Colours are of Okabe and Ito's set for colour-blind readers, some darker.
 */
public record Style(String colour, List<Integer> dashes, Marker marker) {
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

  private static final List<Style> ALL =
      List.of(
          new Style("#1b1b1b", List.of(), Marker.CIRCLE),
          new Style("#004f80", List.of(6, 2), Marker.SQUARE),
          new Style("#a8400a", List.of(2, 2), Marker.TRIANGLE_UP),
          new Style("#007a5a", List.of(8, 2, 2, 2), Marker.DIAMOND),
          new Style("#b0578d", List.of(4, 4), Marker.CROSS),
          new Style("#3a92c8", List.of(1, 2), Marker.TRIANGLE_DOWN),
          new Style("#d69500", List.of(10, 3), Marker.TRIANGLE_RIGHT),
          new Style("#8fc3e8", List.of(8, 2, 1, 2, 1, 2), Marker.TRIANGLE_LEFT));

  /** The most series that a chart tells apart. */
  public static final int MAX = ALL.size();

  /** Returns the style of a series by its index in the legend. */
  public static Style of(int series) {
    return ALL.get(series % MAX);
  }
}
