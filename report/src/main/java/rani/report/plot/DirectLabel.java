// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.ArrayList;
import java.util.List;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Panel;

/**
 * The name of a line beside its end. Places are parts of the panel's width and height, from its
 * lower left corner.
 *
 * @param x where the line ends
 * @param y where the line ends
 * @param labelY the middle of the name, which may have given way to others
 */
public record DirectLabel(int series, double x, double y, double labelY) {
  /** Where names begin. */
  public static final double LABEL_X = 1.025;

  /** The least distance of the middles of two names, in heights of letters. */
  private static final double APART_LETTERS = 1.15;

  /** The most by which a name gives way, in heights of letters. */
  private static final double MOVED_LETTERS_MAX = 1.6;

  private static final double END_MIN = 0.8;
  private static final double ENDS_APART_MAX = 0.03;

  /** Returns whether the names of all lines have room at their ends in each panel with lines. */
  public static boolean fit(Chart chart, double heightInLetters) {
    boolean isAny = false;
    for (Panel panel : chart.panels()) {
      List<DirectLabel> labels = of(panel, heightInLetters);
      isAny |= !labels.isEmpty();
      if (!panel.layers().stream().allMatch(layer -> isNamed(layer, labels))
          || labels.stream().map(DirectLabel::series).distinct().count() < labels.size()
          || !haveRoom(labels, heightInLetters)) {
        return false;
      }
    }
    return isAny;
  }

  /** Returns whether a layer needs no legend when lines have these names. */
  private static boolean isNamed(Chart.Layer layer, List<DirectLabel> labels) {
    return switch (layer) {
      case Chart.Line line -> isNamed(line.series(), labels);
      case Chart.Dots dots -> isNamed(dots.series(), labels);
      case Chart.Band band -> isNamed(band.series(), labels);
      case Chart.ErrorBars bars -> isNamed(bars.series(), labels);
      case Chart.Printed printed ->
          printed.series() == Chart.Printed.OF_ALL || isNamed(printed.series(), labels);
      case Chart.Moments _, Chart.Cells _ -> true;
      case Chart.Bars _, Chart.Boxes _, Chart.Spans _ -> false;
    };
  }

  private static boolean isNamed(int series, List<DirectLabel> labels) {
    return labels.stream().anyMatch(label -> label.series == series);
  }

  private static boolean haveRoom(List<DirectLabel> labels, double heightInLetters) {
    double first = labels.stream().mapToDouble(DirectLabel::x).min().orElse(1);
    double last = labels.stream().mapToDouble(DirectLabel::x).max().orElse(1);
    return (labels.size() - 1) * APART_LETTERS <= heightInLetters
        && first >= END_MIN
        && last - first <= ENDS_APART_MAX
        && labels.stream()
            .allMatch(
                label -> Math.abs(label.labelY - label.y) * heightInLetters <= MOVED_LETTERS_MAX);
  }

  /**
   * Returns the names of a panel's lines, moved apart so that none is over another.
   *
   * @param heightInLetters the panel's height in heights of the letters
   */
  public static List<DirectLabel> of(Panel panel, double heightInLetters) {
    List<DirectLabel> ends = new ArrayList<>();
    for (Chart.Layer layer : panel.layers()) {
      if (layer instanceof Chart.Line line) {
        line.points().reversed().stream()
            .filter(at -> Double.isFinite(at.x()) && Double.isFinite(at.y()))
            .findFirst()
            .ifPresent(at -> ends.add(end(line.series(), at, panel)));
      }
    }
    ends.sort((a, b) -> Double.compare(a.y, b.y));
    return apart(ends, APART_LETTERS / heightInLetters);
  }

  private static DirectLabel end(int series, At at, Panel panel) {
    double y = Math.clamp(part(panel.y(), at.y()), 0, 1);
    return new DirectLabel(series, Math.clamp(part(panel.x(), at.x()), 0, 1), y, y);
  }

  /** Moves names by as little as possible in the mean, in their order and within the panel. */
  private static List<DirectLabel> apart(List<DirectLabel> ends, double distance) {
    List<List<Double>> blocks = new ArrayList<>(); // of names that touch, less their distances
    for (int k = 0; k < ends.size(); k++) {
      List<Double> block = new ArrayList<>(List.of(ends.get(k).y - k * distance));
      while (!blocks.isEmpty() && mean(blocks.getLast()) > mean(block)) {
        block.addAll(0, blocks.removeLast());
      }
      blocks.add(block);
    }
    double most = Math.max(0, 1 - (ends.size() - 1) * distance);
    List<DirectLabel> labels = new ArrayList<>();
    for (List<Double> block : blocks) {
      double from = Math.clamp(mean(block), 0, most);
      for (int k = 0; k < block.size(); k++) {
        DirectLabel end = ends.get(labels.size());
        double y = from + labels.size() * distance;
        labels.add(new DirectLabel(end.series, end.x, end.y, y));
      }
    }
    return labels;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Returns which part of an axis is below a value. */
  private static double part(Axis axis, double value) {
    return axis.isLog()
        ? Math.log(value / axis.low()) / Math.log(axis.high() / axis.low())
        : (value - axis.low()) / (axis.high() - axis.low());
  }

  /** Returns the value at a part of an axis, which may be beyond its end. */
  static double value(Axis axis, double part) {
    return axis.isLog()
        ? axis.low() * Math.pow(axis.high() / axis.low(), part)
        : axis.low() + part * (axis.high() - axis.low());
  }
}
