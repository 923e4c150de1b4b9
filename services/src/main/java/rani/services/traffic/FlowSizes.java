// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.world.Streams;

/**
 * Distributions of the sizes of flows, in bytes of data. Sizes are rounded up to whole bytes and
 * held between {@link #BYTES_MIN} and {@link #BYTES_MAX}.
 */
public final class FlowSizes {
  /** Least size of a flow: its first message has a head. */
  public static final int BYTES_MIN = ExchangeHeader.LENGTH;

  /** Greatest size of a flow: 1 GiB. */
  public static final int BYTES_MAX = ExchangeHeader.TRANSFER_BYTES_MAX;

  /** Largest number of points of a distribution. */
  public static final int POINTS_MAX = 10_000;

  /** Distributions of the literature; each is a resource of that name, with its source. */
  static final List<String> PUBLISHED = List.of("web-search", "data-mining");

  private static final Pattern NAMED = Pattern.compile("(pareto|lognormal)\\s*\\((.*)\\)");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,10}(?:\\.\\d{1,9})?)(B|kB|MB|GB)");
  private static final Pattern POINT =
      Pattern.compile(
          "(\\d{1,12}(?:\\.\\d{1,9})?)(?:\\s*,\\s*|\\s+)([01](?:\\.\\d{1,17})?|\\.\\d{1,17})");
  private static final int CLIPPED_LENGTH = 40;

  private final double meanBytes;
  private final Draw draw;

  private interface Draw {
    double bytes(RandomGenerator random);
  }

  private FlowSizes(double meanBytes, Draw draw) {
    this.meanBytes = meanBytes;
    this.draw = draw;
  }

  /** Returns the expected size before it is rounded up. */
  double meanBytes() {
    return meanBytes;
  }

  /** Draws a size in bytes. */
  int draw(RandomGenerator random) {
    return (int) Math.clamp(StrictMath.ceil(draw.bytes(random)), BYTES_MIN, BYTES_MAX);
  }

  /**
   * Parses a distribution: the name of a published one; a single size; {@code pareto(mean=100kB,
   * shape=1.2)} or {@code lognormal(mean=100kB, sigma=1.5)}; or points of a cumulative distribution
   * function, {@code BYTES SHARE}, separated by commas.
   */
  static FlowSizes of(String text) {
    String written = text.strip();
    if (PUBLISHED.contains(written)) {
      return published(written);
    }
    Matcher named = NAMED.matcher(written);
    if (named.matches()) {
      Map<String, String> given = parameters(named.group(2));
      return named.group(1).equals("pareto") ? pareto(given) : lognormal(given);
    }
    if (SIZE.matcher(written).matches()) {
      double bytes = size(written);
      return new FlowSizes(bytes, _ -> bytes);
    }
    List<Point> points = new ArrayList<>();
    for (String point : written.split(",", -1)) {
      points.add(Point.parse(point));
    }
    return empirical(points);
  }

  /**
   * Point of a cumulative distribution function: a part {@code share}, 0…1, of the flows has at
   * most {@code bytes}.
   */
  public record Point(double bytes, double share) {
    /** Parses bytes and a share, separated by a comma or blanks. */
    public static Point parse(String text) {
      Matcher point = POINT.matcher(text.strip());
      if (!point.matches()) {
        throw new IllegalArgumentException(
            "`"
                + text.substring(0, Math.min(text.length(), CLIPPED_LENGTH))
                + "` is neither one of "
                + String.join(", ", PUBLISHED)
                + ", nor a size such as 20kB, pareto(mean=100kB, shape=1.2), lognormal(mean=100kB,"
                + " sigma=1.5), or bytes and the share of flows up to that, such as `1460 0.5`");
      }
      double bytes = inRange(Double.parseDouble(point.group(1)));
      double share = Double.parseDouble(point.group(2));
      if (share > 1) {
        throw new IllegalArgumentException("a share of flows is 0…1, not " + point.group(2));
      }
      return new Point(bytes, share);
    }

    /** Returns true if a text has the form of a point; its numbers may be out of range. */
    public static boolean isWritten(String text) {
      return POINT.matcher(text.strip()).matches();
    }
  }

  /** Checks that points ascend from one to the next and end at 1. */
  public static void check(List<Point> points) {
    if (points.isEmpty() || points.size() > POINTS_MAX) {
      throw new IllegalArgumentException("a distribution has 1…" + POINTS_MAX + " points");
    }
    for (int k = 1; k < points.size(); k++) {
      Point before = points.get(k - 1);
      Point point = points.get(k);
      if (point.bytes() < before.bytes() || point.share() < before.share()) {
        throw new IllegalArgumentException("point " + (k + 1) + " is below the one before it");
      }
    }
    if (points.getLast().share() != 1) {
      throw new IllegalArgumentException("the last point's share of flows is 1");
    }
  }

  private static FlowSizes published(String name) {
    try (InputStream in = FlowSizes.class.getResourceAsStream(name + ".csv")) {
      if (in == null) {
        throw new IllegalStateException("the distribution " + name + " is missing");
      }
      return empirical(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(Point::parse)
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Inverts a distribution function that is linear between its points and, as ns-2's empirical
   * random variable, jumps from 0 to the first point's share at the first point.
   */
  private static FlowSizes empirical(List<Point> points) {
    check(points);
    int count = points.size();
    double[] bytes = points.stream().mapToDouble(Point::bytes).toArray();
    double[] shares = points.stream().mapToDouble(Point::share).toArray();
    double mean = shares[0] * bytes[0];
    for (int k = 1; k < count; k++) {
      mean += (shares[k] - shares[k - 1]) * (bytes[k] + bytes[k - 1]) / 2;
    }
    return new FlowSizes(
        mean,
        random -> {
          double share = Streams.uniform(random);
          int low = 0;
          int high = count - 1;
          while (low < high) { // the first point that is not below
            int middle = (low + high) >>> 1;
            if (shares[middle] < share) {
              low = middle + 1;
            } else {
              high = middle;
            }
          }
          if (low == 0) {
            return bytes[0];
          }
          double part = (share - shares[low - 1]) / (shares[low] - shares[low - 1]);
          return bytes[low - 1] + part * (bytes[low] - bytes[low - 1]);
        });
  }

  /** The Pareto distribution by its mean; what is larger than the maximum is cut to it. */
  private static FlowSizes pareto(Map<String, String> given) {
    double wantedMean = size(taken(given, "pareto", "mean"));
    double shape = number(given, "pareto", "shape", 1, 100);
    double max = maximum(given, "pareto");
    double least = wantedMean * (shape - 1) / shape;
    requireBelow(wantedMean, max);
    // E[min(X, M)] = x_m + ∫ (x_m / x)^shape dx from x_m to M
    double mean = least + least / (shape - 1) * (1 - StrictMath.pow(least / max, shape - 1));
    return new FlowSizes(
        mean,
        random -> Math.min(max, least / StrictMath.pow(1 - Streams.uniform(random), 1 / shape)));
  }

  /** The log-normal distribution by its mean; what is larger than the maximum is cut to it. */
  private static FlowSizes lognormal(Map<String, String> given) {
    double wantedMean = size(taken(given, "lognormal", "mean"));
    double sigma = number(given, "lognormal", "sigma", 0, 10);
    double max = maximum(given, "lognormal");
    double mu = StrictMath.log(wantedMean) - sigma * sigma / 2;
    requireBelow(wantedMean, max);
    return new FlowSizes(
        cutMean(mu, sigma, max),
        random -> Math.min(max, StrictMath.exp(Streams.normal(random, mu, sigma))));
  }

  /** Returns the mean of exp(N(mu, sigma)) cut at a maximum, by the trapezoidal rule. */
  private static double cutMean(double mu, double sigma, double max) {
    double step = 1.0 / 512;
    double sum = 0;
    for (double z = -10; z <= 10 + sigma; z += step) {
      double density = StrictMath.exp(-z * z / 2) / StrictMath.sqrt(2 * StrictMath.PI);
      sum += density * Math.min(max, StrictMath.exp(mu + sigma * z));
    }
    return sum * step;
  }

  private static void requireBelow(double mean, double max) {
    if (mean > max) {
      throw new IllegalArgumentException("the mean of sizes is at most their max");
    }
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String one : text.strip().split("\\s*,\\s*|\\s+", -1)) {
      int equals = one.indexOf('=');
      if (equals < 1 || given.put(one.substring(0, equals), one.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(
            "parameters of sizes are written NAME=VALUE, each once, such as mean=100kB");
      }
    }
    return given;
  }

  private static String taken(Map<String, String> given, String of, String name) {
    String value = given.remove(name);
    if (value == null) {
      throw new IllegalArgumentException(of + " needs `" + name + "`");
    }
    return value;
  }

  private static double number(
      Map<String, String> given, String of, String name, double above, double max) {
    String text = taken(given, of, name);
    double number;
    try {
      number = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      number = Double.NaN;
    }
    if (!(number > above && number <= max)) {
      throw new IllegalArgumentException(
          "`%s` of %s is above %.0f and at most %.0f".formatted(name, of, above, max));
    }
    return number;
  }

  /** Reads the maximum, the last of the parameters. */
  private static double maximum(Map<String, String> given, String of) {
    String max = given.remove("max");
    if (!given.isEmpty()) {
      String known = of.equals("pareto") ? "mean, shape and max" : "mean, sigma and max";
      throw new IllegalArgumentException(of + " has " + known + ", no `" + first(given) + "`");
    }
    return max == null ? BYTES_MAX : size(max);
  }

  private static String first(Map<String, String> given) {
    String name = given.keySet().iterator().next();
    return name.substring(0, Math.min(name.length(), CLIPPED_LENGTH));
  }

  private static double size(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new IllegalArgumentException("a size has a unit, such as 100kB");
    }
    return inRange(Double.parseDouble(size.group(1)) * unitBytes(size.group(2)));
  }

  private static double inRange(double bytes) {
    if (bytes < BYTES_MIN || bytes > BYTES_MAX) {
      throw new IllegalArgumentException(
          "a flow has " + BYTES_MIN + "…" + BYTES_MAX + " bytes, not " + (long) bytes);
    }
    return bytes;
  }

  private static int unitBytes(String unit) {
    return switch (unit) {
      case "kB" -> 1_000;
      case "MB" -> 1_000_000;
      case "GB" -> 1_000_000_000;
      default -> 1;
    };
  }
}
