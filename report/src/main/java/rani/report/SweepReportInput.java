// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.report.plot.Chart;
import rani.study.experiment.Plot;
import rani.study.sweep.PaperValues;

/**
 * A sweep's report; all texts are escaped, never markup. Variables have their values as written, in
 * order; labels of the baseline are empty if there is none. Without plots, the expectations'
 * metrics {@code expected} are drawn. Rows are one per trial, in any order. Charts are those of
 * plots of series, which only a trial itself can give.
 */
public record SweepReportInput(
    ReportInput.Subject subject,
    SequencedMap<String, List<String>> variables,
    SequencedMap<String, String> baseline,
    List<Plot> plots,
    List<String> expected,
    List<PaperValues> paper,
    Provenance provenance,
    List<Row> rows,
    List<Chart> charts) {

  /** A report without charts of series. */
  public SweepReportInput(
      ReportInput.Subject subject,
      SequencedMap<String, List<String>> variables,
      SequencedMap<String, String> baseline,
      List<Plot> plots,
      List<String> expected,
      List<PaperValues> paper,
      Provenance provenance,
      List<Row> rows) {
    this(subject, variables, baseline, plots, expected, paper, provenance, rows, List.of());
  }

  /** Returns the report with other trials, and without charts of series. */
  public SweepReportInput withRows(List<Row> trials) {
    return new SweepReportInput(
        subject, variables, baseline, plots, expected, paper, provenance, trials);
  }

  /** Returns the report with charts of series. */
  public SweepReportInput with(List<Chart> made) {
    return new SweepReportInput(
        subject, variables, baseline, plots, expected, paper, provenance, rows, made);
  }

  /**
   * How to reproduce a sweep in mode {@code live} or {@code virtual}: a variant's seeds in words,
   * such as {@code seeds 1–20}, the trials of all variants together, and the command as typed.
   */
  public record Provenance(String mode, String seeds, long trials, String version, String command) {

    /** Returns world, seeds and version in one line. */
    public String origin(String ofSeeds) {
      return String.join(
          " \u00b7 ", ReportInput.Provenance.world(mode), ofSeeds, "rani " + version);
    }

    /** Returns the small print of a chart: what was run, and by which command. */
    public List<String> notes() {
      String all = trials + (trials == 1 ? " trial" : " trials");
      return List.of(origin(seeds + " \u00b7 " + all), command);
    }
  }

  /**
   * A trial: labels of its variant, repetition from 0, whether all expectations held, why it broke
   * off, or null, all metrics by name, and the command that runs it again.
   */
  public record Row(
      SequencedMap<String, String> parameters,
      int repetition,
      long seed,
      boolean passed,
      @Nullable String failure,
      List<Expected> expectations,
      SequencedMap<String, Double> metrics,
      String replay) {}

  /** The outcome of an expectation, with its bound in words; the value is null if not measured. */
  public record Expected(String name, boolean passed, @Nullable Double value, String bound) {}
}
