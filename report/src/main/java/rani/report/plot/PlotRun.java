// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.study.experiment.Plot;
import rani.study.series.Series;

/** A run or sweep, as charts ask for its values; a run without variables has one variant. */
public interface PlotRun {
  /** Returns the name that tells it from other runs in the same chart. */
  String name();

  /** Returns each variable's values, in order. */
  SequencedMap<String, List<String>> variables();

  /** Returns the labels of the baseline; empty if there is none. */
  SequencedMap<String, String> baseline();

  /** Returns the labels of each variant, in order. */
  List<SequencedMap<String, String>> variants();

  /** Returns the number of trials of a variant. */
  int trials(SequencedMap<String, String> variant);

  /** Returns a metric in the trials of a variant that have it. */
  double[] values(SequencedMap<String, String> variant, String metric);

  /** Returns a metric in each trial of a variant, in order; NaN where a trial has it not. */
  double[] valuesByTrial(SequencedMap<String, String> variant, String metric);

  /** Returns what the paper prints for a variant, or null. */
  @Nullable String printed(SequencedMap<String, String> variant, String metric);

  /**
   * A time in seconds since the start of the run, and what happened, such as a change of a link.
   */
  record Moment(double second, String text) {}

  /** The series of a variant, from which trials they are, in words, and what happened in these. */
  record Recorded(List<Series> series, String trials, List<Moment> moments) {}

  /** Returns the series that a plot names, of the trials that it asks for. */
  Recorded series(SequencedMap<String, String> variant, Plot plot) throws LabFailure;
}
