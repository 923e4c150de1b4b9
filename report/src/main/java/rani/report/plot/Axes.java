// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import rani.model.file.Amount;
import rani.report.paper.Figures;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Tick;
import rani.report.plot.Chart.Unit;
import rani.service.metric.MetricUnit;
import rani.study.experiment.Plot.Limits;
import rani.study.experiment.Plot.Scale;

/** Makes axes: units by the size of numbers, round limits, ticks at the values of variables. */
final class Axes {
  /** The most values of a variable that each get a tick. */
  static final int TICKS_MAX = 12;

  private static final String NARROW_SPACE = "\u202f";
  private static final List<Unit> TIMES =
      List.of(new Unit("\u00b5s", 1e-6), new Unit("ms", 1e-3), new Unit("s", 1));
  private static final List<Unit> RATES =
      List.of(
          new Unit("bit/s", 1),
          new Unit("kbit/s", 1e3),
          new Unit("Mbit/s", 1e6),
          new Unit("Gbit/s", 1e9));
  private static final List<Unit> SIZES =
      List.of(new Unit("B", 1), new Unit("kB", 1e3), new Unit("MB", 1e6), new Unit("GB", 1e9));
  static final Unit PERCENT = new Unit("%", 0.01);
  private static final double TIMES_BELOW = 2_000;
  private static final double OTHERS_BELOW = 1_000;

  /** An axis begins at 0 if its least value is below this part of the greatest. */
  private static final double NEAR_ZERO = 0.7;

  private static final double STEPS = 10;
  private static final double ROOM = 0.04;
  private static final double ROOM_OF_LOG = 1.15;

  private Axes() {}

  /** The range of finite values. */
  static final class Range {
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;
    private double leastPositive = Double.POSITIVE_INFINITY;

    void add(double value) {
      if (Double.isFinite(value)) {
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        leastPositive = value > 0 ? Math.min(leastPositive, value) : leastPositive;
      }
    }

    void addAll(Range other) {
      add(other.least);
      add(other.greatest);
      add(other.leastPositive);
    }

    double least() {
      return least;
    }

    double greatest() {
      return greatest;
    }

    boolean isEmpty() {
      return least > greatest;
    }

    double greatestAbsolute() {
      return isEmpty() ? 1 : Math.max(Math.abs(least), Math.abs(greatest));
    }
  }

  /** Returns the unit in which numbers up to a size are shown. */
  static Unit unit(MetricUnit unit, double greatest) {
    return switch (unit) {
      case SECONDS, MACHINE_SECONDS -> of(TIMES, greatest, TIMES_BELOW);
      case BITS_PER_SECOND -> of(RATES, greatest, OTHERS_BELOW);
      case BYTES -> of(SIZES, greatest, OTHERS_BELOW);
      case SHARE -> PERCENT;
      case PER_SECOND -> new Unit("1/s", 1);
      case MACHINE_SECONDS_PER_MEGABYTE -> new Unit("s/MB", 1);
      case COUNT, ORDINAL, PACKETS -> Unit.NONE;
    };
  }

  /** Returns of which kind the numbers of a unit are; empty of those that are none of metrics. */
  static Optional<MetricUnit> kind(Unit unit) {
    return TIMES.contains(unit)
        ? Optional.of(MetricUnit.SECONDS)
        : RATES.contains(unit)
            ? Optional.of(MetricUnit.BITS_PER_SECOND)
            : SIZES.contains(unit)
                ? Optional.of(MetricUnit.BYTES)
                : Stream.of(
                        MetricUnit.SHARE,
                        MetricUnit.PER_SECOND,
                        MetricUnit.MACHINE_SECONDS_PER_MEGABYTE)
                    .filter(kind -> unit(kind, 1).equals(unit))
                    .findFirst();
  }

  private static Unit of(List<Unit> units, double greatest, double below) {
    return units.stream()
        .filter(unit -> unit.shown(greatest) < below)
        .findFirst()
        .orElse(units.getLast());
  }

  /** Returns an axis of measured values; {@code fromZero} has it begin at 0, as bars do. */
  static Axis values(
      String title, Unit unit, Range range, Scale scale, Limits limits, boolean fromZero) {
    if (scale == Scale.LOG) {
      double least = range.leastPositive <= range.greatest ? range.leastPositive : 1;
      double most = Math.max(range.isEmpty() ? 10 : range.greatest, least * 10);
      return new Axis(
          title,
          unit,
          true,
          false,
          limits.low().orElse(least / ROOM_OF_LOG),
          limits.high().orElse(most * ROOM_OF_LOG),
          List.of());
    }
    double low = range.isEmpty() ? 0 : range.least;
    double high = range.isEmpty() ? 1 : range.greatest;
    boolean zero = fromZero || low >= 0 && low <= NEAR_ZERO * high;
    low = zero ? Math.min(0, low) : low;
    if (low == high) {
      low = zero ? low : low - Math.abs(low) * ROOM;
      high += high == 0 ? 1 : Math.abs(high) * ROOM;
    }
    boolean isWhole = unit.equals(PERCENT) && low >= 0 && high <= 1 && high > 1 - ROOM;
    double step = step((high - low) / unit.factor() / STEPS) * unit.factor();
    double room = (high - low) * ROOM;
    double from = zero && low == 0 ? 0 : Math.floor((low - room) / step) * step;
    double until = isWhole ? 1 : Math.ceil((high + room) / step) * step;
    return new Axis(
        title,
        unit,
        false,
        false,
        limits.low().orElse(clean(from)),
        limits.high().orElse(clean(until)),
        List.of());
  }

