// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import org.jspecify.annotations.Nullable;
import rani.lab.report.Figures.Unit;

/**
 * A number that the paper prints beside ours, and what lies between them in words.
 *
 * @param what the quantity, in words
 * @param metric its name
 * @param paper the paper's value as it prints it
 * @param ours our value; {@code not measured} if the run gave none
 * @param difference in words
 */
public record Comparison(String what, String metric, String paper, String ours, String difference) {
  private static final double SAME_RELATIVE = 1e-9;

  /**
   * Compares a metric with a printed value.
   *
   * @param what the quantity, in words
   * @param metric its name; tells the unit
   * @param paper the printed value: a number ({@code 39}), a share ({@code 53.5%}) or a bound on
   *     one ({@code <10}, {@code >= 2})
   * @param ours our value; null if the run gave none
   * @throws IllegalArgumentException if {@code paper} is none of these
   */
  public static Comparison of(String what, String metric, String paper, @Nullable Double ours) {
    String text = paper.strip();
    int digits = 0;
    while (digits < text.length() && "<>=\u2264\u2265 ".indexOf(text.charAt(digits)) >= 0) {
      digits++;
    }
    String relation = text.substring(0, digits).strip();
    double value = number(text.substring(digits).strip(), paper);
    Unit unit = text.endsWith("%") ? Unit.SHARE : Unit.of(metric);
    String shown = (relation.isEmpty() ? "" : relation + " ") + Figures.value(unit, value);
    String difference;
    if (ours == null) {
      difference = "nothing to compare";
    } else if (relation.isEmpty()) {
      difference = difference(unit, value, ours);
    } else {
      difference =
          holds(relation, ours, value, paper)
              ? "within the paper's bound"
              : "outside the paper's bound";
    }
    return new Comparison(
        what, metric, shown, ours == null ? "not measured" : Figures.value(unit, ours), difference);
  }

  /** The same for a value that is a plain number or a share in 0…1, as flows have it. */
  static String difference(Unit unit, double paper, double ours) {
    double more = ours - paper;
    if (Math.abs(more) <= SAME_RELATIVE * Math.max(1, Math.abs(paper))) {
      return "the same";
    }
    String amount =
        switch (unit) {
          case SHARE ->
              Figures.number(Math.round(Math.abs(more) * 1000) / 10.0) + " percentage points";
          case SECONDS, BIT_RATE -> Figures.value(unit, Math.abs(more));
          case NUMBER -> Figures.number(Math.abs(more));
        };
    String relative =
        paper == 0 || unit == Unit.SHARE
            ? ""
            : " (" + (more > 0 ? "+" : "\u2212") + Figures.share(Math.abs(more / paper)) + ")";
    return amount + (more > 0 ? " more" : " less") + " than the paper" + relative;
  }

  private static double number(String text, String paper) {
    boolean percent = text.endsWith("%");
    String digits = percent ? text.substring(0, text.length() - 1).strip() : text;
    try {
      double value = Double.parseDouble(digits);
      if (Double.isFinite(value)) {
        return percent ? value / 100 : value;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message
    }
    throw new IllegalArgumentException(
        "'" + paper + "' is no value of a paper: a number, a percentage, or a bound such as <10");
  }

  private static boolean holds(String relation, double ours, double bound, String paper) {
    return switch (relation) {
      case "<" -> ours < bound;
      case "<=", "\u2264" -> ours <= bound;
      case ">" -> ours > bound;
      case ">=", "\u2265" -> ours >= bound;
      default ->
          throw new IllegalArgumentException(
              "'" + paper + "' is no bound: it begins with <, <=, > or >=");
    };
  }
}
