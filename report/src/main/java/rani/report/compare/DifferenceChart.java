// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.stream.DoubleStream;
import rani.report.compare.ComparePage.Row;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.report.plot.Chart;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Layer;
import rani.report.plot.Chart.Tick;
import rani.report.plot.Chart.Unit;
import rani.study.experiment.Plot;
import rani.study.statistics.MeanDifference;

/**
 * The differences of a comparison as a forest plot: a row for each number, with the difference in
 * percent of A's mean and its 95 % interval. Where one is more than twice A's mean, or less than
 * half, the axis has the ratio to A's mean, on a logarithmic scale.
 */
final class DifferenceChart {
  /** The most rows. */
  static final int ROWS_MAX = 24;

  private static final int SEEN = 0;
  private static final int UNSEEN = 1;
  private static final double ROOM = 0.12;
  private static final double ROOM_MIN = 1e-6;
  private static final double HALF = 0.5;

  /** Ratios beyond, or below its inverse, are drawn at the edge. */
  private static final double RATIO_MAX = 1000;

  /** A ratio to A's mean with the ends of its interval, which are NaN without one. */
  private record Ratio(Row row, double mean, double low, double high) {
    static Ratio of(Row row) {
      double before = Math.abs(row.of().before().mean());
      MeanDifference difference = row.of().difference();
      double half = difference.halfWidth95() / before;
      double mean = 1 + difference.mean() / before;
      return new Ratio(row, mean, mean - half, mean + half);
    }

    /** Returns what the axis must hold: of a difference that is not seen only the mean. */
    DoubleStream telling() {
      return series() == SEEN
          ? DoubleStream.of(mean, low, high).filter(Double::isFinite)
          : DoubleStream.of(mean);
    }

    int series() {
      return CompareWords.isSeen(row.of().difference()) ? SEEN : UNSEEN;
    }
  }

  private final List<Ratio> ratios;
  private final SequencedSet<String> fromZero = new LinkedHashSet<>();
  private final String letter;
  private final boolean isLog;
  private final int left;
  private final double low;
  private final double high;

  private DifferenceChart(List<Row> rows, String letter) {
    List<Ratio> all = new ArrayList<>();
    for (Row row : rows) {
      if (row.of().difference().isSame()) {
        continue;
      }
      if (row.of().before().mean() == 0) {
        fromZero.add(name(row));
      } else {
        all.add(Ratio.of(row));
      }
    }
    this.letter = letter;
    this.ratios = all.stream().limit(ROWS_MAX).toList();
    this.left = all.size() - ratios.size();
    this.isLog = telling().anyMatch(r -> r < HALF || r > 2);
    this.low = limit(false);
    this.high = limit(true);
  }

  /**
   * Draws rows, the most relevant first; the chart is empty if all are the same.
   *
   * @param letter of the run beside A
   */
  static Chart of(List<Row> rows, String letter, String title, List<String> notes) {
    return new DifferenceChart(rows, letter).chart(title, notes);
  }

  private Chart chart(String title, List<String> notes) {
    List<Layer> layers = new ArrayList<>();
    if (!ratios.isEmpty()) {
      layers.add(new Chart.Moments(List.of(new At(shown(1), 0, "A"))));
    }
    for (int series : List.of(SEEN, UNSEEN)) {
      List<At> means = new ArrayList<>();
      for (int k = 0; k < ratios.size(); k++) {
        Ratio ratio = ratios.get(k);
        if (ratio.series() != series) {
          continue;
        }
        double lane = lane(k);
        if (Double.isFinite(ratio.low)) {
          List<At> ends =
              List.of(new At(shown(ratio.low), lane, ""), new At(shown(ratio.high), lane, ""));
          layers.add(new Chart.Line(series, false, false, ends));
        }
        means.add(new At(shown(ratio.mean), lane, text(ratio.row)));
      }
      if (!means.isEmpty()) {
        layers.add(new Chart.Dots(series, false, means));
      }
    }
    return new Chart(
        "differences-" + letter,
        title,
        notes,
        caption(),
        new Chart.Legend(
            "",
            List.of("differs", hasIntervals() ? "no difference seen" : "of single trials"),
            Plot.Legend.TOP),
        Chart.Facets.NONE,
        List.of(new Chart.Panel("", "", x(), y(), layers)));
  }

