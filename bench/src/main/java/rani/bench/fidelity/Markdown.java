// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats results as Markdown, for the documentation. */
public final class Markdown {
  private static final MathContext FOUR = new MathContext(4, RoundingMode.HALF_EVEN);

  private Markdown() {}

  /** Formats one comparison: heading, table, goals and remarks. */
  public static String of(Agreement found) {
    StringBuilder text = new StringBuilder();
    text.append("\n### ").append(found.name()).append(": ").append(found.variant()).append("\n\n");
    text.append(found.compared()).append("\n\n");
    line(text, found.columns());
    line(text, found.columns().stream().map(_ -> "---").toList());
    found.rows().forEach(row -> line(text, row.stream().map(Markdown::cell).toList()));
    if (!found.goals().isEmpty()) {
      text.append("\n");
      for (Goal goal : found.goals()) {
        text.append("* ").append(goal.verdict().text()).append(": ").append(goal.wanted());
        text.append("; ").append(goal.figure()).append("\n");
      }
    }
    if (!found.remarks().isEmpty()) {
      text.append("\n");
      found.remarks().forEach(remark -> text.append("* ").append(remark).append("\n"));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private static String cell(Object value) {
    return switch (value) {
      case Interval interval -> interval(interval);
      case Double number -> number(number);
      default -> value.toString();
    };
  }

  /** Formats with four significant digits. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    if (value != 0 && Math.abs(value) < 1e-3) {
      return String.format(Locale.ROOT, "%.1e", value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    boolean large = exact.precision() - exact.scale() > FOUR.getPrecision();
    return (large ? exact.setScale(0, RoundingMode.HALF_EVEN) : exact.round(FOUR)).toPlainString();
  }

  /** Formats a relative difference in percent, with its sign: {@code +1.2 ± 0.4 %}. */
  static String percent(Interval part) {
    if (!Double.isFinite(part.mean())) {
      return "–";
    }
    String half =
        part.halfWidth() == 0 ? "" : String.format(Locale.ROOT, " ± %.1f", 100 * part.halfWidth());
    return String.format(Locale.ROOT, "%+.1f%s %%", 100 * part.mean(), half);
  }

  private static String interval(Interval interval) {
    return interval.halfWidth() == 0
        ? number(interval.mean())
        : number(interval.mean())
            + " ± "
            + new BigDecimal(interval.halfWidth(), new MathContext(2)).toPlainString();
  }
}
