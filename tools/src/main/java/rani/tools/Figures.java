// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.lab.experiment.Expectation;

/** Numbers as people read them. */
final class Figures {
  private static final MathContext FOUR = new MathContext(4, RoundingMode.HALF_EVEN);

  private static final MathContext TWO = new MathContext(2, RoundingMode.UP);

  private static final Pattern DELAY = Pattern.compile("(delay\\..+)\\.(?:mean|p\\d+|max)");

  private Figures() {}

  /**
   * A mean and half the width of its interval: that to two figures, rather too wide than too
   * narrow, and the mean to the same place, since what lies behind it is not known. Without a width
   * the mean alone.
   */
  static String interval(double mean, double halfWidth) {
    if (!Double.isFinite(mean) || !Double.isFinite(halfWidth) || halfWidth == 0) {
      return of(mean);
    }
    BigDecimal half = BigDecimal.valueOf(halfWidth).round(TWO);
    half = half.setScale(Math.max(half.scale(), 2 - half.precision() + half.scale()));
    BigDecimal middle = BigDecimal.valueOf(mean).setScale(half.scale(), RoundingMode.HALF_EVEN);
    return middle.toPlainString() + " ± " + half.toPlainString();
  }

  /** What a metric came to; a delay from one host to another with its error. */
  static String metric(Expectation.Result result, Map<String, Double> metrics) {
    Matcher delay = DELAY.matcher(result.expectation().metric());
    Double error = delay.matches() ? metrics.get(delay.group(1) + ".error") : null;
    Double value = result.value();
    return value == null || error == null ? of(value) : interval(value, error);
  }

  /** Whole numbers whole, others to four figures; an absent one as a dash. */
  static String of(@Nullable Double value) {
    if (value == null || value.isNaN() || value.isInfinite()) {
      return value == null ? "–" : value.toString();
    }
    BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
    return (exact.scale() <= 0 ? exact : exact.round(FOUR).stripTrailingZeros()).toPlainString();
  }
}
