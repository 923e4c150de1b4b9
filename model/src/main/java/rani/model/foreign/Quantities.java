// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses quantities as files of other programs and labels of maps spell them. */
final class Quantities {
  private static final int LENGTH_MAX = 40;

  private static final String AMOUNT = "([+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)";
  private static final Pattern NUMBER = Pattern.compile(AMOUNT);

  /** A capital B would be bytes, or a slip; neither is guessed. */
  private static final Pattern RATE =
      Pattern.compile(AMOUNT + "\\s*([kKMmGgTt]?)(?:bits?/s|bit/sec|bps|b/s|bits?|b)");

  private static final Pattern DURATION =
      Pattern.compile(AMOUNT + "\\s*(ns|us|\u00b5s|\u03bcs|ms|s|msec|usec|sec)");

  /** SONET (ANSI T1.105) and SDH (ITU-T G.707): n times the rate of level 1. */
  private static final Pattern LEVEL = Pattern.compile("(OC|STM)[ -]?(\\d{1,4})c?");

  private static final double OC_1 = 51.84e6;
  private static final double STM_1 = 155.52e6;

  private Quantities() {}

  /** Returns a finite number; empty if the text is none. */
  static OptionalDouble number(String text) {
    if (text.length() > LENGTH_MAX || !NUMBER.matcher(text.strip()).matches()) {
      return OptionalDouble.empty();
    }
    double number = Double.parseDouble(text.strip());
    return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
  }

  /** Returns a rate in bit/s; a bare number is taken times {@code unit}, if there is one. */
  static OptionalDouble rate(String text, OptionalDouble unit) {
    OptionalDouble bare = number(text);
    if (bare.isPresent()) {
      return times(bare, unit);
    }
    if (text.length() > LENGTH_MAX) {
      return OptionalDouble.empty();
    }
    Matcher rate = RATE.matcher(text.strip());
    if (rate.matches()) {
      return times(number(rate.group(1)), prefix(rate.group(2)));
    }
    Matcher level = LEVEL.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (level.matches()) {
      double first = level.group(1).equals("OC") ? OC_1 : STM_1;
      return OptionalDouble.of(first * Integer.parseInt(level.group(2)));
    }
    return switch (text.strip().toUpperCase(Locale.ROOT)) {
      case "T1", "DS1", "DS-1" -> OptionalDouble.of(1.544e6); // ITU-T G.702
      case "E1" -> OptionalDouble.of(2.048e6);
      case "E3" -> OptionalDouble.of(34.368e6);
      case "T3", "DS3", "DS-3" -> OptionalDouble.of(44.736e6);
      default -> OptionalDouble.empty();
    };
  }

  /** Returns the factor of a decimal prefix k, M, G or T, in either case; 1 if it is empty. */
  static OptionalDouble prefix(String letter) {
    return switch (letter.strip().toUpperCase(Locale.ROOT)) {
      case "" -> OptionalDouble.of(1);
      case "K" -> OptionalDouble.of(1e3);
      case "M" -> OptionalDouble.of(1e6);
      case "G" -> OptionalDouble.of(1e9);
      case "T" -> OptionalDouble.of(1e12);
      default -> OptionalDouble.empty();
    };
  }

  /** Returns a duration in ns; a bare number is taken times {@code unit}, if there is one. */
  static OptionalDouble durationNanos(String text, OptionalDouble unit) {
    OptionalDouble bare = number(text);
    if (bare.isPresent()) {
      return times(bare, unit);
    }
    Matcher duration = DURATION.matcher(text.strip());
    if (text.length() > LENGTH_MAX || !duration.matches()) {
      return OptionalDouble.empty();
    }
    double nanos =
        switch (duration.group(2)) {
          case "ns" -> 1;
          case "ms", "msec" -> 1e6;
          case "s", "sec" -> 1e9;
          default -> 1e3;
        };
    return times(number(duration.group(1)), OptionalDouble.of(nanos));
  }

  static OptionalDouble times(OptionalDouble a, OptionalDouble b) {
    return a.isPresent() && b.isPresent()
        ? OptionalDouble.of(a.getAsDouble() * b.getAsDouble())
        : OptionalDouble.empty();
  }
}
