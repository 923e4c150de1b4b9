// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

/** Whether a goal is reached. */
public enum Verdict {
  /** The figure is within the goal. */
  AGREES("agrees"),
  /** The figure is beyond the goal, its interval is not: more seeds would tell. */
  OPEN("open"),
  /** The figure is beyond the goal, and so is all of its interval. */
  DIFFERS("**differs**");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /**
   * Judges a difference that should be near 0.
   *
   * @param goal how far it may be from 0
   */
  static Verdict of(Interval difference, double goal) {
    double distance = Math.abs(difference.mean());
    if (distance <= goal) {
      return AGREES;
    }
    return distance - difference.half() <= goal ? OPEN : DIFFERS;
  }

  /** In a table; what does not agree is seen at once. */
  String text() {
    return text;
  }

  /** For programs. */
  String word() {
    return text.replace("*", "");
  }
}
