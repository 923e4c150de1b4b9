// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.world.Note;

/** The texts that services have drawn of their notes. */
class NoteTextTest {
  @ParameterizedTest
  @CsvSource({
    "nothing of it, nothing of it",
    "{flow} holds {held}, n1 holds 21",
    "{held}{held}, 2121",
    "{other} of {held}, ? of 21",
    "{Held} {held, {Held} {held",
    "costs {price}, costs $1\\",
    "waits[ {rtt s}], waits 86.6 ms",
    "waits[ {none s}], waits",
    "waits[ {rtt s} of {none}] long, waits long",
    "[{held}][{none}][{held}], 2121",
  })
  void valuesStandInTheirPlaces(String text, String filled) {
    Note note =
        Note.of("flow", "10.0.0.1").and("held", 21).and("price", "$1\\").and("rtt", 0.0866392405);

    assertEquals(
        filled, NoteText.filled(text, note, (_, value) -> value.equals("10.0.0.1") ? "n1" : value));
  }

  @ParameterizedTest
  @CsvSource({
    "2000000bit/s, bit/s, 2 Mbit/s",
    "1234567, bit/s, 1.23 Mbit/s",
    "999.9, bit/s, 1000 bit/s",
    "0, bit/s, 0 bit/s",
    "40packet/s, bit/s, 40 packet/s",
    "unlimited, bit/s, unlimited",
    "0.020000000, s, 20 ms",
    "12.5, s, 12.5 s",
    "0.0000042, s, 4.2 µs",
    "0, s, 0 ms",
    "0.02, %, 2 %",
    "1000, B, 1 kB",
    "9e99999999, s, 9e99999999",
    "-, s, -",
  })
  void numbersHaveTheirUnitAndThreeDigits(String word, String unit, String shown) {
    assertEquals(shown, NoteText.quantity(word, unit));
  }
}
