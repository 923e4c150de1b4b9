// SPDX-License-Identifier: Apache-2.0
package rani.report.paper;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.service.metric.MetricUnit;
import rani.study.expectation.Expectation;
import rani.study.expectation.MetricNames;
import rani.study.observe.MetricSheet;
import rani.study.statistics.Summary;

/** Formats numbers with units, without locale, and with significant digits only. */
public final class Figures {
  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
  private static final String NARROW_SPACE = "\u202f";
  private static final List<String> BIT_RATES = List.of("bit/s", "kbit/s", "Mbit/s", "Gbit/s");
  private static final List<String> TIMES = List.of("\u00b5s", "ms", "s");
  private static final List<String> SIZES = List.of("B", "kB", "MB", "GB");
  private static final int DIGITS_BEHIND_POINT_MAX = 9;
  private static final String ERROR = ".error";
  private static final Pattern DELAY = Pattern.compile("(delay\\..+)\\.(?:mean|p\\d+|max)");
  private static final String MINUS = "\u2212";

  private Figures() {}

  /** The kind of number that a metric is. */
  public enum Unit {
    NUMBER,
    SHARE,
    SECONDS,
    /** Seconds, written in s, ms or µs as suits the value. */
    TIME,
    BIT_RATE;

    /** Returns the kind for a table whose rows are of different metrics, each in its own unit. */
    public static Unit inRow(String metric) {
      Unit unit = of(metric);
      return unit == SECONDS ? TIME : unit;
    }

    public static Unit of(String metric) {
      return MetricNames.isRelative(metric)
          ? SHARE
          : MetricSheet.find(metric).map(named -> of(named.row().unit())).orElse(NUMBER);
    }

    private static Unit of(MetricUnit unit) {
      return switch (unit) {
        case COUNT, ORDINAL, PACKETS, BYTES, PER_SECOND, MACHINE_SECONDS_PER_MEGABYTE -> NUMBER;
        case SHARE -> SHARE;
        case SECONDS, MACHINE_SECONDS -> SECONDS;
        case BITS_PER_SECOND -> BIT_RATE;
      };
    }
  }

  public static String metric(String metric, @Nullable Double value) {
    return value == null ? "not measured" : value(Unit.of(metric), value);
  }

  /** Formats a metric. A delay between two hosts includes the possible error of their clocks. */
  public static String metric(String metric, @Nullable Double value, Map<String, Double> metrics) {
    Matcher delay = DELAY.matcher(metric);
    Double error = delay.matches() ? metrics.get(delay.group(1) + ERROR) : null;
    return value == null || error == null
        ? metric(metric, value)
        : interval(Unit.SECONDS, value, error);
  }

  public static String value(Unit unit, double value) {
    return switch (unit) {
      case NUMBER -> number(value);
      case SHARE -> share(value);
      case SECONDS -> number(value) + NARROW_SPACE + "s";
      case TIME -> interval(unit, value, Double.NaN);
      case BIT_RATE -> bitRate(value);
    };
  }

  /** Formats an absolute difference; shares in percentage points. */
  static String amount(Unit unit, double apart) {
    return unit == Unit.SHARE
        ? counted(number(points(apart * 100)), "percentage point")
        : value(unit, apart);
  }

  /** Rounds to 0.1 points, or smaller values to two significant digits. */
  private static double points(double points) {
    return points >= 1
        ? Math.round(points * 10) / 10.0
        : BigDecimal.valueOf(points).round(new MathContext(2)).doubleValue();
  }

  /**
   * Formats a mean and half the width of its interval, or NaN for a single trial, with two digits
   * of the latter: {@code 53.5 ± 1.1 %}.
   */
  public static String interval(Unit unit, double mean, double half) {
    return switch (unit) {
      case NUMBER -> plusMinus(mean, half);
      case SHARE -> plusMinus(mean * 100, half * 100) + NARROW_SPACE + "%";
      case SECONDS -> plusMinus(mean, half) + NARROW_SPACE + "s";
      case TIME -> {
        int prefix = mean == 0 ? TIMES.size() - 1 : prefix(mean * 1e6, TIMES.size());
        double scale = Math.pow(1000, TIMES.size() - 1 - prefix);
        yield plusMinus(mean * scale, half * scale) + NARROW_SPACE + TIMES.get(prefix);
      }
      case BIT_RATE -> {
        int prefix = prefix(mean, BIT_RATES.size());
        double scale = Math.pow(1000, prefix);
        yield plusMinus(mean / scale, half / scale) + NARROW_SPACE + BIT_RATES.get(prefix);
      }
    };
  }

  /** Formats a mean over the trials that have a metric, and their number unless all have it. */
  public static String mean(String metric, Summary summary, int trials) {
    return mean(Unit.of(metric), summary, trials);
  }

  public static String mean(Unit unit, Summary summary, int trials) {
    return interval(unit, summary.mean(), summary.halfWidth95()) + having(summary.count(), trials);
  }

  /** Returns a note for a mean; empty if all trials have the metric. */
  static String having(int count, int trials) {
    return count == trials ? "" : " (" + count + " of " + trials + " trials have it)";
  }

