// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import rani.report.paper.Figures.Unit;
import rani.service.metric.MetricUnit;
import rani.study.observe.MetricSheet;

/**
 * A value as a paper prints it: a number ({@code 39}), a share ({@code 53.5%}) or a bound ({@code
 * <10}, {@code >= 2}), whose relation is empty for a value. The experiment file may add a tolerance
 * relative to the value ({@code 39 within 10%}), beyond the rounding error: half of the last
 * printed digit in the metric's own unit; 0 for counts, 0 % and 100 %.
 */
public record PaperValue(
    String relation, double value, Unit unit, double halfDigit, double within, String shown) {
  /** The default tolerance, relative to the printed value. */
  public static final double TOLERANCE = 0.05;

  private static final double SAME_RELATIVE = 1e-9;

  private static final String WITHIN = " within ";

  /** Parses a printed value; the metric determines its unit. */
  public static PaperValue of(String metric, String printed) {
    int stated = printed.indexOf(WITHIN);
    if (stated >= 0) {
      PaperValue value = of(metric, printed.substring(0, stated));
      double within = within(printed.substring(stated + WITHIN.length()).strip(), printed);
      return new PaperValue(
          value.relation, value.value, value.unit, value.halfDigit, within, value.shown);
    }
    String text = printed.strip();
    int digits = 0;
    while (digits < text.length() && "<>=\u2264\u2265 ".indexOf(text.charAt(digits)) >= 0) {
      digits++;
    }
    String relation = relation(text.substring(0, digits).strip(), printed);
    boolean percent = text.endsWith("%");
    String number = text.substring(digits, text.length() - (percent ? 1 : 0)).strip();
    double scale = percent ? 100 : 1;
    int point = number.indexOf('.');
    int behind = point < 0 ? 0 : number.length() - point - 1;
    double value = parse(number, printed) / scale;
    Unit unit = percent ? Unit.SHARE : Unit.of(metric);
    boolean isCount = behind == 0 && (!percent || value == 0 || value == 1);
    boolean isName =
        MetricSheet.find(metric).stream()
            .anyMatch(named -> named.row().unit() == MetricUnit.ORDINAL);
    String digitsShown = percent ? number + "\u202f%" : Figures.value(unit, value);
    return new PaperValue(
        relation,
        value,
        unit,
        isCount ? 0 : 0.5 * Math.pow(10, -behind) / scale,
        isName ? 0 : TOLERANCE,
        (relation.isEmpty() ? "" : relation + " ") + digitsShown);
  }

  private static double within(String share, String printed) {
    if (!share.endsWith("%")) {
      throw new IllegalArgumentException("'" + printed + "' does not end with a percentage");
    }
    return parse(share.substring(0, share.length() - 1), printed) / 100;
  }

  public boolean isBound() {
    return !relation.isEmpty();
  }

  /** Returns whether a number satisfies the bound, or equals the value to the printed digits. */
  boolean holds(double ours) {
    return switch (relation) {
      case "<" -> ours < value;
      case "<=" -> ours <= value;
      case ">" -> ours > value;
      case ">=" -> ours >= value;
      default -> Math.abs(ours - value) <= rounding();
    };
  }

  /** Returns the distance of a number from the value; 0 if it satisfies a bound. */
  public double distance(double ours) {
    return isBound() && holds(ours) ? 0 : Math.abs(ours - value);
  }

  /** Returns the largest difference from the value that rounding may cause. */
  double rounding() {
    return halfDigit + SAME_RELATIVE * Math.abs(value);
  }

  /** Returns the largest difference from the value at which a number agrees. */
  double zone() {
    return rounding() + within * Math.abs(value);
  }

  private static String relation(String text, String printed) {
    return switch (text) {
      case "", "<", "<=", ">", ">=" -> text;
      case "\u2264" -> "<=";
      case "\u2265" -> ">=";
      default ->
          throw new IllegalArgumentException(
              "'" + printed + "' is no bound: it begins with <, <=, > or >=");
    };
  }

  private static double parse(String number, String printed) {
    try {
      double value = Double.parseDouble(number);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // the exception below has the message for both cases
    }
    throw new IllegalArgumentException(
        "'" + printed + "' is no value of a paper: a number, a percentage, or a bound such as <10");
  }
}