  /** Returns a round number, 1, 2 or 5 times a power of 10, that is not below another. */
  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    double times = least / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
  }

  /** Removes the error of binary fractions, so that 0.30000000000000004 is 0.3. */
  private static double clean(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.12g", value));
  }

  /** Returns an axis of time, which ends where the values end. */
  static Axis time(Unit unit, Range range, Limits limits) {
    double high = range.isEmpty() ? 1 : range.greatest;
    double low = range.isEmpty() ? 0 : Math.min(0, range.least);
    return new Axis(
        "time",
        unit,
        false,
        false,
        limits.low().orElse(low),
        limits.high().orElse(high > low ? high : low + 1),
        List.of());
  }

  /** Returns an axis of names, which get positions 0, 1, 2…, and those of numbers their unit. */
  static Axis names(String title, List<String> names) {
    List<Tick> ticks = new ArrayList<>();
    for (String name : names) {
      ticks.add(new Tick(ticks.size(), name));
    }
    return new Axis(title, Unit.NONE, false, true, -0.5, names.size() - 0.5, ticks);
  }

  /** Returns the values of a variable as SI numbers; empty unless all are of one kind. */
  static Optional<List<Double>> numbers(List<String> values) {
    List<Amount> amounts =
        values.stream().flatMap(value -> Amount.parse(value.strip()).stream()).toList();
    boolean oneKind = amounts.stream().map(Amount::kind).distinct().count() == 1;
    return amounts.size() == values.size() && oneKind
        ? Optional.of(amounts.stream().map(one -> one.inMetrics().doubleValue()).toList())
        : Optional.empty();
  }

  /** Returns an axis of a variable's numbers, with ticks at the values if there are few. */
  static Axis numbers(String variable, List<String> values, Scale scale, Limits limits) {
    List<Double> numbers = numbers(values).orElseThrow();
    Range range = new Range();
    numbers.forEach(range::add);
    Unit unit = unitOf(values.getFirst(), range.greatestAbsolute());
    boolean isLog = scale == Scale.LOG && range.least > 0;
    double span = range.greatest - range.least;
    double room = span == 0 ? Math.max(1, Math.abs(range.least)) : span * ROOM;
    List<Tick> ticks =
        numbers.size() > TICKS_MAX
            ? List.of()
            : numbers.stream()
                .distinct()
                .sorted()
                .map(at -> new Tick(at, Figures.number(unit.shown(at))))
                .toList();
    return new Axis(
        variable,
        unit,
        isLog,
        false,
        limits.low().orElse(isLog ? range.least / ROOM_OF_LOG : range.least - room),
        limits.high().orElse(isLog ? range.greatest * ROOM_OF_LOG : range.greatest + room),
        isLog ? ticks : apart(ticks, span));
  }

  /** Leaves out ticks whose labels would run into the one before. */
  private static List<Tick> apart(List<Tick> ticks, double span) {
    List<Tick> kept = new ArrayList<>();
    for (Tick tick : ticks) {
      if (kept.isEmpty() || tick.at() - kept.getLast().at() >= span / 25) {
        kept.add(tick);
      }
    }
    return kept;
  }

  private static Unit unitOf(String value, double greatest) {
    String kind = Amount.parse(value.strip()).map(Amount::kind).orElse("");
    return switch (kind) {
      case "a duration" -> unit(MetricUnit.SECONDS, greatest);
      case "a size" -> unit(MetricUnit.BYTES, greatest);
      case "a percentage" -> PERCENT;
      case "a rate in bit/s" -> unit(MetricUnit.BITS_PER_SECOND, greatest);
      case "a rate in packet/s" -> new Unit("packet/s", 1);
      case "a number of packets" -> new Unit("packets", 1);
      default -> Unit.NONE;
    };
  }

  /** Returns a value as it is written in a text: {@code 20ms} becomes {@code 20 ms}. */
  static String spaced(String value) {
    String text = value.strip();
    Optional<Amount> amount = Amount.parse(text).filter(one -> !one.unit().isEmpty());
    return amount.isEmpty()
        ? value
        : text.substring(0, text.length() - amount.get().unit().length()).strip()
            + NARROW_SPACE
            + amount.get().unit();
  }
}
