// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No field is a formula to a spreadsheet, and each reads back as the text that was written. */
class CsvFieldProperties {
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("=+-@\t\r\n',\"0.e").withChars('a', 'b').ofMaxLength(6);
  }

  @Property
  void aFieldIsNoFormulaUnlessItIsANumber(@ForAll("texts") String text) {
    String cell = cell(CsvField.of(text));
    boolean begins = !cell.isEmpty() && "=+-@\t\r\n".indexOf(cell.charAt(0)) >= 0;
    assertFalse(begins && !isNumber(cell), cell);
  }

  @Property
  void aFieldReadsBackAsItsText(@ForAll("texts") String text) {
    assertEquals(text, CsvField.textOf(cell(CsvField.of(text))));
  }

  @Property
  void aNumberStaysAsItIs(@ForAll double number) {
    assertEquals("" + number, CsvField.of("" + number));
  }

  @Example
  void textsAreGuardedAndQuoted() {
    assertEquals("'=1+1", CsvField.of("=1+1"));
    assertEquals("'=cmd|' /C calc'!A0", CsvField.of("=cmd|' /C calc'!A0"));
    assertEquals("\"'=A1,B1\"", CsvField.of("=A1,B1"));
    assertEquals("'-10ms", CsvField.of("-10ms"));
    assertEquals("-3.5", CsvField.of("-3.5"));
    assertEquals("+7e-3", CsvField.of("+7e-3"));
    assertEquals("'+7+3", CsvField.of("+7+3"));
    assertEquals("'＝1", CsvField.of("＝1"));
    assertEquals("10ms", CsvField.of("10ms"));
    assertEquals("'tis", CsvField.of("'tis"));
    assertEquals("n1->n2", CsvField.of("n1->n2"));
  }

  @Example
  void aRowHasEveryCellAndAnEmptyOneForWhatIsNotThere() {
    assertEquals(
        "a,,\"b,c\",-1.5,'=d\n", CsvField.row(Arrays.asList("a", null, "b,c", -1.5, "=d")));
  }

  /** What a spreadsheet has of a field (RFC 4180 §2.5–7). */
  private static String cell(String field) {
    return field.startsWith("\"")
        ? field.substring(1, field.length() - 1).replace("\"\"", "\"")
        : field;
  }

  private static boolean isNumber(String text) {
    try {
      double _ = Double.parseDouble(text);
      return text.equals(text.strip());
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
