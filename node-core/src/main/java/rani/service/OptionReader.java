// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import rani.queue.Rate;

/**
 * The options that a file gives a service, read by name and kind. A service asks for everything it
 * knows, once, when it is made; whatever the file says beyond that is an error that names the
 * nearest option asked for. A bad value is an error with its place in the file. Errors end the
 * making of the service; they are reported to the user, not to the service.
 *
 * <p>Each option is read together with its meaning, in one sentence: schemas, tables of documents,
 * manuals and {@code rani explain} are made of it.
 */
public interface OptionReader {
  /** Whether anything is said of an option. */
  boolean has(String name);

  /** A duration such as {@code 4s}, in nanoseconds, at least 0. */
  long durationNanos(String name, long defaultNanos, String meaning);

  /** A whole number in a range, such as {@code 16}. */
  long count(String name, long defaultCount, long min, long max, String meaning);

  /** A size such as {@code 1000B}, in bytes, in a range. */
  long sizeBytes(String name, long defaultBytes, long min, long max, String meaning);

  /** Packets such as {@code 50packet}, in a range. */
  default long packets(String name, long defaultPackets, long min, long max, String meaning) {
    return defaultPackets;
  }

  /** A part such as {@code 0.02}, above 0 and at most 1. */
  default double share(String name, double defaultShare, String meaning) {
    return defaultShare;
  }

  /** A plain number or percentage in a range, such as {@code 0.02} or {@code 2%}. */
  double fraction(String name, double defaultValue, double min, double max, String meaning);

  /** A rate such as {@code 2Mbit/s} or {@code 40packet/s}. */
  Rate rate(String name, Rate defaultRate, String meaning);

  /** {@code true} or {@code false}. */
  boolean flag(String name, boolean defaultValue, String meaning);

  /** Free text. */
  String text(String name, String defaultText, String meaning);

  /**
   * A value of the service's own kind.
   *
   * @param reading takes the text, of a list its members with commas between them; what it throws
   *     as {@link IllegalArgumentException} is reported with the option's place. It takes the
   *     default in any case
   */
  default <T> T value(
      String name, String defaultText, Function<String, T> reading, String meaning) {
    return reading.apply(text(name, defaultText, meaning));
  }

  /** One of a few words; the error lists them. */
  String oneOf(String name, String defaultWord, List<String> words, String meaning);

  /** One of an enum's constants, by their names in lower case, joined by hyphens. */
  default <E extends Enum<E>> E oneOf(String name, E defaultConstant, String meaning) {
    List<E> all = List.of(defaultConstant.getDeclaringClass().getEnumConstants());
    List<String> words =
        all.stream().map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-')).toList();
    String word = oneOf(name, words.get(defaultConstant.ordinal()), words, meaning);
    return all.get(words.indexOf(word));
  }

  /** Goes through the options of the mapping that stands at a name. */
  default <T> T within(String name, String meaning, Function<OptionReader, T> reading) {
    return reading.apply(this);
  }

  /** Reports values that do not go together, at the first of the options that the file has. */
  default void refuse(String message, String... names) {}

  /**
   * A node of the topology by name, as its virtual address. There is no default: the option must be
   * there.
   */
  int node(String name, String meaning);

  /**
   * The providers of a kind that options may name, such as those of congestion control: the
   * program's own, and what lies beside it; empty where the reader knows of none.
   */
  default <P> List<P> providers(Class<P> kind) {
    return List.of();
  }

  /** How the service reads the words behind its verbs, later. */
  default WordReader words() {
    return WordReader.NONE;
  }

  /** A list of mappings, each with a reader of its own; empty if the option is absent. */
  List<OptionReader> each(String name, String meaning);
}