  /** Returns the place of a row; the first is at the top. */
  private double lane(int row) {
    return ratios.size() - 1.0 - row;
  }

  private double shown(double ratio) {
    double value = isLog ? clamped(ratio) : ratio - 1;
    return Math.clamp(value, low, high);
  }

  /** Returns a limit of the axis, some room beyond what it must hold. */
  private double limit(boolean isHigh) {
    DoubleStream all = DoubleStream.concat(DoubleStream.of(1), telling());
    double[] ratios = all.map(r -> isLog ? Math.log(clamped(r)) : r - 1).toArray();
    double least = DoubleStream.of(ratios).min().orElse(0);
    double most = DoubleStream.of(ratios).max().orElse(0);
    double room = Math.max(ROOM * (most - least), ROOM_MIN);
    double limit = isHigh ? most + room : least - room;
    return isLog ? Math.exp(limit) : limit;
  }

  private static double clamped(double ratio) {
    return Math.clamp(ratio, 1 / RATIO_MAX, RATIO_MAX);
  }

  private DoubleStream telling() {
    return ratios.stream().flatMapToDouble(Ratio::telling);
  }

  private Axis x() {
    return isLog
        ? new Axis(
            letter + " as a multiple of A\u2019s mean",
            Unit.NONE,
            true,
            false,
            low,
            high,
            ticks(low, high))
        : new Axis(
            letter + " beside A\u2019s mean",
            new Unit("%", 0.01),
            false,
            false,
            low,
            high,
            List.of());
  }

  /** Returns 1, 2 and 5 times powers of 10, or powers of 10 alone if these were many. */
  private static List<Tick> ticks(double low, double high) {
    List<Double> steps = high / low > RATIO_MAX ? List.of(1.0) : List.of(1.0, 2.0, 5.0);
    List<Tick> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(low)); Math.pow(10, power) <= high; power++) {
      for (double step : steps) {
        double at = step * Math.pow(10, power);
        if (at >= low && at <= high) {
          ticks.add(new Tick(at, "\u00d7" + Figures.number(at)));
        }
      }
    }
    return ticks;
  }

  private Axis y() {
    List<Tick> names = new ArrayList<>();
    for (int lane = 0; lane < ratios.size(); lane++) {
      names.add(new Tick(lane, name(ratios.get(ratios.size() - 1 - lane).row)));
    }
    return new Axis("", Unit.NONE, false, true, -0.5, ratios.size() - 0.5, names);
  }

  private static String name(Row row) {
    String variant = String.join(", ", row.labels().values());
    return PaperNumbers.inWords(row.metric()) + (variant.isEmpty() ? "" : "; " + variant);
  }

  private static String text(Row row) {
    Map<String, String> labels = row.labels();
    String where = labels.isEmpty() ? "" : " (" + String.join(", ", labels.values()) + ")";
    return row.metric() + where + ": " + CompareWords.cell(row.metric(), row.of().difference());
  }

  private String caption() {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        hasIntervals()
            ? "Each difference beside A\u2019s mean, with its 95\u202f% interval."
            : "Each difference beside A\u2019s; single trials have no interval.");
    if (ratios.stream().anyMatch(this::isBeyond)) {
      sentences.add("Intervals that reach beyond the axis end at its edge.");
    }
    sentences.add("What is the same in both is not drawn.");
    if (left > 0) {
      sentences.add("The first " + ROWS_MAX + "; the table has " + left + " more.");
    }
    if (!fromZero.isEmpty()) {
      String names = String.join(", ", fromZero.stream().limit(ROWS_MAX).toList());
      sentences.add("A has 0, beside which there is no ratio, of: " + names + ".");
    }
    return String.join(" ", sentences);
  }

  private boolean hasIntervals() {
    return ratios.stream().anyMatch(ratio -> Double.isFinite(ratio.low));
  }

  private boolean isBeyond(Ratio ratio) {
    double from = isLog ? ratio.low : ratio.low - 1;
    double until = isLog ? ratio.high : ratio.high - 1;
    return from < low || until > high;
  }
}
