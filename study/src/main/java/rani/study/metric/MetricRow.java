// SPDX-License-Identifier: Apache-2.0
package rani.study.metric;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * One row of the sheet of metrics: a metric, or those that differ only in what they are about.
 *
 * @param pattern its name; words in capitals stand for what differs: {@code NODE} and {@code
 *     SOURCE} for a node, {@code A->B} for a direction of a link, {@code FLOW} for a source or a
 *     flow as traces name it, {@code REASON} for why packets are dropped, {@code K} for a number
 * @param unit of its number
 * @param interval over which it is taken
 * @param words what reports call it, with the words of the pattern
 * @param formula how it is computed
 * @param events from which: kinds of events of the trace, or what services say at the end
 * @param overNodes what there is of all nodes together; empty if nothing
 */
public record MetricRow(
    String pattern,
    MetricUnit unit,
    MetricInterval interval,
    String words,
    String formula,
    String events,
    String overNodes) {

  /** What is made of a metric's values in several trials: the same of each metric. */
  public static final String OVER_TRIALS = "mean of the trials that have it, each counting alike";

  /** One of which there is nothing over all nodes. */
  public MetricRow(
      String pattern,
      MetricUnit unit,
      MetricInterval interval,
      String words,
      String formula,
      String events) {
    this(pattern, unit, interval, words, formula, events, "");
  }

  /**
   * How a distribution is computed.
   *
   * @param mean its mean
   * @param percentile each percentile
   * @param greatest the greatest
   */
  public record Formulas(String mean, IntFunction<String> percentile, String greatest) {}

  /**
   * The mean, percentiles and the greatest of something.
   *
   * @param prefix of the names, without the last dot
   * @param percentiles such as 50
   * @param words what it is of, in the singular: {@code delay of packets of NODE}
   * @param formulas how they are computed
   */
  public static Stream<MetricRow> distribution(
      String prefix,
      MetricUnit unit,
      List<Integer> percentiles,
      String words,
      Formulas formulas,
      String events) {
    MetricInterval span = MetricInterval.SPAN;
    String most = unit == MetricUnit.SECONDS ? "longest " : "greatest ";
    Stream<MetricRow> between =
        percentiles.stream()
            .map(
                p ->
                    new MetricRow(
                        prefix + ".p" + p,
                        unit,
                        span,
                        (p == 50 ? "median " : p + "th percentile of the ") + words,
                        formulas.percentile.apply(p),
                        events));
    return Stream.of(
            Stream.of(
                new MetricRow(
                    prefix + ".mean", unit, span, "mean " + words, formulas.mean, events)),
            between,
            Stream.of(
                new MetricRow(
                    prefix + ".max", unit, span, most + words, formulas.greatest, events)))
        .flatMap(rows -> rows);
  }

  /** For programs. */
  public SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("metric", pattern);
    facts.put("unit", unit.text());
    facts.put("interval", interval.text());
    facts.put("words", words);
    facts.put("formula", formula);
    facts.put("events", events);
    facts.put("over-nodes", overNodes);
    facts.put("over-trials", OVER_TRIALS);
    return facts;
  }
}
