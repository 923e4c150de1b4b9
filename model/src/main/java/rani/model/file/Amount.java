// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Exact decimal number in a unit of {@link Units}, or without a unit if that is empty. */
public record Amount(BigDecimal number, String unit) {
  private static final int LENGTH_MAX = 40;
  private static final Pattern AMOUNT = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*([\\p{L}%/]*)");

  /** Parses a number with a known unit or without a unit. Returns empty for any other text. */
  public static Optional<Amount> parse(String text) {
    Matcher matcher = AMOUNT.matcher(text);
    if (text.length() > LENGTH_MAX || !matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2);
    return unit.isEmpty() || Units.scale(unit).isPresent()
        ? Optional.of(new Amount(new BigDecimal(matcher.group(1)), unit))
        : Optional.empty();
  }

  /** Returns the quantity in words: {@code a duration}; {@code a number} without a unit. */
  public String kind() {
    return Units.scale(unit).map(Units.Scale::kind).orElse("a number");
  }

  /** Returns the number in the unit of metrics: seconds, bytes, bit/s, or a fraction. */
  public BigDecimal inMetrics() {
    return Units.scale(unit).map(scale -> number.multiply(scale.inMetrics())).orElse(number);
  }

  public Amount with(BigDecimal other) {
    return new Amount(other, unit);
  }

  /** Prints the amount so that {@link #parse} reads it back. */
  @Override
  public String toString() {
    return Units.plain(number) + unit;
  }
}
