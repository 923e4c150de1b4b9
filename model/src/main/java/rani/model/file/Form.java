// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a value looks like in a file: what a JSON schema tells an editor, and a table a reader. */
public sealed interface Form {
  /** A name: a letter, then up to 31 letters, digits, hyphens and underscores. */
  Form NAME = new Text("^[A-Za-z][A-Za-z0-9_-]{0,31}$");

  /** Any text. */
  Form TEXT = new Text("");

  /** True or false. */
  Form TRUTH = new Truth();

  /** A number. */
  Form NUMBER = new Decimal(null, null, false);

  /** What the thing that a file is about is called, which may look like a number. */
  Form FILE_NAME = new Either(List.of(new Text("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"), NUMBER));

  /** Whatever YAML has. */
  Form ANYTHING = new Anything();

  /** A text, a number, or true or false. */
  Form SCALAR = new Either(List.of(TEXT, NUMBER, TRUTH));

  /** Nodes: one name or a list of them, of which {@code n1..n5} stands for several. */
  Form NODES =
      listOf(
          new Text(
              "^[A-Za-z][A-Za-z0-9_-]{0,31}$"
                  + "|^[A-Za-z][A-Za-z0-9_-]*\\d\\.\\.[A-Za-z][A-Za-z0-9_-]*\\d$"));

  /** A mapping of whatever YAML has. */
  Form ANY_MAPPING = new Named(TEXT, ANYTHING);

  /**
   * A text.
   *
   * @param pattern which it matches (ECMA 262); empty if any will do
   */
  record Text(String pattern) implements Form {}

  /**
   * A number with its unit.
   *
   * @param name of the quantity, as schemas define it once
   * @param pattern which it matches (ECMA 262)
   * @param examples of it
   */
  record Quantity(String name, String pattern, List<String> examples) implements Form {}

  /**
   * A whole number.
   *
   * @param min the least; null if there is none
   * @param max the greatest; null if there is none
   */
  record Whole(@Nullable Long min, @Nullable Long max) implements Form {}

  /**
   * A number.
   *
   * @param min the least; null if there is none
   * @param max the greatest; null if there is none
   * @param isAbove whether it is above {@code min}, and not the same
   */
  record Decimal(@Nullable Double min, @Nullable Double max, boolean isAbove) implements Form {}

  /** True or false. */
  record Truth() implements Form {}

  /** Whatever YAML has. */
  record Anything() implements Form {}

  /**
   * One of a few words.
   *
   * @param words in the order in which messages list them
   */
  record Words(List<String> words) implements Form {}

  /**
   * Several forms, of which a value has one.
   *
   * @param forms that it may have
   */
  record Either(List<Form> forms) implements Form {}

  /**
   * A list.
   *
   * @param member what its members look like
   * @param min the least number of members
   * @param max the greatest number of members; 0 if there is none
   * @param isAlone whether a single member may stand without the list around it
   */
  record ListOf(Form member, int min, int max, boolean isAlone) implements Form {}

  /**
   * A mapping of known keys.
   *
   * @param keys that it has
   */
  record Mapping(Supplier<Vocabulary> keys) implements Form {}

  /**
   * A mapping whose keys are names that the file gives.
   *
   * @param name what they look like
   * @param value what stands at each
   */
  record Named(Form name, Form value) implements Form {}

  /** Names: one, or a list of them. */
  static Form listOf(Form member) {
    return new ListOf(member, 0, 0, true);
  }

  /** The keys of the mapping that it is, or that the members of the list are; none of others. */
  default Vocabulary vocabulary() {
    return switch (this) {
      case Mapping(Supplier<Vocabulary> keys) -> keys.get();
      case ListOf list -> list.member.vocabulary();
      default -> Vocabulary.of();
    };
  }

  /** A mapping of known keys. */
  static Form of(Vocabulary keys) {
    return new Mapping(() -> keys);
  }

  /** The narrowest form that takes what either takes. */
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
