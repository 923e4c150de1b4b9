// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import rani.ground.LabFailure;
import rani.model.file.Amount;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.report.plot.Chart;
import rani.report.plot.PlotChart;
import rani.report.plot.VegaLite;
import rani.study.experiment.Plot;
import tools.jackson.databind.node.ObjectNode;

/** The charts on the page of a sweep. */
public record SweepCharts(SweepReportInput input, SweepVariants variants) {
  /** The most charts for an experiment file that requests none. */
  static final int DEFAULT_PLOTS_MAX = 6;

  /** Returns the plots of the file, else a plot of each varying metric in its expectations. */
  public List<Plot> plots() {
    if (!input.plots().isEmpty() || input.variables().isEmpty()) {
      return input.plots();
    }
    List<String> names = List.copyOf(input.variables().sequencedKeySet());
    String x = names.stream().filter(this::isOfNumbers).findFirst().orElse(names.getFirst());
    Optional<String> by = names.stream().filter(name -> !name.equals(x)).findFirst();
    return input.expected().stream()
        .filter(metric -> !variants.isConstant(metric))
        .limit(DEFAULT_PLOTS_MAX)
        .map(metric -> new Plot(Figures.capitalised(PaperNumbers.inWords(metric)), x, metric, by))
        .toList();
  }

  /** Returns the charts of plots, as many as a page draws, without those that show nothing. */
  List<Chart> all() {
    return plots().stream()
        .limit(SweepPage.PLOTS_MAX)
        .map(this::chart)
        .filter(chart -> !chart.isEmpty())
        .toList();
  }

  private boolean isOfNumbers(String variable) {
    List<String> values = input.variables().getOrDefault(variable, List.of());
    return values.size() > 1
        && values.stream().allMatch(value -> Amount.parse(value.strip()).isPresent());
  }

  /** A finished chart in Vega-Lite; it is empty if no variant has the metric. */
  public record Drawing(String spec, String caption, boolean isEmpty) {}

  public Drawing draw(Plot plot) {
    return draw(plot, spec -> {});
  }

  /** Draws a plot; {@code change} edits the specification in the end. */
  public Drawing draw(Plot plot, Consumer<ObjectNode> change) {
    Chart chart = chart(plot);
    ObjectNode spec = VegaLite.spec(chart);
    change.accept(spec);
    return new Drawing(spec.toString(), chart.caption(), chart.isEmpty());
  }

  /** Returns the chart of a plot. One of series was made when the sweep ended. */
  private Chart chart(Plot plot) {
    Optional<Chart> made =
        input.charts().stream().filter(chart -> chart.name().equals(plot.name())).findFirst();
    if (made.isPresent()) {
      return made.get();
    }
    SweepReportInput.Provenance provenance = input.provenance();
    try {
      return PlotChart.of(
          plot,
          List.of(new VariantsRun(input, variants, "", VariantsRun.NO_SERIES)),
          plot.title() + ": " + input.subject().experiment(),
          provenance.notes());
    } catch (LabFailure e) {
      throw new IllegalStateException("a chart of metrics needs no trace", e);
    }
  }
}
