// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import java.util.function.Function;

/**
 * Reads the arguments of a service's verb, such as {@code to=n8 count=5 interval=100ms}, like a
 * file's options: with the same units, node names and errors. A service gets its reader from {@link
 * OptionReader#words} when it is created, and keeps it.
 */
@FunctionalInterface
public interface WordReader {
  /** Refuses all words, where node names and units are unknown. */
  WordReader NONE =
      new WordReader() {
        @Override
        public <T> T read(List<String> words, Function<OptionReader, T> reading) {
          throw new IllegalArgumentException("words cannot be read here");
        }
      };

  /**
   * Reads words of the form {@code name=value}.
   *
   * @param reading reads everything that the verb knows, once
   * @return the result of {@code reading}
   * @throws IllegalArgumentException with the error and the nearest valid name: a malformed word,
   *     an unknown or repeated name, or an invalid value
   */
  <T> T read(List<String> words, Function<OptionReader, T> reading);
}
