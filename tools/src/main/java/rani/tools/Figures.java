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

  /** Half the width of an interval: two figures, rather too wide than too narrow. */
  static String rough(double value) {
    return BigDecimal.valueOf(value).round(TWO).stripTrailingZeros().toPlainString();
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
