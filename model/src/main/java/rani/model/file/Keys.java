// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a mapping, to read it, to print it, or to describe it. A method that goes through the
 * keys of a record says each of them once, with its kind and what it means, in order, and serves
 * for all three: {@link MapReader} answers with what a file says, {@link TreeBuilder} puts down
 * what the record has, and {@link Describer} notes which keys there are.
 */
public interface Keys {
  /**
   * The value of a key.
   *
   * @param meaning one sentence, for schemas, tables and {@code rani explain}
   * @param known what the record has: it is printed, or holds where the file does not say
   * @return null where nothing is said and nothing known
   */
  <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known);

  /** As {@link #optional}, of a key that always has a value. */
  default <T> T value(String key, Kind<T> kind, String meaning, T known) {
    T value = optional(key, kind, meaning, known);
    return value == null ? known : value;
  }

  /**
   * As {@link #value}, of a key that is printed only where its value is not the usual one.
   *
   * @param usual holds where the file does not say
   */
  default <T> T unlessUsual(String key, Kind<T> kind, String meaning, T usual, T known) {
    return value(key, kind, meaning, usual);
  }

  /** The values of a list, which is printed unless it is empty. */
  <T> List<T> values(String key, Kind<T> kind, String meaning, List<T> known);

  /**
   * Goes through the keys of the mapping that stands at a key.
   *
   * @param meaning what the mapping is for, in one sentence
   */
  <T> T within(String key, String meaning, Function<Keys, T> walk);

  /** Reports values that do not go together, at the first of the keys that the file has. */
  default void refuse(String message, String... keys) {}
}
