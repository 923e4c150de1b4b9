// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Named values of a note, formatted only if text is needed. Valid during the call only; a {@link
 * Note} may be kept.
 */
public interface NoteDetail {
  /** Appends {@code name=value} pairs of ASCII, separated by single blanks. */
  void writeTo(AsciiLine line);

  /** Returns the pairs as text. */
  default String text() {
    AsciiLine line = new AsciiLine();
    writeTo(line);
    return line.toString();
  }

  default boolean isEmpty() {
    return false;
  }

  /** Returns the text of a value; null if there is no value of that name. */
  default @Nullable String word(String name) {
    return Note.parse(text()).word(name);
  }

  /** Returns a value that is a whole number; empty otherwise. */
  default OptionalLong number(String name) {
    return Note.parse(text()).number(name);
  }

  /** Returns a value that is a number, in the precision of its text; empty otherwise. */
  default OptionalDouble decimal(String name) {
    return Note.parse(text()).decimal(name);
  }
}
