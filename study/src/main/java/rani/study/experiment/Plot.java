// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.stream.Stream;
import rani.study.expectation.MetricNames;
import rani.study.series.SeriesName;

/**
 * A chart of metrics over the trials of one or several runs, or of series of their packets and
 * connections. Dimensions tell the values apart: the variables of a sweep, {@link #METRIC} and
 * {@link #RUN}.
 *
 * @param name of files; letters, digits and hyphens
 * @param metrics metrics or, if {@link #showsSeries}, series; at least one, all in the same unit
 *     unless {@code facet} separates them
 * @param x a dimension, {@link #TIME} or, of a scatter plot, a metric; "" for kinds without
 * @param by dimensions that tell lines apart; of a heat map the one on the y axis
 * @param facet dimensions of panels: of the columns, then of the rows
 * @param where variables of which only some values are drawn, with these values
 * @param labels what is written in place of the names of metrics, variables and their values
 * @param legend how lines are named
 * @param columns how many columns of a paper's page the figure takes
 * @param interval how the 95 % interval of a mean is shown
 * @param trials whether single trials are shown behind the means; of series, whether all trials are
 *     taken and not only the first of each variant
 * @param binNanos length of the bins of throughput and utilisation over time
 */
public record Plot(
    String name,
    String title,
    Kind kind,
    List<String> metrics,
    String x,
    List<String> by,
    List<String> facet,
    SequencedMap<String, List<String>> where,
    SequencedMap<String, String> labels,
    Legend legend,
    int columns,
    Interval interval,
    boolean trials,
    Scale xScale,
    Scale yScale,
    Limits xLimits,
    Limits yLimits,
    long binNanos) {
  /** The dimension of metrics or series in one chart. */
  public static final String METRIC = "metric";

  /** The dimension of runs and sweeps in one chart. */
  public static final String RUN = "run";

  /** The x axis of series over time. */
  public static final String TIME = "time";

  public static final long BIN_NANOS = 100_000_000;

  /** Largest number of metrics in one chart. */
  public static final int METRICS_MAX = 24;

  /** Largest number of columns of a page that a figure takes. */
  public static final int COLUMNS_MAX = 2;

  /** What is drawn. */
  public enum Kind {
    LINE("The mean over x, or a series over time."),
    STEP("The same in steps."),
    CDF("Which part of the values is at most x."),
    CCDF("Which part of the values is greater than x."),
    BOX("Quartiles, and whiskers to the farthest value within 1.5 interquartile ranges."),
    STRIP("Every value as a point."),
    BAR("The mean as a bar."),
    HEAT("The mean as the darkness of a cell: x by `by`."),
    TIMELINE("States as spans of time, in a lane each."),
    SCATTER("One metric over another.");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    /** Returns what it is in a sentence, for the documentation of files. */
    public String meaning() {
      return meaning;
    }

    boolean needsX() {
      return this == LINE || this == STEP || this == BAR || this == HEAT || this == SCATTER;
    }

    boolean takesX() {
      return this != CDF && this != CCDF;
    }
  }

  /** How lines are named. */
  public enum Legend {
    /** At the ends of the lines of figures for paper or a talk, where there is room; else above. */
    AUTO,
    /** At the ends of lines, where there is room; else above. */
    DIRECT,
    /** Above the panels. */
    TOP,
    NONE
  }

  /** How an interval is shown; AUTO is a band along lines over numbers and bars elsewhere. */
  public enum Interval {
    AUTO,
    BAND,
    BARS,
    NONE
  }

  /** The scale of an axis; AUTO is linear for numbers, and names at equal distances for others. */
  public enum Scale {
    AUTO,
    LINEAR,
    LOG,
    NAMES
  }

  /** The ends of an axis in SI units; empty for those that the values give. */
  public record Limits(OptionalDouble low, OptionalDouble high) {
    public static final Limits NONE = new Limits(OptionalDouble.empty(), OptionalDouble.empty());
  }

  public Plot {
    metrics = List.copyOf(metrics);
    by = List.copyOf(by);
    facet = List.copyOf(facet);
    where = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(where));
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
  }

  /** A line chart of a metric's mean over a variable, with one line for each value of another. */
  public Plot(String title, String x, String metric, Optional<String> by) {
    this(
        nameOf(title),
        title,
        Kind.LINE,
        List.of(metric),
        x,
        by.stream().toList(),
        List.of(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        Legend.AUTO,
        1,
        Interval.AUTO,
        false,
        Scale.AUTO,
        Scale.AUTO,
        Limits.NONE,
        Limits.NONE,
        BIN_NANOS);
  }

  /** Returns a chart of the distribution of a metric over the trials. */
  public static Plot distribution(String title, String metric) {
    Plot line = new Plot(title, "", metric, Optional.empty());
    return new Plot(
        line.name,
        title,
        Kind.CDF,
        line.metrics,
        "",
        line.by,
        line.facet,
        line.where,
        line.labels,
        line.legend,
        line.columns,
        line.interval,
        false,
        line.xScale,
        line.yScale,
        line.xLimits,
        line.yLimits,
        BIN_NANOS);
  }

  /**
   * Returns what is left of a plot of a sweep for one variant alone: no variable tells values
   * apart. Empty if the variant is not among what is drawn, or if the x axis is a variable.
   */
  public Optional<Plot> ofVariant(Map<String, String> labels) {
    boolean isDrawn =
        where.entrySet().stream()
            .allMatch(one -> one.getValue().contains(labels.getOrDefault(one.getKey(), "")));
    if (!isDrawn || labels.containsKey(x)) {
      return Optional.empty();
    }
    SequencedMap<String, String> own = new LinkedHashMap<>(this.labels);
    own.keySet().removeIf(name -> !name.equals(x) && !metrics.contains(name));
    return Optional.of(
        new Plot(
            name,
            title,
            kind,
            metrics,
            x,
            by.stream().filter(one -> !labels.containsKey(one)).toList(),
            facet.stream().filter(one -> !labels.containsKey(one)).toList(),
            new LinkedHashMap<>(),
            own,
            legend,
            columns,
            interval,
            trials,
            xScale,
            yScale,
            xLimits,
            yLimits,
            binNanos));
  }

  /** Returns what is written in place of the name of a metric or variable, or of a value. */
  public String label(String name, String otherwise) {
    return labels.getOrDefault(name, otherwise);
  }

  /** Returns the name of a file for a title: {@code Delay, 95 %} becomes {@code delay-95}. */
  public static String nameOf(String title) {
    int charactersMax = 60;
    String name = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String kept = name.length() > charactersMax ? name.substring(0, charactersMax) : name;
    String stripped = kept.replaceAll("^-|-$", "");
    return stripped.isEmpty() ? "plot" : stripped;
  }

  /**
   * Returns whether the values are of series and not of metrics. A name that both have, such as
   * {@code throughput.n1}, is a series over time, and where bins are asked for.
   */
  public boolean showsSeries() {
    return showsSeries(kind, metrics, x, binNanos != BIN_NANOS);
  }

  static boolean showsSeries(Kind kind, List<String> metrics, String x, boolean hasBins) {
    boolean canBe =
        kind != Kind.SCATTER
            && !metrics.isEmpty()
            && metrics.stream().allMatch(name -> SeriesName.of(name).isPresent());
    return canBe
        && (x.equals(TIME)
            || kind == Kind.TIMELINE
            || hasBins
            || metrics.stream().noneMatch(MetricNames::isKnown));
  }

  /** Returns the metrics, the one on the x axis included; none if they are series. */
  public List<String> allMetrics() {
    if (showsSeries()) {
      return List.of();
    }
    return kind == Kind.SCATTER ? Stream.concat(Stream.of(x), metrics.stream()).toList() : metrics;
  }
}
