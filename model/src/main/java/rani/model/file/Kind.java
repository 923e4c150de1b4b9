// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.function.Function;
import rani.queue.Rate;

/**
 * What kind of value a key takes.
 *
 * @param words what messages call it
 * @param parser reads its text
 * @param printer prints what the parser reads
 * @param quoted whether that is a text of a user, which is printed in quotes
 */
public record Kind<T>(
    String words, MapReader.Parser<T> parser, Function<T, String> printer, boolean quoted) {
  /** Nanoseconds. */
  public static final Kind<Long> DURATION =
      new Kind<>("a duration such as `10ms`", Units::durationNanos, Units::printDuration);

  /** Bytes. */
  public static final Kind<Long> SIZE =
      new Kind<>("a size such as `1500B`", Units::sizeBytes, Units::printSize);

  /** A number of packets. */
  public static final Kind<Long> PACKETS =
      new Kind<>("a number of packets such as `50packet`", Units::packets, Units::printPackets);

  /** A percentage as a fraction 0…1. */
  public static final Kind<Double> FRACTION =
      new Kind<>("a percentage such as `1%`", Units::fraction, Units::printFraction);

  /** A rate, in bits or in packets. */
  public static final Kind<Rate> RATE =
      new Kind<>("a rate such as `2Mbit/s`", Units::rate, Units::printRate);

  /** A plain number. */
  public static final Kind<Double> NUMBER =
      new Kind<>("a number", Units::number, Units::printNumber);

  /** A whole number. */
  public static final Kind<Long> INTEGER =
      new Kind<>("a whole number", Units::integer, String::valueOf);

  /** True or false. */
  public static final Kind<Boolean> TRUTH =
      new Kind<>("true or false", Units::truth, String::valueOf);

  /** A word: a name that needs no quotes. */
  public static final Kind<String> WORD = new Kind<>("text", text -> text, text -> text);

  /** Any text. */
  public static final Kind<String> TEXT = text("text", text -> text);

  /** A kind that is printed without quotes. */
  public Kind(String words, MapReader.Parser<T> parser, Function<T, String> printer) {
    this(words, parser, printer, false);
  }

  /** Texts of a kind. */
  public static Kind<String> text(String words, MapReader.Parser<String> parser) {
    return new Kind<>(words, parser, text -> text, true);
  }

  /** One of an enum's constants, written as {@link MapReader#nameOf} writes it. */
  public static <E extends Enum<E>> Kind<E> oneOf(Class<E> type) {
    return oneOf(List.of(type.getEnumConstants()), MapReader::nameOf);
  }

  /** One of a few values, by its name. */
  public static <T> Kind<T> oneOf(List<T> values, Function<T, String> name) {
    return new Kind<>("text", text -> named(text, values, name), name);
  }

  private static <T> T named(String text, List<T> values, Function<T, String> name)
      throws UnitError {
    List<String> names = values.stream().map(name).toList();
    int position = names.indexOf(text);
    if (position >= 0) {
      return values.get(position);
    }
    throw new UnitError(
        Quoted.of(text) + " is not one of " + String.join(", ", names),
        Nearest.to(text, names).map(near -> "did you mean " + Quoted.of(near) + "?").orElse(""));
  }

  /** The same within bounds, both included. */
  public static <T extends Comparable<T>> Kind<T> within(Kind<T> kind, T min, T max) {
    return new Kind<>(
        kind.words,
        text -> {
          T value = kind.parser.parse(text);
          if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            String range = kind.printer.apply(min) + "…" + kind.printer.apply(max);
            throw new UnitError(Quoted.of(text) + " is outside " + range);
          }
          return value;
        },
        kind.printer,
        kind.quoted);
  }

  /** The same by another name in messages. */
  public Kind<T> called(String otherWords) {
    return new Kind<>(otherWords, parser, printer, quoted);
  }
}
