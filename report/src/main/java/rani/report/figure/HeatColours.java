// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

import java.util.List;

/** The colours of a heat map: the darker, the greater, so that grey tells the same. */
final class HeatColours {
  static final List<String> COLOURS = List.of("#f2f2f2", "#8fc3e8", "#2c6aa0", "#0b1f3a");

  private HeatColours() {}

  /** Returns red, green and blue, of 255, at a part of the range from 0 to 1. */
  static int[] at(double part) {
    double place = part * (COLOURS.size() - 1);
    int below = (int) Math.min(place, COLOURS.size() - 2);
    int[] from = parts(COLOURS.get(below));
    int[] to = parts(COLOURS.get(below + 1));
    int[] between = new int[from.length];
    for (int k = 0; k < between.length; k++) {
      between[k] = (int) Math.round(from[k] + (place - below) * (to[k] - from[k]));
    }
    return between;
  }

  static int[] parts(String colour) {
    int all = Integer.parseInt(colour.substring(1), 16);
    return new int[] {all >> 16 & 0xff, all >> 8 & 0xff, all & 0xff};
  }
}
