// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

/** Which part of a run a metric is about. */
public enum MetricInterval {
  /** The observed span: what {@code ObservedSpan.lengthNanos} measures. */
  SPAN(
      "S",
      "the observed span: from `measure.from` to `measure.until` or, if it is earlier, the end"),
  /** All of it. */
  RUN("run", "the whole run, from go to the end"),
  /** What connections lived. */
  LIVES("lives", "the union of the connections' lives, each from its opening to its end"),
  /** A time or a state, not a stretch of time. */
  MOMENT("moment", "one moment of the run");

  private final String text;
  private final String explanation;

  MetricInterval(String text, String explanation) {
    this.text = text;
    this.explanation = explanation;
  }

  /** How tables name it. */
  public String text() {
    return text;
  }

  /** What that is. */
  public String explanation() {
    return explanation;
  }
}
