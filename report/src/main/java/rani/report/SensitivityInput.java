// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.study.experiment.Tried;

/**
 * The content of a sensitivity report. All texts are escaped, never markup.
 *
 * @param subject what was run
 * @param digest of the file, which tells whether it is still the same
 * @param baseline labels that relative metrics refer to; empty if there are none
 * @param choices what was tried, and what has no alternative
 * @param unchanged labels of alternatives that make the very same experiment
 * @param setAside why inherited choices were not tried
 * @param numbers what was looked at
 * @param provenance how to run it again
 * @param rows one per trial; the parameter {@code choice} tells the alternative
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

  /** Copies lists and maps. */
  public SensitivityInput {
    baseline = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(baseline));
    choices = List.copyOf(choices);
    unchanged = List.copyOf(unchanged);
    setAside = List.copyOf(setAside);
    numbers = List.copyOf(numbers);
    rows = List.copyOf(rows);
  }

  /**
   * A choice of the file.
   *
   * @param name its path, or what the file calls it
   * @param shipped what the file says; empty where there are several values
   * @param alternatives to it
   * @param reason why there is none; empty if there is
   */
  public record TriedChoice(
      String name, String shipped, List<TriedAlternative> alternatives, String reason) {

    /** Copies the list. */
    public TriedChoice {
      alternatives = List.copyOf(alternatives);
    }
  }

  /**
   * An alternative.
   *
   * @param label the value of the parameter {@code choice} in its rows
   * @param name the value or the change
   * @param reason for it; may be empty
   */
  public record TriedAlternative(String label, String name, String reason) {}
}
