// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.study.experiment.Plot;
import rani.study.sweep.PaperValues;

/**
 * The content of a sweep's report. All texts are escaped, never markup.
 *
 * @param variables values of each variable as the file writes them, in order; empty for trials of
 *     one variant
 * @param baseline labels of the variant that others are compared with; empty if there is none
 * @param plots the charts that the file requests; if empty, the metrics of {@code expected} are
 *     drawn
 * @param expected the metrics in the file's expectations, in order, each once
 * @param paper what the paper prints for each variant; variants without printed values may be
 *     absent
 * @param rows one per trial, in any order
 */
public record SweepReportInput(
    ReportInput.Subject subject,
    SequencedMap<String, List<String>> variables,
    SequencedMap<String, String> baseline,
    List<Plot> plots,
    List<String> expected,
    List<PaperValues> paper,
    Provenance provenance,
    List<Row> rows) {

  /**
   * How to reproduce the sweep.
   *
   * @param mode {@code live} or {@code virtual}
   * @param seeds of a variant's trials, in words, such as {@code seeds 1–20}
   * @param trials of all variants together
   * @param version of rani
   * @param command exactly as typed
   */
  public record Provenance(String mode, String seeds, long trials, String version, String command) {

    /** Returns world, seeds and version in one line. */
    public String origin(String ofSeeds) {
      return String.join(
          " \u00b7 ", ReportInput.Provenance.world(mode), ofSeeds, "rani " + version);
    }
  }

  /**
   * A trial.
   *
   * @param parameters the variant's labels, one for each variable
   * @param repetition from 0
   * @param passed whether every expectation held
   * @param failure why the trial broke off; null if it did not
   * @param metrics everything measured, by name
   * @param replay the command that runs this trial again
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
