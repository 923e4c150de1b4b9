// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers as a reader wants them: no locale, no noise digits, the unit beside the value. */
final class Figures {
  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
  private static final String NARROW_SPACE = "\u202f";
  private static final List<String> BIT_RATES = List.of("bit/s", "kbit/s", "Mbit/s", "Gbit/s");
  private static final List<String> SIZES = List.of("B", "kB", "MB", "GB");
  private static final String MINUS = "\u2212";

  private Figures() {}

  /** What kind of number a metric is; its name tells. */
  enum Unit {
    NUMBER,
    SHARE,
    SECONDS,
    BIT_RATE;

    static Unit of(String metric) {
      if (metric.startsWith("through.") || metric.startsWith("link.utilisation.")) {
        return SHARE;
      }
      if (metric.startsWith("rdp.goodput.")) {
        return BIT_RATE;
      }
      return metric.endsWith("-seconds") || metric.contains("-seconds.") ? SECONDS : NUMBER;
    }
  }

  static String metric(String metric, @Nullable Double value) {
    return value == null ? "not measured" : value(Unit.of(metric), value);
  }

  static String value(Unit unit, double value) {
    return switch (unit) {
      case NUMBER -> number(value);
      case SHARE -> share(value);
      case SECONDS -> number(value) + NARROW_SPACE + "s";
      case BIT_RATE -> bitRate(value);
    };
  }

  /** Four digits and the prefix that fits: {@code 962.4 kbit/s}. */
  static String bitRate(double bitsPerSecond) {
    double scaled = bitsPerSecond;
    int prefix = 0;
    while (Math.abs(scaled) >= 1000 && prefix < BIT_RATES.size() - 1) {
      scaled /= 1000;
      prefix++;
    }
    return number(scaled) + NARROW_SPACE + BIT_RATES.get(prefix);
  }

  /** Four significant digits, whole numbers whole. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal rounded =
        Math.abs(value) >= 1000
            ? exact.setScale(value == Math.rint(value) ? 0 : 1, RoundingMode.HALF_UP)
            : exact.round(FOUR_DIGITS);
    String text = rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    return text.startsWith("-") ? MINUS + text.substring(1) : text;
  }

  /** A share as a percentage with one decimal where it needs one. */
  static String share(double value) {
    BigDecimal percent =
        BigDecimal.valueOf(value)
            .movePointRight(2)
            .setScale(1, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    return (percent.signum() == 0 ? "0" : percent.toPlainString()) + NARROW_SPACE + "%";
  }

  /** Four digits and the prefix that fits: {@code 7.216 MB}. */
  static String bytes(long bytes) {
    double scaled = bytes;
    int prefix = 0;
    while (scaled >= 1000 && prefix < SIZES.size() - 1) {
      scaled /= 1000;
      prefix++;
    }
    return number(scaled) + NARROW_SPACE + SIZES.get(prefix);
  }

  /** A short span. */
  static String milliseconds(long nanos) {
    return number(nanos / 1e6) + NARROW_SPACE + "ms";
  }

  /** A moment or a span, to the millisecond. */
  static String seconds(long nanos) {
    return new BigDecimal(nanos).movePointLeft(9).setScale(3, RoundingMode.HALF_UP).toPlainString()
        + NARROW_SPACE
        + "s";
  }
}
