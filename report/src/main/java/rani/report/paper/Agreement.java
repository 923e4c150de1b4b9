// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import java.util.Arrays;
import rani.report.paper.Comparison.Verdict;
import rani.study.statistics.Summary;

/**
 * Decides whether our trials agree with a number that a paper prints, within the tolerance {@link
 * PaperValue#zone}.
 *
 * <p>With several trials, the whole 95 % interval of the mean must lie within the tolerance. This
 * is an equivalence test by two one-sided t tests at 2.5 % each (D. J. Schuirmann, Journal of
 * Pharmacokinetics and Biopharmaceutics 15, 1987). The customary level of 5 % needs only the 90 %
 * interval; the 95 % interval is used, because pages show it and a reader can check it. Noisier
 * trials never agree more easily. With a single trial, its value decides. A bound must be satisfied
 * by every trial.
 */
public final class Agreement {
  private final PaperValue printed;
  private final double[] ours;
  private final Summary summary;

  /** Compares with the values of the trials that have the metric, at least one. */
  public Agreement(PaperValue printed, double[] ours) {
    this.printed = printed;
    this.ours = ours.clone();
    this.summary = Summary.of(ours);
  }

  /** Returns our mean with its interval. */
  String ours() {
    return Figures.interval(printed.unit(), summary.mean(), summary.halfWidth95());
  }

  public Verdict verdict() {
    if (printed.isBound()) {
      return keeping() == ours.length ? Verdict.AGREES : Verdict.DISAGREES;
    }
    double half = ours.length == 1 ? 0 : summary.halfWidth95();
    double distance = Math.abs(summary.mean() - printed.value());
    if (distance + half <= printed.zone()) {
      return Verdict.AGREES;
    }
    return distance - half > printed.zone() ? Verdict.DISAGREES : Verdict.UNDECIDED;
  }

  String inWords() {
    if (printed.isBound()) {
      return bound();
    }
    if (Arrays.stream(ours).allMatch(printed::holds)) {
      return Comparison.THE_SAME;
    }
    String difference = Comparison.difference(printed.unit(), printed.value(), summary.mean());
    if (difference.equals(Comparison.THE_SAME)) {
      difference += " in the mean";
    }
    return switch (verdict()) {
      case AGREES -> "agrees" + stated() + ": " + difference;
      case UNDECIDED ->
          "undecided, the interval is too wide for " + ours.length + " trials; " + difference;
      default -> difference + "; " + how();
    };
  }

  /** Returns the tolerance in words if the experiment file states one, else an empty text. */
  private String stated() {
    return printed.within() == PaperValue.TOLERANCE || printed.within() == 0
        ? ""
        : " within " + Figures.share(printed.within());
  }

  private String bound() {
    long keeping = keeping();
    if (ours.length == 1) {
      return keeping == 1 ? "within the paper's bound" : "outside the paper's bound";
    }
    return keeping == ours.length
        ? "within the paper's bound in all " + ours.length + " trials"
        : "outside the paper's bound in %s of %s trials"
            .formatted(ours.length - keeping, ours.length);
  }

  /** Describes how our trials lie relative to the paper's number. */
  private String how() {
    if (ours.length == 1) {
      return "one trial";
    }
    if (summary.min() == summary.max()) {
      return "all " + ours.length + " trials gave the same";
    }
    boolean isInRange =
        printed.value() >= summary.min() - printed.rounding()
            && printed.value() <= summary.max() + printed.rounding();
    return isInRange
        ? "further than the tolerance, within the range of our trials"
        : "outside everything that our " + ours.length + " trials gave";
  }

  private long keeping() {
    return Arrays.stream(ours).filter(printed::holds).count();
  }
}
