// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.world.NoteDetail;

/**
 * Texts with the values of a note. {@code {held}} stands for the value called {@code held}, {@code
 * {rate bit/s}} for a number with its unit, such as {@code 1.25 Mbit/s} or, for {@code s}, {@code
 * 20 ms}. What stands in brackets is left out if one of its values is missing.
 */
public final class NoteText {
  private static final Pattern PART = Pattern.compile("\\[([^\\[\\]]*)]");
  private static final Pattern VALUE = Pattern.compile("\\{([a-z-]+)(?: ([^{}]{1,20}))?}");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}\\.\\d{1,15}");
  private static final Pattern WITH_UNIT = Pattern.compile("([0-9.]+)([a-z]+/s)");
  private static final MathContext DIGITS = new MathContext(3);

  private record Scale(BigDecimal factor, String prefix) {
    Scale(int power, String prefix) {
      this(BigDecimal.ONE.scaleByPowerOfTen(power), prefix);
    }
  }

  private static final List<Scale> LARGE =
      List.of(new Scale(9, "G"), new Scale(6, "M"), new Scale(3, "k"), new Scale(0, ""));
  private static final List<Scale> SMALL =
      List.of(new Scale(0, ""), new Scale(-3, "m"), new Scale(-6, "µ"), new Scale(-9, "n"));

  private NoteText() {}

  /**
   * Fills in a text. A value that is missing outside brackets is a question mark.
   *
   * @param names maps a value's name and text to what is shown of it, such as an address to the
   *     name of a node
   */
  public static String filled(String text, NoteDetail detail, BinaryOperator<String> names) {
    String whole =
        PART.matcher(text)
            .replaceAll(
                part -> {
                  String inner = part.group(1);
                  boolean isKnown =
                      VALUE
                          .matcher(inner)
                          .results()
                          .allMatch(value -> detail.word(value.group(1)) != null);
                  return isKnown ? Matcher.quoteReplacement(inner) : "";
                });
    return VALUE
        .matcher(whole)
        .replaceAll(value -> Matcher.quoteReplacement(shown(value, detail, names)));
  }

  private static String shown(MatchResult value, NoteDetail detail, BinaryOperator<String> names) {
    String name = value.group(1);
    String unit = value.group(2);
    String word = detail.word(name);
    if (word == null) {
      return "?";
    }
    return unit != null
        ? quantity(word, unit)
        : DECIMAL.matcher(word).matches()
            ? new BigDecimal(word).stripTrailingZeros().toPlainString()
            : names.apply(name, word);
  }

  /**
   * Returns a number with its unit to three digits; the text itself if it is no number. A number
   * that has another unit keeps that.
   */
  static String quantity(String word, String unit) {
    Matcher parts = WITH_UNIT.matcher(word);
    if (parts.matches() && !parts.group(2).equals(unit)) {
      return parts.group(1) + " " + parts.group(2);
    }
    BigDecimal number = number(parts.matches() ? parts.group(1) : word);
    if (number == null) {
      return word;
    }
    if (unit.equals("%")) {
      return plain(number.scaleByPowerOfTen(2)) + " %";
    }
    List<Scale> scales = unit.equals("s") ? SMALL : LARGE;
    Scale scale =
        number.signum() == 0
            ? scales.get(unit.equals("s") ? 1 : scales.size() - 1)
            : scales.stream()
                .filter(one -> number.abs().compareTo(one.factor()) >= 0)
                .findFirst()
                .orElse(scales.getLast());
    return plain(number.divide(scale.factor(), MathContext.DECIMAL64))
        + " "
        + scale.prefix()
        + unit;
  }

  private static String plain(BigDecimal number) {
    BigDecimal rounded = number.round(DIGITS);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static @Nullable BigDecimal number(String word) {
    try {
      BigDecimal number = new BigDecimal(word);
      return Math.abs(number.scale()) > 99 || number.precision() > 99 ? null : number;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
