// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.SequencedMap;
import rani.study.experiment.Tried;

/**
 * The content of a sensitivity report. All texts are escaped, never markup.
 *
 * @param digest of the experiment file
 * @param baseline labels that relative metrics refer to; empty if there are none
 * @param choices what was tried, and what has no alternative
 * @param unchanged labels of alternatives that make the very same experiment
 * @param setAside reasons why inherited choices were not tried
 * @param numbers the compared numbers
 * @param rows one per trial; the parameter {@code choice} is the alternative's label
 */
public record SensitivityInput(
    ReportInput.Subject subject,
    String digest,
    SequencedMap<String, String> baseline,
    List<TriedChoice> choices,
    List<String> unchanged,
    List<String> setAside,
    List<Tried.Number> numbers,
    SweepReportInput.Provenance provenance,
    List<SweepReportInput.Row> rows) {

  /**
   * A choice of the experiment file.
   *
   * @param name the path in the file, or the name that the file gives
   * @param shipped the file's value; empty if there are several
   * @param reason why there is no alternative; empty if there is one
   */
  public record TriedChoice(
      String name, String shipped, List<TriedAlternative> alternatives, String reason) {}

  /**
   * Another value of a choice.
   *
   * @param label the value of the parameter {@code choice} in its rows
   * @param name the value or the change
   * @param reason for trying it; may be empty
   */
  public record TriedAlternative(String label, String name, String reason) {}
}
