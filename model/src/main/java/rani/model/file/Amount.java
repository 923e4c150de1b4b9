// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as a file writes it, exactly: with a unit or without.
 *
 * @param number in that unit
 * @param unit one of those of {@link Units}, or empty
 */
public record Amount(BigDecimal number, String unit) {

  private static final int LENGTH_MAX = 40;
  private static final Pattern AMOUNT = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*([\\p{L}%/]*)");

  /** Reads a number with a known unit or without any; none if the text is something else. */
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

  /** What is measured, in words: {@code a duration}; {@code a number} without a unit. */
  public String kind() {
    return Units.scale(unit).map(Units.Scale::kind).orElse("a number");
  }

  /** The number in the unit that metrics have: seconds, bytes, bit/s, a fraction. */
  public BigDecimal inMetrics() {
    return Units.scale(unit).map(scale -> number.multiply(scale.inMetrics())).orElse(number);
  }

  /** Another number in the same unit. */
  public Amount with(BigDecimal other) {
    return new Amount(other, unit);
  }

  /** As a file writes it, and as it reads back. */
  @Override
  public String toString() {
    return Units.plain(number) + unit;
  }
}
