// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Syntax of a value in a file, from which JSON schemas, documents and completion are made. */
public sealed interface Form {
  /** A name: a letter, then up to 31 letters, digits, hyphens and underscores. */
  Form NAME = new Text("^[A-Za-z][A-Za-z0-9_-]{0,31}$");

  Form TEXT = new Text("");

  Form TRUTH = new Truth();

  Form NUMBER = new Decimal(null, null, false);

  /** Name of a network or experiment, which may look like a number. */
  Form FILE_NAME = new Either(List.of(new Text("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"), NUMBER));

  Form ANYTHING = new Anything();

  Form SCALAR = new Either(List.of(TEXT, NUMBER, TRUTH));

  /** One node name or a list of them. A range such as {@code n1..n5} is a name, too. */
  Form NODES =
      listOf(
          new Text(
              "^[A-Za-z][A-Za-z0-9_-]{0,31}$"
                  + "|^[A-Za-z][A-Za-z0-9_-]*\\d\\.\\.[A-Za-z][A-Za-z0-9_-]*\\d$"));

  Form ANY_MAPPING = new Named(TEXT, ANYTHING);

  /** Text that matches a regular expression (ECMA 262), or any text if that is empty. */
  record Text(String pattern) implements Form {}

  /**
   * Number with a unit, which matches a regular expression (ECMA 262), with valid examples. JSON
   * schemas define each quantity once, by its name.
   */
  record Quantity(String name, String pattern, List<String> examples) implements Form {}

  /** Integer within bounds, both included; null if unbounded. */
  record Whole(@Nullable Long min, @Nullable Long max) implements Form {}

  /** Number within bounds, null if unbounded; {@code isAbove} excludes {@code min} itself. */
  record Decimal(@Nullable Double min, @Nullable Double max, boolean isAbove) implements Form {}

  record Truth() implements Form {}

  record Anything() implements Form {}

  record Words(List<String> words) implements Form {}

  record Either(List<Form> forms) implements Form {}

  /**
   * List of {@code min} to {@code max} members; a {@code max} of 0 means unbounded. If {@code
   * isAlone}, a single member may be written without the list.
   */
  record ListOf(Form member, int min, int max, boolean isAlone) implements Form {}

  record Mapping(Supplier<Vocabulary> keys) implements Form {}

  /** Mapping whose keys are names chosen in the file. */
  record Named(Form name, Form value) implements Form {}

  /** Returns the form of one member or a list of any number of members. */
  static Form listOf(Form member) {
    return new ListOf(member, 0, 0, true);
  }

  /** Returns the keys of this mapping, or of the mappings in this list; else no keys. */
  default Vocabulary vocabulary() {
    return switch (this) {
      case Mapping(Supplier<Vocabulary> keys) -> keys.get();
      case ListOf list -> list.member.vocabulary();
      default -> Vocabulary.of();
    };
  }

  static Form of(Vocabulary keys) {
    return new Mapping(() -> keys);
  }

  /** Returns the narrowest form that accepts every value of both forms. */
  default Form or(Form other) {
    boolean isSame =
        this instanceof Mapping(Supplier<Vocabulary> keys)
            && other instanceof Mapping(Supplier<Vocabulary> others)
            && keys.get().equals(others.get());
    if (isSame || equals(other)) {
      return this;
    }
    if (this instanceof Whole(Long min, Long max) && other instanceof Whole whole) {
      return new Whole(lesser(min, whole.min), greater(max, whole.max));
    }
    if (this instanceof Words(List<String> words) && other instanceof Words(List<String> more)) {
      return new Words(Stream.concat(words.stream(), more.stream()).distinct().toList());
    }
    return new Either(List.of(this, other));
  }

  private static @Nullable Long lesser(@Nullable Long a, @Nullable Long b) {
    return a == null || b == null ? null : (Long) Math.min(a, b);
  }

  private static @Nullable Long greater(@Nullable Long a, @Nullable Long b) {
    return a == null || b == null ? null : (Long) Math.max(a, b);
  }
}
