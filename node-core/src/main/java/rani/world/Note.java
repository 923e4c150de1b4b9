// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Named values of a note, in order; an immutable linked list. */
public final class Note implements NoteDetail {
  /** The largest number of values accepted by {@link #parse}. */
  public static final int VALUES_MAX = 256;

  public static final Note NOTHING = new Note(null, "", "");

  private static final int PLAIN_CHARACTERS_MAX = 15;
  private static final double[] TENS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private final @Nullable Note before;
  private final String name;

  /** A String, Long or Double. */
  private final Object value;

  private Note(@Nullable Note before, String name, Object value) {
    this.before = before;
    this.name = name;
    this.value = value;
  }

  /** Makes a note of one value: a word of ASCII without blanks. */
  public static Note of(String name, String word) {
    return NOTHING.and(name, word);
  }

  /** Makes a note of one value: a whole number. */
  public static Note of(String name, long number) {
    return NOTHING.and(name, number);
  }

  /** Returns this note with a further value: a word of ASCII without blanks. */
  public Note and(String more, String word) {
    return new Note(this, more, word);
  }

  /** Returns this note with a further value: a whole number. */
  public Note and(String more, long number) {
    return new Note(this, more, number);
  }

  /** Returns this note with a further value: a floating-point number. */
  public Note and(String more, double number) {
    return new Note(this, more, number);
  }

  /** Returns this note with a further value: {@code true} or {@code false}. */
  public Note and(String more, boolean yes) {
    return new Note(this, more, Boolean.toString(yes));
  }

  /**
   * Parses a note of a trace. Numbers stay text until they are requested as numbers.
   *
   * @param written {@code name=value} pairs separated by single blanks; may be empty
   * @throws IllegalArgumentException if the format is wrong, or there are more than {@link
   *     #VALUES_MAX} values
   */
  public static Note parse(String written) {
    Note note = NOTHING;
    int count = 0;
    for (int at = 0; at < written.length(); count++) {
      int end = written.indexOf(' ', at);
      end = end < 0 ? written.length() : end;
      int equals = written.indexOf('=', at);
      if (equals <= at || equals >= end - 1) {
        throw new IllegalArgumentException("a note where key=value was expected: " + written);
      }
      if (count == VALUES_MAX) {
        throw new IllegalArgumentException("a note of more than " + VALUES_MAX + " values");
      }
      note = note.and(written.substring(at, equals), written.substring(equals + 1, end));
      at = end + 1;
    }
    return note;
  }

  @Override
  public boolean isEmpty() {
    return before == null;
  }

  @Override
  public void writeTo(AsciiLine line) {
    if (before == null) {
      return;
    }
    if (!before.isEmpty()) {
      before.writeTo(line);
      line.append(" ");
    }
    line.append(name).append("=").append(value.toString());
  }

  private @Nullable Object find(String wanted) {
    for (Note note = this; note.before != null; note = note.before) {
      if (note.name.equals(wanted)) {
        return note.value;
      }
    }
    return null;
  }

  @Override
  public @Nullable String word(String wanted) {
    Object found = find(wanted);
    return found == null ? null : found.toString();
  }

  @Override
  public OptionalLong number(String wanted) {
    return switch (find(wanted)) {
      case Long number -> OptionalLong.of(number);
      case String word -> whole(word);
      case null, default -> OptionalLong.empty();
    };
  }

  @Override
  public OptionalDouble decimal(String wanted) {
    return switch (find(wanted)) {
      case Long number -> OptionalDouble.of(number);
      case Double number -> OptionalDouble.of(number);
      case String word -> decimalOf(word);
      case null, default -> OptionalDouble.empty();
    };
  }

  private static OptionalLong whole(String word) {
    try {
      return OptionalLong.of(Long.parseLong(word));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Parses a number like {@link Double#parseDouble}, but faster for short plain decimals, such as
   * those in notes of congestion windows. The result is the same: whole numbers below 2^53 and
   * powers of ten up to 10^22 are exact, so their quotient is rounded once.
   */
  static OptionalDouble decimalOf(String word) {
    int point = word.indexOf('.');
    int fractionDigits = point < 0 ? 0 : word.length() - point - 1;
    if (word.isEmpty() || word.equals(".") || word.length() > PLAIN_CHARACTERS_MAX) {
      return anyDecimal(word);
    }
    long whole = 0;
    for (int i = 0; i < word.length(); i++) {
      int digit = word.charAt(i) - '0';
      if (i != point) {
        if (digit < 0 || digit > 9) {
          return anyDecimal(word);
        }
        whole = 10 * whole + digit;
      }
    }
    return OptionalDouble.of(whole / TENS[fractionDigits]);
  }

  private static OptionalDouble anyDecimal(String word) {
    try {
      return OptionalDouble.of(Double.parseDouble(word));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  @Override
  public String toString() {
    return text();
  }
}
