// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

/** Whether a goal is reached. */
public enum Verdict {
  /** The figure is within the goal, and so is all of its interval. */
  AGREES("agrees"),
  /** The figure is within the goal; its interval reaches beyond. */
  WITHIN("within"),
  /** The figure is beyond the goal; its interval reaches it, and more seeds would tell. */
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
      return distance + difference.halfWidth() <= goal ? AGREES : WITHIN;
    }
    return distance - difference.halfWidth() <= goal ? OPEN : DIFFERS;
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
