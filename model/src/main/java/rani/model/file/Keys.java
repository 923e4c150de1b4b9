// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Visitor of the keys of a mapping. One method per record visits each key in order, with its kind
 * and meaning, and serves three purposes: {@link MapReader} reads the keys from a file, {@link
 * TreeBuilder} prints the record, and {@link Describer} collects a vocabulary.
 */
public interface Keys {
  /**
   * Visits an optional key.
   *
   * @param meaning one sentence, for schemas, tables and {@code rani explain}
   * @param known the record's value, to be printed; the default when reading
   * @return null if the key is absent and no value is known
   */
  <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known);

  /** Visits a key that always has a value. */
  default <T> T value(String key, Kind<T> kind, String meaning, T known) {
    T value = optional(key, kind, meaning, known);
    return value == null ? known : value;
  }

  /** Visits a key that is printed only if its value differs from the usual one, the default. */
  default <T> T unlessUsual(String key, Kind<T> kind, String meaning, T usual, T known) {
    return value(key, kind, meaning, usual);
  }

  /** Visits a list, which is printed unless it is empty. */
  <T> List<T> values(String key, Kind<T> kind, String meaning, List<T> known);

  /** Visits the keys of a nested mapping with a meaning of one sentence. */
  <T> T within(String key, String meaning, Function<Keys, T> walk);

  /** Reports values that contradict each other, at the first of the keys that the file contains. */
  default void refuse(String message, String... keys) {}
}
