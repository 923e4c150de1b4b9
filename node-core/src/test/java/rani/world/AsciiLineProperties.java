// SPDX-License-Identifier: Apache-2.0
package rani.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class AsciiLineProperties {
  private final AsciiLine line = new AsciiLine();

  @Property
  void wholeNumbersReadAsJavaWritesThem(@ForAll long number) {
    line.clear();

    assertEquals(Long.toString(number), text(line.append(number)));
  }

  @Property
  void nineDigitsBeginWithZeros(@ForAll @IntRange(max = 999_999_999) int number) {
    line.clear();
    line.nineDigits(number);

    assertEquals("%09d".formatted(number), text(line));
  }

  @Property
  void decimalsHaveAllTheirDigits(
      @ForAll @LongRange(min = -Long.MAX_VALUE) long digits,
      @ForAll @IntRange(min = 1, max = 9) int decimals) {
    line.clear();

    assertEquals(
        BigDecimal.valueOf(digits, decimals).toPlainString(), text(line.decimal(digits, decimals)));
  }

  @Property
  void whatStandsThereIsWrittenAgain(
      @ForAll @Size(max = 2000) byte[] any, @ForAll @IntRange(max = 2000) int from) {
    int begin = Math.min(from, any.length);
    line.clear();
    line.append(any).again(begin, any.length - begin);

    byte[] expected = Arrays.copyOf(any, 2 * any.length - begin);
    System.arraycopy(any, begin, expected, any.length, any.length - begin);
    assertArrayEquals(expected, line.copy());
  }

  private static String text(AsciiLine line) {
    return new String(line.copy(), StandardCharsets.US_ASCII);
  }
}
