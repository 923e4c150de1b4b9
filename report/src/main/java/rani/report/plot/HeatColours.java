// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.List;

/** The colours of a heat map: the darker, the greater, so that grey tells the same. */
public final class HeatColours {
  public static final List<String> COLOURS = List.of("#f2f2f2", "#8fc3e8", "#2c6aa0", "#0b1f3a");

  private HeatColours() {}

  /** Returns red, green and blue, of 255, at a part of the range from 0 to 1. */
  public static int[] at(double part) {
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

  /**
   * Returns the colour of numbers over that at a part of the range: whichever of black and white
   * has the greater contrast (WCAG 2.2), which is 4.5 or more.
   */
  public static String ink(double part) {
    int[] colour = at(part);
    double luminance =
        0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
    return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? "white" : "black";
  }

  private static double linear(int component) {
    double part = component / 255.0;
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }

  /** Returns red, green and blue of a colour such as {@code #8fc3e8}. */
  public static int[] parts(String colour) {
    int all = Integer.parseInt(colour.substring(1), 16);
    return new int[] {all >> 16 & 0xff, all >> 8 & 0xff, all & 0xff};
  }
}
