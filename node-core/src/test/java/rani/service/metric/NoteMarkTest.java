// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.world.Note;

/** The texts that services have drawn of their notes. */
class NoteMarkTest {
  @ParameterizedTest
  @CsvSource({
    "nothing of it, nothing of it",
    "{flow} holds {held}, n1 holds 21",
    "{held}{held}, 2121",
    "{other} of {held}, ? of 21",
    "{Held} {held, {Held} {held",
    "costs {price}, costs $1\\",
  })
  void valuesStandInTheirPlaces(String text, String filled) {
    Note note = Note.of("flow", "10.0.0.1").and("held", 21).and("price", "$1\\");

    assertEquals(
        filled, NoteMark.filled(text, note, value -> value.equals("10.0.0.1") ? "n1" : value));
  }
}
