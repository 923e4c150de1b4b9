// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The values of a note by their names, formatted only if text is needed. Lent for the call, like a
 * frame; a {@link Note} may be kept.
 */
public interface NoteDetail {
  /** Appends {@code name=value} pairs separated by single blanks, ASCII. */
  void writeTo(AsciiLine line);

  /** The same as text. */
  default String text() {
    AsciiLine line = new AsciiLine();
    writeTo(line);
    return line.toString();
  }

  /** Whether there is no value. */
  default boolean isEmpty() {
    return false;
  }

  /** The value of that name as it is written; null if there is none. */
  default @Nullable String word(String name) {
    return Note.parse(text()).word(name);
  }

  /** The same where it is a whole number. */
  default OptionalLong number(String name) {
    return Note.parse(text()).number(name);
  }

  /** The same where it is a number, as precise as it is written. */
  default OptionalDouble decimal(String name) {
    return Note.parse(text()).decimal(name);
  }
}
