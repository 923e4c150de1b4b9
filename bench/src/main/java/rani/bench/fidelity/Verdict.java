// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

/** Whether a goal is reached. */
public enum Verdict {
  /** The whole interval of the result is within the goal. */
  AGREES("agrees"),
  /** The mean is within the goal, and a part of its interval is not. */
  WITHIN("within"),
  /** The mean misses the goal, but a part of its interval is within: more seeds are needed. */
  OPEN("open"),
  /** The whole interval of the result misses the goal. */
  DIFFERS("**differs**");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** Judges a difference by the largest acceptable distance from 0. */
  static Verdict of(Interval difference, double goal) {
    double distance = Math.abs(difference.mean());
    if (distance <= goal) {
      return distance + difference.halfWidth() <= goal ? AGREES : WITHIN;
    }
    return distance - difference.halfWidth() <= goal ? OPEN : DIFFERS;
  }

  /** Returns the verdict for Markdown; a difference is in bold type. */
  String text() {
    return text;
  }

  /** Returns the verdict for JSON. */
  String word() {
    return text.replace("*", "");
  }
}
