// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.math.BigInteger;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Parses the numbers of options, such as seeds and counts, none of which is below 0. */
public final class WholeNumber {
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,40}");

  private WholeNumber() {}

  /** Has a command parse all its whole numbers so. */
  public static CommandLine addTo(CommandLine line) {
    return line.registerConverter(Integer.class, text -> (int) parse(text, Integer.MAX_VALUE))
        .registerConverter(Integer.TYPE, text -> (int) parse(text, Integer.MAX_VALUE))
        .registerConverter(Long.class, text -> parse(text, Long.MAX_VALUE))
        .registerConverter(Long.TYPE, text -> parse(text, Long.MAX_VALUE));
  }

  private static long parse(String text, long max) {
    if (!WHOLE.matcher(text).matches()) {
      throw new TypeConversionException("`" + text + "` is no whole number");
    }
    BigInteger number = new BigInteger(text);
    if (number.signum() < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
      throw new TypeConversionException("`" + text + "` is not within 0…" + max);
    }
    return number.longValueExact();
  }
}
