// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.queue.Rate;

/**
 * Parses and prints values with units. Arithmetic is decimal: {@code 0.62s} is exactly 620,000,000
 * ns, and every printed value reads back exactly. Uses {@code long} arithmetic where a value fits,
 * because the first {@link BigDecimal} costs a starting JVM tens of milliseconds.
 */
public final class Units {
  /** The longest duration, about 31 years: so that sums of a few fit 64 bits of nanoseconds. */
  public static final long DURATION_NANOS_MAX = 1_000_000_000_000_000_000L;

  /** Limit of sizes in bytes and of numbers of packets. */
  public static final long AMOUNT_MAX = 1_000_000_000_000L;

  /** Limit of rates, in bit/s or packet/s. */
  public static final double RATE_MAX = 1e12;

  private static final int LENGTH_MAX = 40;
  private static final Pattern QUANTITY =
      Pattern.compile("([+-]?)(\\d+(?:\\.\\d+)?)\\s*([\\p{L}%/][\\p{L}%/]*)?");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,3})?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+|0x[0-9a-fA-F]+|0o[0-7]+");

  private static final SequencedMap<String, Long> DURATIONS =
      ordered(
          "ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "min", 60_000_000_000L);
  private static final SequencedMap<String, Long> SIZES =
      ordered("B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L);
  private static final SequencedMap<String, Long> PACKETS = ordered("packet", 1L, "packets", 1L);
  private static final SequencedMap<String, Long> BIT_RATES =
      ordered("bit/s", 1L, "kbit/s", 1_000L, "Mbit/s", 1_000_000L, "Gbit/s", 1_000_000_000L);
  private static final SequencedMap<String, Long> PACKET_RATES = ordered("packet/s", 1L);
  private static final SequencedMap<String, Long> RATES = joined(BIT_RATES, PACKET_RATES);
  private static final SequencedMap<String, Long> FRACTIONS = ordered("%", 1L);
  private static final SequencedMap<String, Long> AMOUNTS =
      joined(FRACTIONS, DURATIONS, PACKETS, SIZES, RATES);
  private static final String UNLIMITED = "unlimited";

  private Units() {}

  /**
   * Quantity and scale of a unit.
   *
   * @param kind quantity in words; units with equal words can be added
   * @param inMetrics one such unit in the unit of metrics, see {@link #amount}
   */
  public record Scale(String kind, BigDecimal inMetrics) {}

  /** Returns the scale of a unit, or empty for an unknown unit. */
  public static Optional<Scale> scale(String name) {
    String unit = name.endsWith("bit") ? name + "/s" : name;
    Long factor = AMOUNTS.get(unit);
    if (factor == null) {
      return Optional.empty();
    }
    BigDecimal one = BigDecimal.valueOf(factor);
    if (DURATIONS.containsKey(unit)) {
      return Optional.of(new Scale("a duration", one.movePointLeft(9)));
    }
    if (FRACTIONS.containsKey(unit)) {
      return Optional.of(new Scale("a percentage", one.movePointLeft(2)));
    }
    if (BIT_RATES.containsKey(unit)) {
      return Optional.of(new Scale("a rate in bit/s", one));
    }
    if (PACKET_RATES.containsKey(unit)) {
      return Optional.of(new Scale("a rate in packet/s", one));
    }
    return Optional.of(new Scale(SIZES.containsKey(unit) ? "a size" : "a number of packets", one));
  }

  /** Returns the units of a quantity, as {@link Scale#kind} calls it. */
  public static List<String> unitsOf(String kind) {
    return AMOUNTS.sequencedKeySet().stream()
        .filter(unit -> scale(unit).filter(each -> each.kind.equals(kind)).isPresent())
        .toList();
  }

  /** Decimal digits for which an integer and its power of ten are exact {@code double}s. */
  private static final int DIGITS_MAX = 15;

  private static final long WHOLE_DOUBLE_MAX = 1L << 53;

  /** Result of computations that overflow a {@code long}. */
  private static final long TOO_LONG = -1;

  /** Parsed number and unit. The number has unsigned decimal digits, perhaps with a point. */
  private record Quantity(String number, String unit) {
    private int decimals() {
      int point = number.indexOf('.');
      return point < 0 ? 0 : number.length() - point - 1;
    }

    /** Returns the number without its point, or {@link #TOO_LONG}. */
    private long digits() {
      return number.length() > DIGITS_MAX ? TOO_LONG : Long.parseLong(number.replace(".", ""));
    }

    /** Returns the product if it is a whole {@code long}, else {@link #TOO_LONG}. */
    long wholeTimes(long factor) {
      long digits = digits();
      if (digits == TOO_LONG || Math.multiplyHigh(digits, factor) != 0 || digits * factor < 0) {
        return TOO_LONG;
      }
      long power = powerOfTen(decimals());
      return digits * factor % power == 0 ? digits * factor / power : TOO_LONG;
    }

    double fraction() {
      long digits = digits();
      return digits == TOO_LONG
          ? decimal().movePointLeft(2).doubleValue()
          : (double) digits / powerOfTen(decimals() + 2);
    }

    boolean isOver(int percent) {
      return decimal().compareTo(BigDecimal.valueOf(percent)) > 0;
    }

    BigDecimal decimal() {
      return new BigDecimal(number);
    }
  }

  private static long powerOfTen(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  /** Parses a duration such as {@code 620ms}, 0…{@link #DURATION_NANOS_MAX}, in nanoseconds. */
  public static long durationNanos(String text) throws UnitError {
    return whole(text, "a duration", DURATIONS, DURATION_NANOS_MAX, "1ns");
  }

  /** Parses a size such as {@code 1500B}, 0…{@link #AMOUNT_MAX}, in bytes; kB is 1000 B. */
  public static long sizeBytes(String text) throws UnitError {
    return whole(text, "a size", SIZES, AMOUNT_MAX, "1B");
  }

  /** Parses a number of packets such as {@code 50packet}, 0 to {@link #AMOUNT_MAX}. */
  public static long packets(String text) throws UnitError {
    return whole(text, "a number of packets", PACKETS, AMOUNT_MAX, "1packet");
  }

  /** Parses a percentage such as {@code 1.5%} as a fraction 0…1. */
  public static double fraction(String text) throws UnitError {
    Quantity quantity = quantity(text, "a percentage", FRACTIONS);
    double fraction = quantity.fraction();
    if (fraction >= 1 && quantity.isOver(100)) {
      throw new UnitError(Quoted.of(text) + " is more than 100%");
    }
    return fraction;
  }

  /** Parses a rate above 0 in bits, such as {@code 10Mbit/s}, and returns it in bit/s. */
  public static double bitsPerSecond(String text) throws UnitError {
    Rate rate = rate(text);
    if (rate.unit() != Rate.Unit.BITS) {
      throw new UnitError(Quoted.of(text) + " is no rate in bit/s, such as 10Mbit/s");
    }
    return rate.perSecond();
  }

  /** Parses a rate above 0 such as {@code 2Mbit/s}, {@code 40packet/s} or {@code unlimited}. */
  public static Rate rate(String text) throws UnitError {
    if (text.equals(UNLIMITED)) {
      return Rate.UNLIMITED;
    }
    Quantity quantity = quantity(text.endsWith("bit") ? text + "/s" : text, "a rate", RATES);
    long factor = factor(RATES, quantity.unit);
    long whole = quantity.wholeTimes(factor);
    double perSecond =
        whole == TOO_LONG || whole > WHOLE_DOUBLE_MAX
            ? quantity.decimal().multiply(BigDecimal.valueOf(factor)).doubleValue()
            : whole;
    if (!(perSecond > 0)) {
      throw new UnitError(Quoted.of(text) + " is not above 0");
    }
    if (perSecond > RATE_MAX) {
      throw new UnitError(Quoted.of(text) + " is too fast, the most is 1000Gbit/s");
    }
    return PACKET_RATES.containsKey(quantity.unit)
        ? Rate.packetsPerSecond(perSecond)
        : Rate.bitsPerSecond(perSecond);
  }

  /**
   * Parses a metric's value in the unit of metrics: a plain number unchanged, a percentage as a
   * fraction, durations in seconds, sizes in bytes, rates in bit/s or packet/s.
   */
  public static double amount(String text) throws UnitError {
    if (NUMBER.matcher(text).matches()) {
      return number(text);
    }
    boolean negative = text.startsWith("-");
    Quantity quantity = quantity(negative ? text.substring(1) : text, "an amount", AMOUNTS);
    BigDecimal one = scale(quantity.unit).map(Scale::inMetrics).orElseThrow();
    double value = quantity.decimal().multiply(one).doubleValue();
    return negative ? -value : value;
  }

  /** Parses a whole number, decimal or {@code 0x…}, {@code 0o…} as in YAML's core schema. */
  public static long integer(String text) throws UnitError {
    if (!INTEGER.matcher(text).matches()) {
      throw new UnitError(Quoted.of(text) + " is not a whole number");
    }
    try {
      if (text.startsWith("0x")) {
        return Long.parseUnsignedLong(text.substring(2), 16);
      }
      return text.startsWith("0o") ? Long.parseLong(text.substring(2), 8) : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UnitError(Quoted.of(text) + " does not fit 64 bits");
    }
  }

  /** Parses a number such as {@code 0.02} or {@code 2e-3}; neither infinite nor NaN. */
  public static double number(String text) throws UnitError {
    if (!NUMBER.matcher(text).matches()) {
      throw new UnitError(Quoted.of(text) + " is not a number");
    }
    double number = Double.parseDouble(text);
    if (Double.isInfinite(number)) {
      throw new UnitError(Quoted.of(text) + " is too large");
    }
    return number;
  }

  /** Parses true or false in the three spellings of YAML's core schema. */
  public static boolean truth(String text) throws UnitError {
    return switch (text) {
      case "true", "True", "TRUE" -> true;
      case "false", "False", "FALSE" -> false;
      default -> throw new UnitError(Quoted.of(text) + " is neither true nor false");
    };
  }

  /** Prints a duration in the largest unit in which it is whole. */
  public static String printDuration(long nanos) {
    return print(nanos, DURATIONS);
  }

  /** Prints a size in the largest unit in which it is whole. */
  public static String printSize(long bytes) {
    return print(bytes, SIZES);
  }

  public static String printPackets(long packets) {
    return packets + "packet";
  }

  /** Prints a fraction 0…1 as the shortest percentage that reads back exactly. */
  public static String printFraction(double fraction) {
    return (fraction == 0 ? "0" : plain(BigDecimal.valueOf(fraction).movePointRight(2))) + "%";
  }

  /** Prints a rate in the largest unit in which it is at least 1. */
  public static String printRate(Rate rate) {
    return switch (rate.unit()) {
      case UNLIMITED -> UNLIMITED;
      case PACKETS -> printNumber(rate.perSecond()) + PACKET_RATES.firstEntry().getKey();
      case BITS -> {
        String unit = BIT_RATES.firstEntry().getKey();
        for (Map.Entry<String, Long> larger : BIT_RATES.entrySet()) {
          unit = rate.perSecond() >= larger.getValue() ? larger.getKey() : unit;
        }
        yield quotient(rate.perSecond(), factor(BIT_RATES, unit)) + unit;
      }
    };
  }

  private static String quotient(double number, long powerOfTen) {
    long whole = (long) number;
    return whole == number && whole <= WHOLE_DOUBLE_MAX && whole % powerOfTen == 0
        ? Long.toString(whole / powerOfTen)
        : plain(BigDecimal.valueOf(number).divide(BigDecimal.valueOf(powerOfTen)));
  }

  /** Prints a number in the shortest form that reads back exactly. */
  public static String printNumber(double number) {
    return number >= 0 ? quotient(number, 1) : plain(BigDecimal.valueOf(number));
  }

  /** Prints a number without exponent and without trailing zeros. */
  static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String print(long value, SequencedMap<String, Long> units) {
    for (Map.Entry<String, Long> unit : units.reversed().entrySet()) {
      if (value != 0 && value % unit.getValue() == 0) {
        return value / unit.getValue() + unit.getKey();
      }
    }
    return value + units.firstEntry().getKey();
  }

  private static long whole(
      String text, String kind, SequencedMap<String, Long> units, long max, String least)
      throws UnitError {
    Quantity quantity = quantity(text, kind, units);
    long factor = factor(units, quantity.unit);
    long whole = quantity.wholeTimes(factor);
    if (whole != TOO_LONG && whole <= max) {
      return whole;
    }
    BigDecimal value = quantity.decimal().multiply(BigDecimal.valueOf(factor));
    if (value.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw new UnitError(Quoted.of(text) + " is too large, the most is " + print(max, units));
    }
    try {
      return value.setScale(0, RoundingMode.UNNECESSARY).longValueExact();
    } catch (ArithmeticException e) {
      throw new UnitError(Quoted.of(text) + " is not a whole multiple of " + least);
    }
  }

  private static Quantity quantity(String text, String kind, SequencedMap<String, Long> units)
      throws UnitError {
    Matcher matcher = QUANTITY.matcher(text);
    if (text.length() > LENGTH_MAX || !matcher.matches()) {
      throw new UnitError(Quoted.of(text) + " is not " + kind, "units: " + names(units));
    }
    String unit = matcher.group(3);
    if (unit == null) {
      throw new UnitError(Quoted.of(text) + " needs a unit: " + names(units));
    }
    String number = matcher.group(2);
    if (!units.containsKey(unit)) {
      throw new UnitError(
          Quoted.of(text) + " has the unknown unit " + Quoted.of(unit),
          UnitSpelling.hint(new BigDecimal(number), unit, units.sequencedKeySet())
              .orElseGet(() -> Nearest.hint(unit, units.sequencedKeySet())));
    }
    if ("-".equals(matcher.group(1)) && new BigDecimal(number).signum() != 0) {
      throw new UnitError(Quoted.of(text) + " is negative");
    }
    return new Quantity(number, unit);
  }

  private static long factor(SequencedMap<String, Long> units, String unit) {
    return Objects.requireNonNull(units.get(unit), unit);
  }

  private static String names(SequencedMap<String, Long> units) {
    return String.join(", ", units.sequencedKeySet());
  }

  @SafeVarargs
  private static SequencedMap<String, Long> joined(SequencedMap<String, Long>... tables) {
    SequencedMap<String, Long> units = new LinkedHashMap<>();
    for (SequencedMap<String, Long> table : tables) {
      units.putAll(table);
    }
    return units;
  }

  private static SequencedMap<String, Long> ordered(Object... namesAndFactors) {
    SequencedMap<String, Long> units = new LinkedHashMap<>();
    for (int i = 0; i < namesAndFactors.length; i += 2) {
      units.put((String) namesAndFactors[i], (Long) namesAndFactors[i + 1]);
    }
    return units;
  }
}
