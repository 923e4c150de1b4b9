// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them. */
final class Figures {
  private static final MathContext FOUR = new MathContext(4, RoundingMode.HALF_EVEN);

  private static final MathContext TWO = new MathContext(2, RoundingMode.UP);

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

  /** Whole numbers whole, others to four figures; an absent one as a dash. */
  static String of(@Nullable Double value) {
    if (value == null || value.isNaN() || value.isInfinite()) {
      return value == null ? "–" : value.toString();
    }
    BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
    return (exact.scale() <= 0 ? exact : exact.round(FOUR).stripTrailingZeros()).toPlainString();
  }
}
