// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ConnectionNoteProperties {

  @Property
  void plainNumbersAreReadAsJavaReadsThem(
      @ForAll @LongRange(max = 999_999_999_999_999_999L) long digits,
      @ForAll @IntRange(max = 18) int scale) {
    String text = BigDecimal.valueOf(digits, scale).toPlainString();

    assertEquals(Double.parseDouble(text), ConnectionNote.parse(text));
  }

  @Property
  void soAreAllOthers(@ForAll double number) {
    String text = Double.toString(number);

    assertEquals(number, ConnectionNote.parse(text));
  }

  @Example
  void whatIsNoNumberIsRefused() {
    for (String text : new String[] {"", ".", "-", "1.2.3", "12x", "1,5"}) {
      assertThrows(NumberFormatException.class, () -> ConnectionNote.parse(text), text);
    }
    assertEquals(5, ConnectionNote.parse("5."));
    assertEquals(0.5, ConnectionNote.parse(".5"));
    assertEquals(-5, ConnectionNote.parse("-5"));
  }
}
