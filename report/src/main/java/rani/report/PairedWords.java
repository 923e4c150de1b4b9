// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.study.statistics.PairedDifference;

/** Describes the paired difference of a sweep's variant from the baseline. */
final class PairedWords {
  private static final String THROUGH = "through.";

  private PairedWords() {}

  /** Returns a sentence for the page; the difference is variant minus baseline. */
  static String sentence(
      String metric,
      SequencedMap<String, String> variant,
      SequencedMap<String, String> baseline,
      PairedDifference difference) {
    Map<String, String> rest = new LinkedHashMap<>(variant);
    baseline.keySet().forEach(rest::remove);
    SequencedMap<String, String> own = new LinkedHashMap<>();
    baseline.keySet().forEach(name -> own.put(name, variant.getOrDefault(name, "")));
    String one = named(own);
    String other = named(baseline);
    String where = rest.isEmpty() ? "" : "At " + SweepVariants.name(rest) + ", ";
    String what = PaperNumbers.inWords(metric);
    String amount = words(metric, difference);
    if (isSame(difference)) {
      return "%s%s and %s give the same %s on each of %s."
          .formatted(where, one, other, what, seeds(difference));
    }
    if (!difference.isSignificant()) {
      return "%sno difference seen between %s and %s in %s: %s; on %s."
          .formatted(where, one, other, what, amount, seeds(difference));
    }
    String sentence =
        metric.startsWith(THROUGH)
            ? "%s lets %s of %s through than %s"
                .formatted(one, amount, metric.substring(THROUGH.length()), other)
            : "with " + one + " the " + what + " is " + amount + " than with " + other;
    return where + sentence + "; on " + seeds(difference) + ".";
  }

  /** Returns a short text for a table cell: {@code 12.3 ± 1.1 percentage points less}. */
  static String cell(String metric, PairedDifference difference) {
    if (isSame(difference)) {
      return "the same";
    }
    return difference.isSignificant()
        ? words(metric, difference)
        : difference.pairs() == 1
            ? words(metric, difference) + " (a single pair)"
            : "no difference seen";
  }

  private static String words(String metric, PairedDifference difference) {
    return Figures.apart(Unit.of(metric), Math.abs(difference.mean()), difference.halfWidth95())
        + (difference.mean() < 0 ? " less" : " more");
  }

  /** Returns whether the difference is zero in each of several pairs. */
  static boolean isSame(PairedDifference difference) {
    return difference.pairs() > 1 && difference.mean() == 0 && difference.standardDeviation() == 0;
  }

  private static String seeds(PairedDifference difference) {
    return difference.pairs() == 1
        ? "the one common seed, which does not tell what chance does"
        : difference.pairs() + " common seeds";
  }

  /** Returns a single value without its variable's name, several values with their names. */
  private static String named(SequencedMap<String, String> labels) {
    return labels.size() == 1 ? labels.firstEntry().getValue() : SweepVariants.name(labels);
  }
}
