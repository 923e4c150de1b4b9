// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.SequencedMap;
import rani.study.experiment.Tried;

/**
 * A sensitivity report; all texts are escaped, never markup. Relative metrics refer to the
 * baseline, if any. {@code unchanged} labels alternatives that make the very same experiment.
 * {@code setAside} has reasons why inherited choices were not tried. The parameter {@code choice}
 * of a row is the alternative's label.
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
   * A choice: its path or given name, the file's value, empty if there are several, and the reason
   * why it has no alternative, empty if it has one.
   */
  public record TriedChoice(
      String name, String shipped, List<TriedAlternative> alternatives, String reason) {}

  /** Another value of a choice: its label in rows, its name, and a reason, which may be empty. */
  public record TriedAlternative(String label, String name, String reason) {}
}