  /** Formats a mean and half the width of its interval (NaN for none) in the metric's unit. */
  public static String interval(String metric, double mean, double half) {
    return interval(Unit.of(metric), mean, half);
  }

  /**
   * Formats the value of an expectation. A delay between two hosts includes the possible error of
   * their clocks.
   */
  public static String measured(Expectation.Result result, Map<String, Double> metrics) {
    Matcher delay = DELAY.matcher(result.expectation().metric());
    Double error = delay.matches() ? metrics.get(delay.group(1) + ERROR) : null;
    Double value = result.value();
    if (value == null) {
      return "–";
    }
    return error == null ? number(value) : interval(Unit.NUMBER, value, error);
  }

  /** Formats a difference with its sign: {@code +12.3 ± 1.1 percentage points}. */
  public static String difference(String metric, double mean, double half) {
    String sign = mean < 0 ? MINUS : "+";
    return (mean == 0 ? "" : sign) + apart(Unit.of(metric), Math.abs(mean), half);
  }

  /** Formats a difference for a narrow cell; shares in points: {@code +12.3 ± 1.1 pp}. */
  public static String shortDifference(String metric, double mean, double half) {
    return Unit.of(metric) == Unit.SHARE
        ? (mean < 0 ? MINUS : mean == 0 ? "" : "+")
            + plusMinus(Math.abs(mean) * 100, half * 100)
            + NARROW_SPACE
            + "pp"
        : difference(metric, mean, half);
  }

  /** Formats a difference of 0 or more: {@code 12.3 ± 1.1 percentage points}. */
  public static String apart(Unit unit, double mean, double half) {
    return unit == Unit.SHARE
        ? plusMinus(mean * 100, half * 100) + " percentage points"
        : interval(unit, mean, half);
  }

  public static String capitalised(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** Returns the unit to append to an axis title. */
  public static String axis(Unit unit) {
    return switch (unit) {
      case NUMBER, SHARE -> "";
      case SECONDS, TIME -> " in s";
      case BIT_RATE -> " in bit/s";
    };
  }

  private static String plusMinus(double mean, double half) {
    if (!Double.isFinite(half) || !Double.isFinite(mean)) {
      return number(mean);
    }
    if (half <= Math.abs(mean) * 1e-9) {
      return number(mean); // every trial gave the same
    }
    int digits = Math.clamp(1 - (int) Math.floor(Math.log10(half)), 0, DIGITS_BEHIND_POINT_MAX);
    return signed(mean, digits) + " \u00b1 " + signed(half, digits);
  }

  private static String signed(double value, int digits) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP);
    String text = rounded.toPlainString();
    return rounded.signum() < 0 ? MINUS + text.substring(1) : text.replace("-", "");
  }

  private static int prefix(double value, int prefixes) {
    int prefix = 0;
    double scaled = Math.abs(value);
    while (scaled >= 1000 && prefix < prefixes - 1) {
      scaled /= 1000;
      prefix++;
    }
    return prefix;
  }

  /** Formats with four digits and a prefix: {@code 962.4 kbit/s}. */
  public static String bitRate(double bitsPerSecond) {
    int prefix = prefix(bitsPerSecond, BIT_RATES.size());
    return number(bitsPerSecond / Math.pow(1000, prefix)) + NARROW_SPACE + BIT_RATES.get(prefix);
  }

  /** Formats with four significant digits, and whole numbers without a point. */
  public static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal rounded =
        Math.abs(value) >= 1000
            ? exact.setScale(value == Math.rint(value) ? 0 : 1, RoundingMode.HALF_UP)
            : exact.round(FOUR_DIGITS);
    String text = rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    return text.startsWith("-") ? MINUS + text.substring(1) : text;
  }

  /** Formats a share as a percentage, with one decimal unless it is 0. */
  public static String share(double value) {
    BigDecimal percent =
        BigDecimal.valueOf(value)
            .movePointRight(2)
            .setScale(1, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    return (percent.signum() == 0 ? "0" : percent.toPlainString()) + NARROW_SPACE + "%";
  }

  /** Formats with four digits and a prefix: {@code 7.216 MB}. */
  public static String bytes(long bytes) {
    int prefix = prefix(bytes, SIZES.size());
    return number(bytes / Math.pow(1000, prefix)) + NARROW_SPACE + SIZES.get(prefix);
  }

  public static String milliseconds(long nanos) {
    return number(nanos / 1e6) + NARROW_SPACE + "ms";
  }

  /** Formats a count: {@code 1 trial}, {@code 20 trials}. */
  public static String counted(int count, String thing) {
    return counted(Integer.toString(count), thing);
  }

  private static String counted(String count, String thing) {
    return count + " " + thing + (count.equals("1") ? "" : "s");
  }

  /** Formats a time or duration in seconds, to the millisecond. */
  public static String seconds(long nanos) {
    return new BigDecimal(nanos).movePointLeft(9).setScale(3, RoundingMode.HALF_UP).toPlainString()
        + NARROW_SPACE
        + "s";
  }
}
