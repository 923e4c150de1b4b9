// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.util.Arrays;
import rani.lab.statistics.Summary;

/**
 * Whether what the trials gave and what a paper prints can be the same thing. Of several trials the
 * 95 % interval of the mean decides, widened by what the paper's rounding leaves open; of a single
 * one the number itself.
 */
final class Agreement {
  private final PaperValue printed;
  private final double[] ours;
  private final Summary summary;

  Agreement(PaperValue printed, double[] ours) {
    this.printed = printed;
    this.ours = ours.clone();
    this.summary = Summary.of(ours);
  }

  /** Ours as a page shows it. */
  String ours() {
    return Figures.interval(printed.unit(), summary.mean(), summary.halfWidth95());
  }

  boolean disagrees() {
    return printed.isBound() ? keeping() < ours.length : !isNear();
  }

  String inWords() {
    if (printed.isBound()) {
      return bound();
    }
    if (ours.length == 1) {
      return isNear()
          ? "the same"
          : Comparison.difference(printed.unit(), printed.value(), ours[0]);
    }
    String difference = Comparison.difference(printed.unit(), printed.value(), summary.mean());
    if (isNear()) {
      return difference.equals("the same") || allSame()
          ? "the same"
          : "no difference seen: the paper\u2019s value lies within our interval";
    }
    return difference + "; " + (isInRange() ? insideRange() : outsideRange());
  }

  private String bound() {
    long keeping = keeping();
    if (ours.length == 1) {
      return keeping == 1 ? "within the paper's bound" : "outside the paper's bound";
    }
    return keeping == ours.length
        ? "within the paper's bound in all " + ours.length + " trials"
        : "outside the paper's bound in "
            + (ours.length - keeping)
            + " of "
            + ours.length
            + " trials";
  }

  private String insideRange() {
    return "outside our 95\u202f% interval, within the range of our trials";
  }

  private String outsideRange() {
    return allSame()
        ? "all " + ours.length + " trials gave the same"
        : "outside everything that our " + ours.length + " trials gave";
  }

  private boolean allSame() {
    return summary.min() == summary.max();
  }

  private long keeping() {
    return Arrays.stream(ours).filter(printed::holds).count();
  }

  private boolean isNear() {
    double open = Double.isFinite(summary.halfWidth95()) ? summary.halfWidth95() : 0;
    return Math.abs(summary.mean() - printed.value()) <= open + printed.tolerance();
  }

  private boolean isInRange() {
    return printed.value() >= summary.min() - printed.tolerance()
        && printed.value() <= summary.max() + printed.tolerance();
  }
}
