// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.report.SweepReportInput.Row;
import rani.report.plot.PlotRun;
import rani.study.experiment.Plot;

/** The trials of a sweep or run, as charts ask for them; series are had from elsewhere. */
public record VariantsRun(
    SweepReportInput input, SweepVariants byVariant, String name, SeriesSource source)
    implements PlotRun {
  /** Where the series of trials come from. */
  @FunctionalInterface
  public interface SeriesSource {
    Recorded series(List<Row> trials, Plot plot) throws LabFailure;
  }

  /** The source of runs of which no series is asked for. */
  public static final SeriesSource NO_SERIES =
      (trials, plot) -> new Recorded(List.of(), "no trial", List.of());

  /** Creates a run of all trials of an input. */
  public static VariantsRun of(SweepReportInput input, String name, SeriesSource source) {
    return new VariantsRun(input, new SweepVariants(input), name, source);
  }

  @Override
  public SequencedMap<String, List<String>> variables() {
    return input.variables();
  }

  @Override
  public SequencedMap<String, String> baseline() {
    return input.baseline();
  }

  @Override
  public List<SequencedMap<String, String>> variants() {
    return byVariant.all();
  }

  @Override
  public int trials(SequencedMap<String, String> variant) {
    return byVariant.rows(variant).size();
  }

  @Override
  public double[] values(SequencedMap<String, String> variant, String metric) {
    return byVariant.values(variant, metric);
  }

  @Override
  public double[] valuesByTrial(SequencedMap<String, String> variant, String metric) {
    return byVariant.rows(variant).stream()
        .mapToDouble(row -> row.metrics().getOrDefault(metric, Double.NaN))
        .toArray();
  }

  @Override
  public @Nullable String printed(SequencedMap<String, String> variant, String metric) {
    return byVariant.printed(variant).get(metric);
  }

  @Override
  public Recorded series(SequencedMap<String, String> variant, Plot plot) throws LabFailure {
    return source.series(byVariant.rows(variant), plot);
  }
}
