// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

public final class Quantity {
  private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_EVEN);
  private static final String NONE = "–";
  private static final double MICRO = 1e3;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;
  private static final double KILO = 1e3;
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;
  private static final double MINUTES_FROM = 120;
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int DAY = 86_400;

  private Quantity() {}

  /** Formats a time to three figures: {@code 350 ns}, {@code 12.3 ms}, {@code 3 min 20 s}. */
  public static String time(@Nullable Object nanos) {
    if (!(nanos instanceof Number number)) {
      return NONE;
    }
    double value = number.doubleValue();
    double size = Math.abs(value);
    if (size < MICRO) {
      return figures(value) + (value == 0 ? " s" : " ns");
    }
    if (size < MILLI) {
      return figures(value / MICRO) + " µs";
    }
    if (size < SECOND) {
      return figures(value / MILLI) + " ms";
    }
    return size < MINUTES_FROM * SECOND ? figures(value / SECOND) + " s" : span(value / SECOND);
  }

  /** Formats a time in its two greatest units, such as {@code 3 h 20 min}. */
  public static String span(double seconds) {
    long whole = Math.round(seconds);
    if (whole < MINUTE) {
      return whole + " s";
    }
    if (whole < HOUR) {
      return whole / MINUTE + " min " + whole % MINUTE + " s";
    }
    return whole < DAY
        ? whole / HOUR + " h " + whole % HOUR / MINUTE + " min"
        : whole / DAY + " d " + whole % DAY / HOUR + " h";
  }

  /** Formats a fraction, 0…1, as a percentage to three figures. */
  public static String percent(@Nullable Object fraction) {
    return fraction instanceof Number number ? figures(100 * number.doubleValue()) + "%" : NONE;
  }

  /** Formats a number to three figures; whole numbers are not rounded, absent ones are a dash. */
  public static String figures(@Nullable Object number) {
    if (!(number instanceof Number given) || !Double.isFinite(given.doubleValue())) {
      return NONE;
    }
    BigDecimal exact = BigDecimal.valueOf(given.doubleValue());
    boolean whole = exact.stripTrailingZeros().scale() <= 0;
    BigDecimal rounded = whole || exact.precision() - exact.scale() > 3 ? whole(exact) : exact;
    return (whole ? rounded : rounded.round(THREE)).stripTrailingZeros().toPlainString();
  }

  private static BigDecimal whole(BigDecimal exact) {
    return exact.setScale(0, RoundingMode.HALF_EVEN);
  }

  /** Formats a number of packets, such as an average, to three figures. */
  public static String packets(@Nullable Object number) {
    String figures = figures(number);
    return figures + (figures.equals("1") ? " packet" : figures.equals(NONE) ? "" : " packets");
  }

  /** Formats an amount to three figures of the largest unit: {@code 9.57 Mbit/s}. */
  public static String prefixed(@Nullable Object number, String unit) {
    if (!(number instanceof Number given)) {
      return NONE;
    }
    double value = given.doubleValue();
    return value >= GIGA
        ? figures(value / GIGA) + " G" + unit
        : value >= MEGA
            ? figures(value / MEGA) + " M" + unit
            : value >= KILO ? figures(value / KILO) + " k" + unit : figures(value) + " " + unit;
  }

  /** Formats a count with its noun: {@code 1 packet}, {@code 2 packets}. */
  public static String count(@Nullable Object number, String one, String many) {
    return number instanceof Number given
        ? given + " " + (given.longValue() == 1 ? one : many)
        : NONE;
  }
}
