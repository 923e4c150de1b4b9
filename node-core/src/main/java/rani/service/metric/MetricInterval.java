// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

/** The part of a run over which a metric is taken. */
public enum MetricInterval {
  /** The observed span, whose length is {@code ObservedSpan.lengthNanos}. */
  SPAN(
      "S",
      "the observed span: from `measure.from` to `measure.until` or, if it is earlier, the end"),
  /** The whole run. */
  RUN("run", "the whole run, from go to the end"),
  /** The lifetimes of connections. */
  LIVES("lives", "the union of the connections' lives, each from its opening to its end"),
  /** One moment, not an interval. */
  MOMENT("moment", "one moment of the run");

  private final String text;
  private final String explanation;

  MetricInterval(String text, String explanation) {
    this.text = text;
    this.explanation = explanation;
  }

  /** Returns the name in tables. */
  public String text() {
    return text;
  }

  public String explanation() {
    return explanation;
  }
}
