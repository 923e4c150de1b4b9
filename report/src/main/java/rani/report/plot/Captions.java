// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import rani.report.plot.PlotChart.Remarks;
import rani.study.experiment.Plot;

/** Says in sentences what a chart shows and what it leaves out. */
record Captions(
    Plot plot, Dimensions dimensions, Remarks remarks, int leftLines, boolean isSeries) {
  String text() {
    List<String> sentences = new ArrayList<>();
    sentences.add(what());
    if (remarks.hasPaper) {
      sentences.add("A diamond is what the paper prints.");
    }
    if (remarks.hasPaperLine) {
      sentences.add("Upright, dashed: what the paper prints.");
    }
    if (remarks.hasMoments) {
      sentences.add("Upright, dashed: what the schedule did, and what nodes found of it.");
    }
    if (!dimensions.fixed.isEmpty()) {
      sentences.add("Drawn at " + Dimensions.name(dimensions.fixed) + " only.");
    }
    for (var chosen : plot.where().entrySet()) {
      if (!dimensions.fixed.containsKey(chosen.getKey())) {
        String values =
            chosen.getValue().stream().map(Axes::spaced).collect(Collectors.joining(", "));
        sentences.add("Of " + chosen.getKey() + " only " + values + ".");
      }
    }
    if (leftLines > 0) {
      sentences.add(leftLines + " more lines are left out.");
    }
    if (remarks.isCutAtNames) {
      sentences.add("Only the first " + PlotChart.NAMES_MAX + " values are drawn.");
    }
    if (remarks.leftPanels > 0) {
      sentences.add(remarks.leftPanels + " more panels are left out.");
    }
    if (remarks.having < remarks.trials) {
      sentences.add("Only " + remarks.having + " of " + remarks.trials + " trials have it.");
    }
    if (remarks.isThinned) {
      sentences.add(
          plot.kind() == Plot.Kind.CDF || plot.kind() == Plot.Kind.CCDF
              ? "Of each distribution some " + Layers.QUANTILES_MAX + " quantiles are drawn."
              : "Long lines are thinned to the extremes of equal parts.");
    }
    if (remarks.inflated > 0) {
      sentences.add(
          "The scale is that of windows outside recoveries, in which they were inflated to at most "
              + Math.round(remarks.inflated)
              + " packets.");
    }
    if (remarks.left > 0) {
      sentences.add(remarks.left + " values came after the recording was full.");
    }
    return String.join(" ", sentences);
  }

  private String what() {
    String of = String.join(", ", plot.metrics());
    String over =
        isSeries ? String.join("; ", remarks.recordedTrials) : "the trials of each variant";
    String trials = plot.trials() && !isSeries ? " Small points are single trials." : "";
    return switch (plot.kind()) {
      case LINE, STEP ->
          isSeries
              ? of + " over time, of " + over + "."
              : "Mean and 95\u202f% interval (Student) over " + over + ", " + of + "." + trials;
      case BAR -> "Mean and 95\u202f% interval (Student) over " + over + ", " + of + "." + trials;
      case CDF, CCDF -> "Distribution of " + of + " over " + distributed(over) + ".";
      case BOX ->
          "Quartiles (nearest rank) of %s over %s; whiskers reach the farthest value within 1.5"
                  .formatted(of, distributed(over))
              + " interquartile ranges, points are beyond.";
      case STRIP -> "Each value of " + of + " of " + over + "; large, the mean.";
      case HEAT -> "Mean over " + over + ", " + of + ".";
      case TIMELINE -> "States over time, " + of + ", of " + over + ".";
      case SCATTER -> "Means over %s: %s over %s.".formatted(over, of, plot.x()) + trials;
    };
  }

  /** Says of which values a distribution is. */
  private String distributed(String over) {
    return isSeries ? "the measured span of " + over : over;
  }
}
