// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

/** Spans of time as people say them. */
public final class Durations {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Durations() {}

  /** In the two greatest units, such as {@code 3 h 20 min}. */
  public static String of(double seconds) {
    long whole = Math.round(seconds);
    if (whole < MINUTE) {
      return whole + " s";
    }
    if (whole < HOUR) {
      return whole / MINUTE + " min " + whole % MINUTE + " s";
    }
    if (whole < DAY) {
      return whole / HOUR + " h " + whole % HOUR / MINUTE + " min";
    }
    return whole / DAY + " d " + whole % DAY / HOUR + " h";
  }
}
