// SPDX-License-Identifier: Apache-2.0
package rani.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class NoteProperties {

  @Property
  void plainNumbersAreReadAsJavaReadsThem(
      @ForAll @LongRange(max = 999_999_999_999_999_999L) long digits,
      @ForAll @IntRange(max = 18) int scale) {
    String text = BigDecimal.valueOf(digits, scale).toPlainString();

    assertEquals(OptionalDouble.of(Double.parseDouble(text)), Note.of("a", text).decimal("a"));
  }

  @Property
  void soAreAllOthers(@ForAll double number) {
    String text = Double.toString(number);

    assertEquals(OptionalDouble.of(number), Note.of("a", text).decimal("a"));
  }

  @Example
  void whatIsNoNumberHasNone() {
    for (String text : new String[] {"", ".", "-", "1.2.3", "12x", "1,5"}) {
      assertEquals(OptionalDouble.empty(), Note.of("a", text).decimal("a"), text);
    }
    assertEquals(OptionalDouble.of(5), Note.of("a", "5.").decimal("a"));
    assertEquals(OptionalDouble.of(0.5), Note.of("a", ".5").decimal("a"));
    assertEquals(OptionalDouble.of(-5), Note.of("a", "-5").decimal("a"));
  }

  @Example
  void valuesAreWrittenInOrderAndReadByTheirNames() {
    Note note = Note.of("gci", "10.0.0.1").and("p", 39).and("share", 0.5).and("last", true);

    assertEquals("gci=10.0.0.1 p=39 share=0.5 last=true", note.text());
    assertEquals("39", note.word("p"));
    assertEquals(OptionalLong.of(39), note.number("p"));
    assertEquals(OptionalDouble.of(39), note.decimal("p"));
    assertEquals(OptionalLong.empty(), note.number("gci"));
    assertEquals(OptionalLong.empty(), note.number("share"));
    assertEquals(OptionalDouble.empty(), note.decimal("nothing"));
    assertNull(note.word("nothing"));
    assertEquals("", Note.NOTHING.text());
  }

  @Example
  void whatATraceSaysIsReadAsItWasWritten() {
    Note read = Note.parse("p=39 n=7 note=a=b");

    assertEquals("p=39 n=7 note=a=b", read.text());
    assertEquals(OptionalLong.of(7), read.number("n"));
    assertEquals("a=b", read.word("note"));
    assertTrue(Note.parse("").isEmpty());
    for (String bad : new String[] {"p", "p=", "=7", "p=39 n", "p=39  n=7"}) {
      assertThrows(IllegalArgumentException.class, () -> Note.parse(bad), bad);
    }
    String most = "a=1" + " a=1".repeat(Note.VALUES_MAX - 1);
    assertEquals(most, Note.parse(most).text());
    assertThrows(IllegalArgumentException.class, () -> Note.parse(most + " a=1"));
  }
}
