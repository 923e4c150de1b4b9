// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import rani.report.paper.Figures.Unit;
import rani.study.observe.MetricSheet;

/**
 * A paper's number as printed, and ours with its 95 % interval if there were several trials, or
 * {@code not measured}. {@code trials} have the metric; {@code decided} is a sentence with the
 * choice of the experiment file that explains a disagreement, or empty.
 */
public record Comparison(
    String what,
    String metric,
    String paper,
    String ours,
    String difference,
    Verdict verdict,
    int trials,
    String decided) {

  static final String THE_SAME = "the same";

  /** Whether our value agrees with the paper's, within the tolerance. */
  public enum Verdict {
    /** The whole interval of our value lies within the tolerance. */
    AGREES,
    /** No part of our value's interval lies within the tolerance. */
    DISAGREES,
    /** A part of our value's interval lies within the tolerance, so that more trials are needed. */
    UNDECIDED,
    /** No trial has the metric. */
    NOT_MEASURED
  }

  /**
   * Compares values of the trials that have a metric with a printed {@link PaperValue}, which must
   * be well-formed; {@code trials} counts all trials.
   */
  public static Comparison ofAll(
      String what, String metric, String paper, double[] ours, int trials) {
    PaperValue printed = PaperValue.of(metric, paper);
    if (ours.length == 0) {
      return new Comparison(
          what,
          metric,
          printed.shown(),
          "not measured",
          "nothing to compare",
          Verdict.NOT_MEASURED,
          0,
          "");
    }
    var agreement = new Agreement(printed, ours);
    return new Comparison(
        what,
        metric,
        printed.shown(),
        agreement.ours() + Figures.having(ours.length, trials),
        agreement.inWords(),
        agreement.verdict(),
        ours.length,
        "");
  }

  /** Adds the sentence about the deciding choice. */
  public Comparison decidedBy(String sentence) {
    return new Comparison(what, metric, paper, ours, difference, verdict, trials, sentence);
  }

  public boolean disagrees() {
    return verdict == Verdict.DISAGREES;
  }

  /** Returns whether a summary shows this number: no detail, and no share of 100 % that agrees. */
  public boolean isTelling() {
    boolean everything =
        Unit.of(metric) == Unit.SHARE
            && paper.equals(Figures.share(1))
            && verdict == Verdict.AGREES;
    return !everything && MetricSheet.find(metric).stream().noneMatch(row -> row.row().isDetail());
  }

  /** Describes the difference of two numbers, or of two shares in 0…1. */
  public static String difference(Unit unit, double paper, double ours) {
    double more = ours - paper;
    if (Math.abs(more) <= 1e-9 * Math.abs(paper)) {
      return THE_SAME;
    }
    String relative =
        paper == 0 || unit == Unit.SHARE
            ? ""
            : " (" + (more > 0 ? "+" : "\u2212") + Figures.share(Math.abs(more / paper)) + ")";
    return Figures.amount(unit, Math.abs(more))
        + (more > 0 ? " more" : " less")
        + " than the paper"
        + relative;
  }
}
