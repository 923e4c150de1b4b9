// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.queue.Rate;

/**
 * Kind of value that a key takes.
 *
 * @param words description for messages
 * @param parser parses the text of a value
 * @param printer prints a value so that the parser reads it back
 * @param quoted whether values are user texts, which are printed in quotes
 * @param form syntax of the text
 */
public record Kind<T>(
    String words,
    MapReader.Parser<T> parser,
    Function<T, String> printer,
    boolean quoted,
    Form form) {
  private static final String NUMBER_OF = "^[0-9]+(\\.[0-9]+)?\\s*";

  /** Duration in nanoseconds. */
  public static final Kind<Long> DURATION =
      quantity(
          "duration",
          "`10ms`",
          Units::durationNanos,
          Units::printDuration,
          NUMBER_OF + "(ns|us|ms|s|min)$",
          "10ms",
          "0.62s",
          "1min");

  /** Size in bytes. */
  public static final Kind<Long> SIZE =
      quantity(
          "size",
          "`1500B`",
          Units::sizeBytes,
          Units::printSize,
          NUMBER_OF + "(B|kB|MB|GB)$",
          "1500B",
          "1.5kB");

  public static final Kind<Long> PACKETS =
      quantity(
          "number of packets",
          "`50packet`",
          Units::packets,
          Units::printPackets,
          "^[0-9]+(\\.0+)?\\s*packets?$",
          "50packet");

  /** Percentage, as a fraction 0…1. */
  public static final Kind<Double> FRACTION =
      quantity(
          "percentage",
          "`1%`",
          Units::fraction,
          Units::printFraction,
          NUMBER_OF + "%$",
          "1%",
          "0.5%");

  public static final Kind<Rate> RATE =
      quantity(
          "rate",
          "`2Mbit/s`",
          Units::rate,
          Units::printRate,
          "^(unlimited|[0-9]+(\\.[0-9]+)?\\s*((|k|M|G)bit(/s)?|packet/s))$",
          "2Mbit/s",
          "40packet/s",
          "unlimited");

  public static final Kind<Double> NUMBER =
      new Kind<>("a number", Units::number, Units::printNumber)
          .looking(new Form.Decimal(null, null, false));

  public static final Kind<Long> INTEGER =
      new Kind<>("a whole number", Units::integer, String::valueOf)
          .looking(new Form.Whole(null, null));

  public static final Kind<Boolean> TRUTH =
      new Kind<>("true or false", Units::truth, String::valueOf).looking(Form.TRUTH);

  /** Text that is printed without quotes. */
  public static final Kind<String> WORD = new Kind<>("text", text -> text, text -> text);

  /** Text that is printed in quotes. */
  public static final Kind<String> TEXT = text("text", text -> text);

  public Kind(String words, MapReader.Parser<T> parser, Function<T, String> printer) {
    this(words, parser, printer, false, Form.TEXT);
  }

  private static <T> Kind<T> quantity(
      String name,
      String example,
      MapReader.Parser<T> parser,
      Function<T, String> printer,
      String pattern,
      String... examples) {
    return new Kind<>("a " + name + " such as " + example, parser, printer)
        .looking(new Form.Quantity(name, pattern, List.of(examples)));
  }

  /** Returns a kind of texts that are printed in quotes. */
  public static Kind<String> text(String words, MapReader.Parser<String> parser) {
    return new Kind<>(words, parser, text -> text, true, Form.TEXT);
  }

  /** Returns a kind of one constant of an enum, as {@link MapReader#nameOf} writes it. */
  public static <E extends Enum<E>> Kind<E> oneOf(Class<E> type) {
    return oneOf(List.of(type.getEnumConstants()), MapReader::nameOf);
  }

  public static <T> Kind<T> oneOf(List<T> values, Function<T, String> name) {
    return new Kind<>("text", text -> named(text, values, name), name)
        .looking(new Form.Words(values.stream().map(name).toList()));
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

  /** Returns the kind restricted to a range, both bounds included. */
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
        kind.quoted,
        bounded(kind.form, min, max));
  }

  private static Form bounded(Form form, Object min, Object max) {
    if (form instanceof Form.Whole) {
      return new Form.Whole((Long) min, (Long) max);
    }
    return form instanceof Form.Decimal
        ? new Form.Decimal((Double) min, (Double) max, false)
        : form;
  }

  public Kind<T> called(String otherWords) {
    return new Kind<>(otherWords, parser, printer, quoted, form);
  }

  public Kind<T> printed(Function<T, String> otherPrinter) {
    return new Kind<>(words, parser, otherPrinter, quoted, form);
  }

  public Kind<T> looking(Form otherForm) {
    return new Kind<>(words, parser, printer, quoted, otherForm);
  }

  /** Returns a key of this kind without a default; its meaning is one sentence. */
  public Property property(String key, String meaning) {
    return new Property(key, form, meaning);
  }

  /** Returns a key of this kind with a default, or without if it is null. */
  public Property property(String key, String meaning, @Nullable T usual) {
    Property property = property(key, meaning);
    return usual == null ? property : property.usually(printer.apply(usual));
  }
}
