// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import java.util.function.Function;

/**
 * Reads the words behind a verb of a service, such as {@code to=n8 count=5 interval=100ms}, as a
 * file's options are read: the same units, the same names of nodes, the same errors. A service gets
 * one from {@link OptionReader#words} as it is made, and keeps it.
 */
@FunctionalInterface
public interface WordReader {
  /** Refuses all words: for services whose options have no names and units. */
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
   * @param reading asks for everything that the verb knows, once
   * @return what it makes of it
   * @throws IllegalArgumentException saying what is wrong and what may have been meant: a word of
   *     another form, an unknown or repeated name, a value that does not fit
   */
  <T> T read(List<String> words, Function<OptionReader, T> reading);
}
