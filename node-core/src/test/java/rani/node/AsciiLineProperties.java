// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class AsciiLineProperties {
  private final AsciiLine line = new AsciiLine();

  @Property
  void wholeNumbersReadAsJavaWritesThem(@ForAll long number) {
    line.cut(0);

    assertEquals(Long.toString(number), text(line.append(number)));
  }

  @Property
  void nineDigitsBeginWithZeros(@ForAll @IntRange(max = 999_999_999) int number) {
    line.cut(0);
    line.nineDigits(number);

    assertEquals("%09d".formatted(number), text(line));
  }

  @Property
  void fractionsReadAsJavaWritesThemHoweverOftenTheyComeAgain(
      @ForAll @Size(max = 5) List<Double> numbers) {
    line.cut(0);
    StringBuilder expected = new StringBuilder();
    for (double number : numbers) {
      line.append(number).append(" ").append(number).append(" ").append(-number).append(" ");
      expected.append(number).append(' ').append(number).append(' ').append(-number).append(' ');
    }

    assertEquals(expected.toString(), text(line));
  }

  private static String text(AsciiLine line) {
    return new String(line.copy(), StandardCharsets.US_ASCII);
  }
}
