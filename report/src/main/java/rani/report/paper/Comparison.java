// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import rani.report.paper.Figures.Unit;
import rani.study.observe.MetricSheet;

/**
 * A number that the paper prints beside ours, and what lies between them in words.
 *
 * @param what the quantity, in words
 * @param metric its name
 * @param paper the paper's value as it prints it
 * @param ours our value, with its 95 % interval if there were several trials; {@code not measured}
 *     if the run gave none
 * @param difference in words
 * @param verdict whether ours is the paper's
 * @param trials that ours comes from
 * @param decided which choice of the file decides it, in a sentence; empty where that is not known
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

  /** In place of a difference. */
  static final String THE_SAME = "the same";

  /** Whether ours is the paper's, to a tolerance. */
  public enum Verdict {
    /** It is, and all of its interval. */
    AGREES,
    /** It is not, nor is any of its interval. */
    DISAGREES,
    /** Its interval is partly within the tolerance: more trials would tell. */
    UNDECIDED,
    /** No trial has it. */
    NOT_MEASURED
  }

  /**
   * Compares a metric with a printed value.
   *
   * @param what the quantity, in words
   * @param metric its name; tells the unit
   * @param paper the printed value, as {@link PaperValue} reads it
   * @param ours our values, one per trial that has the metric; may be empty
   * @param trials how many there are, with those that do not
   * @throws IllegalArgumentException if {@code paper} is none of these
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

  /** The same, knowing which choice decides. */
  public Comparison decidedBy(String sentence) {
    return new Comparison(what, metric, paper, ours, difference, verdict, trials, sentence);
  }

  public boolean disagrees() {
    return verdict == Verdict.DISAGREES;
  }

  /** Whether it tells something: not that all went through, nor what its row calls a detail. */
  public boolean isTelling() {
    boolean everything =
        Unit.of(metric) == Unit.SHARE
            && paper.equals(Figures.share(1))
            && verdict == Verdict.AGREES;
    return !everything && MetricSheet.find(metric).stream().noneMatch(row -> row.row().isDetail());
  }

  /** The same for a value that is a plain number or a share in 0…1, as flows have it. */
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
