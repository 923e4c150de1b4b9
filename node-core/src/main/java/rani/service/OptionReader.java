// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import rani.queue.Rate;

/**
 * Reads the options that a file gives a service, by name and kind. A service reads all the options
 * it knows once, when it is created. Any other option in the file is an error that names the
 * nearest known option. Errors are reported to the user with their place in the file; the service
 * is then discarded.
 *
 * <p>A method that a reader does not implement returns the default, as if the file did not have the
 * option.
 *
 * <p>Each option is read together with its meaning in one sentence, from which schemas, tables of
 * documents, manuals and {@code rani explain} are made.
 */
public interface OptionReader {
  /** Reports whether the file has an option. */
  default boolean has(String name) {
    return false;
  }

  /** Reads a duration such as {@code 4s}; returns nanoseconds, at least 0. */
  default long durationNanos(String name, long defaultNanos, String meaning) {
    return defaultNanos;
  }

  /** Reads a whole number in a range, such as {@code 16}. */
  default long count(String name, long defaultCount, long min, long max, String meaning) {
    return defaultCount;
  }

  /** Reads a size such as {@code 1000B}; returns bytes in a range. */
  default long sizeBytes(String name, long defaultBytes, long min, long max, String meaning) {
    return defaultBytes;
  }

  /** Reads a number of packets such as {@code 50packet}, in a range. */
  default long packets(String name, long defaultPackets, long min, long max, String meaning) {
    return defaultPackets;
  }

  /** Reads a share such as {@code 0.02}, above 0 and at most 1. */
  default double share(String name, double defaultShare, String meaning) {
    return defaultShare;
  }

  /** Reads a plain number or percentage in a range, such as {@code 0.02} or {@code 2%}. */
  default double fraction(
      String name, double defaultValue, double min, double max, String meaning) {
    return defaultValue;
  }

  /** Reads a rate such as {@code 2Mbit/s} or {@code 40packet/s}. */
  default Rate rate(String name, Rate defaultRate, String meaning) {
    return defaultRate;
  }

  /** Reads {@code true} or {@code false}. */
  default boolean flag(String name, boolean defaultValue, String meaning) {
    return defaultValue;
  }

  /** Reads free text. */
  default String text(String name, String defaultText, String meaning) {
    return defaultText;
  }

  /**
   * Reads a value of the service's own type.
   *
   * @param reading parses the text; the members of a list are joined by commas. Its {@link
   *     IllegalArgumentException} is reported with the option's place. It must accept the default
   */
  default <T> T value(
      String name, String defaultText, Function<String, T> reading, String meaning) {
    return reading.apply(text(name, defaultText, meaning));
  }

  /** Reads one of a few words; the error lists them. */
  default String oneOf(String name, String defaultWord, List<String> words, String meaning) {
    return defaultWord;
  }

  /** Reads an enum constant, by its name in lower case, joined by hyphens. */
  default <E extends Enum<E>> E oneOf(String name, E defaultConstant, String meaning) {
    List<E> all = List.of(defaultConstant.getDeclaringClass().getEnumConstants());
    List<String> words =
        all.stream().map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-')).toList();
    String word = oneOf(name, words.get(defaultConstant.ordinal()), words, meaning);
    return all.get(words.indexOf(word));
  }

  /** Reads the options of a nested mapping. */
  default <T> T within(String name, String meaning, Function<OptionReader, T> reading) {
    return reading.apply(this);
  }

  /** Reports values that contradict each other, at the first of the options that the file has. */
  default void refuse(String message, String... names) {}

  /** Reads a mandatory name of a node; returns the node's virtual address. */
  int node(String name, String meaning);

  /**
   * Returns the providers of a kind that options may name, such as congestion control: those of
   * rani and those of plug-ins. Empty if the reader knows no providers.
   */
  default <P> List<P> providers(Class<P> kind) {
    return List.of();
  }

  /** Returns the reader for the arguments of the service's verbs. */
  default WordReader words() {
    return WordReader.NONE;
  }

  /** Reads a list of mappings; returns a reader of each. Empty if the option is absent. */
  default List<OptionReader> each(String name, String meaning) {
    return List.of();
  }
}
