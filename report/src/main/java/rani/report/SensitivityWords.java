// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.report.paper.PaperValue;

/** Describes in words which choices of an experiment file explain a disagreement with the paper. */
public final class SensitivityWords {
  /** The most alternatives that are named after the first. */
  private static final int NAMED_MAX = 2;

  /** Begins a sentence about a number that a choice decides. */
  static final String DECIDES = "a choice decides it";

  private SensitivityWords() {}

  /** Describes a number by its metric and variant. */
  public static String what(Sensitivity.Number number) {
    String what = PaperNumbers.inWords(number.metric());
    return number.labels().isEmpty()
        ? what
        : what + " (" + SweepVariants.name(number.labels()) + ")";
  }

  /** Returns our number with its confidence interval. */
  public static String ours(Sensitivity.Number number) {
    return value(number.metric(), number.ours(), number.halfWidth());
  }

  /** Returns our number with an alternative, with its confidence interval. */
  static String ours(Sensitivity.Number number, Sensitivity.Effect effect) {
    return value(number.metric(), effect.ours(), effect.halfWidth());
  }

  public static String paper(Sensitivity.Number number) {
    String paper = number.paper();
    return paper == null ? "\u2013" : PaperValue.of(number.metric(), paper).shown();
  }

  /** Returns whether a number agrees or has no printed value, and no alternative changes it. */
  public static boolean isQuiet(Sensitivity.Number number) {
    return number.effects().isEmpty() && (number.agrees() || number.paper() == null);
  }

  /** Returns why a number neither agrees nor disagrees. */
  static String open(Sensitivity.Number number) {
    return number.ours() == null ? "not measured" : "undecided";
  }

  private static String value(String metric, @Nullable Double mean, @Nullable Double half) {
    return mean == null
        ? "not measured"
        : Figures.interval(metric, mean, half == null ? Double.NaN : half);
  }

  /** Describes an effect: {@code traffic.0.window=12: +3.1 ± 0.4}. */
  public static String effect(Sensitivity.Number number, Sensitivity.Effect effect) {
    return effect.label() + ": " + difference(number, effect);
  }

  /** Returns the difference that an alternative makes, with its confidence interval. */
  static String difference(Sensitivity.Number number, Sensitivity.Effect effect) {
    Double difference = effect.difference();
    Double half = effect.differenceHalfWidth();
    return difference == null
        ? effect.ours() == null ? "no longer measured" : "measured at all"
        : Figures.difference(number.metric(), difference, half == null ? Double.NaN : half);
  }

  /** Returns a sentence without full stop about a disagreeing number; empty for other numbers. */
  public static String decision(Sensitivity.Number number, Sensitivity found) {
    if (!number.disagrees()) {
      return "";
    }
    List<Sensitivity.Effect> deciding = found.deciding(number);
    if (!deciding.isEmpty()) {
      List<String> others = new ArrayList<>();
      deciding.stream().skip(1).limit(NAMED_MAX).forEach(effect -> others.add(effect.label()));
      int more = deciding.size() - 1 - others.size();
      if (more > 0) {
        others.add(more + " more");
      }
      String label = deciding.getFirst().label();
      return DECIDES
          + ": with %s ours is %s, which agrees%s%s"
              .formatted(
                  label,
                  ours(number, deciding.getFirst()),
                  price(found, label),
                  others.isEmpty() ? "" : "; so it does with " + String.join(", ", others));
    }
    int alternatives = found.alternatives();
    String none =
        alternatives == 1
            ? "the one alternative tried does not decide it"
            : "none of the " + alternatives + " alternatives tried decides it";
    if (number.effects().isEmpty()) {
      return none + ", nor moves it";
    }
    return number
        .nearestEffect()
        .map(near -> none + "; nearest comes " + near.label() + ", with " + ours(number, near))
        .orElse(none + ", nor brings it nearer");
  }

  /** Returns in parentheses which agreements an alternative breaks; empty if none. */
  static String price(Sensitivity found, String label) {
    int lost = found.lost(label);
    String numbers =
        lost == 0
            ? ""
            : Figures.counted(lost, "other number")
                + (lost == 1 ? " no longer does" : " no longer do");
    String broken = found.broken(label) == 0 ? "" : "an expectation of the file fails";
    String both = numbers + (numbers.isEmpty() || broken.isEmpty() ? "" : ", and ") + broken;
    return both.isEmpty() ? "" : " (but " + both + ")";
  }
}
