// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.util.List;
import rani.model.choice.Choice;
import rani.report.ReportInput;
import rani.report.SensitivityInput;
import rani.report.SweepReportInput;
import rani.study.experiment.Tried;

/** Puts together what the report of a file's choices shows. */
final class ChoiceReports {
  private ChoiceReports() {}

  static SensitivityInput input(
      Tried tried,
      ReportInput.Subject subject,
      SweepReportInput.Provenance provenance,
      List<SweepReportInput.Row> rows) {
    return new SensitivityInput(
        subject,
        tried.digest(),
        tried.baseline(),
        tried.choices().stream()
            .map(choice -> choice(choice, tried.shipped().getOrDefault(choice.name(), "")))
            .toList(),
        tried.unchanged(),
        tried.setAside(),
        tried.numbers().stream()
            .map(
                number ->
                    new SensitivityInput.PrintedNumber(
                        number.labels(), number.metric(), number.printed()))
            .toList(),
        provenance,
        rows);
  }

  private static SensitivityInput.TriedChoice choice(Choice choice, String shipped) {
    return new SensitivityInput.TriedChoice(
        choice.name(),
        shipped,
        choice.alternatives().stream()
            .map(
                one ->
                    new SensitivityInput.TriedAlternative(
                        choice.label(one), one.name(), one.reason()))
            .toList(),
        choice.reason());
  }
}
