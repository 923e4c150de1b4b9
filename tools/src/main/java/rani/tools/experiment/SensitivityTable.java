// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import rani.report.Sensitivity;
import rani.report.SensitivityWords;
import rani.study.sweep.SweepOutcome;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;

final class SensitivityTable {
  /** Largest number of alternatives that are listed for a number. */
  private static final int EFFECTS_MAX = 6;

  private SensitivityTable() {}

  static void print(Sensitivity found, SweepOutcome outcome, Screen screen) {
    int quiet = 0;
    for (Sensitivity.Number number : found.numbers()) {
      if (SensitivityWords.isQuiet(number)) {
        quiet++;
        continue;
      }
      String paper = number.paper() == null ? "" : ", paper " + SensitivityWords.paper(number);
      screen.print(
          "%s: ours %s%s", SensitivityWords.what(number), SensitivityWords.ours(number), paper);
      number.effects().stream()
          .limit(EFFECTS_MAX)
          .forEach(effect -> screen.print("    %s", SensitivityWords.effect(number, effect)));
      if (number.effects().size() > EFFECTS_MAX) {
        screen.print("    and %d more", number.effects().size() - EFFECTS_MAX);
      }
      if (number.disagrees()) {
        screen.print("  %s", SensitivityWords.decision(number, found));
      }
    }
    if (quiet > 0) {
      screen.print("nothing tried moves %s", Quantity.count(quiet, "more number", "more numbers"));
    }
    for (String label : found.breaking()) {
      screen.print("with %s an expectation of the file fails", label);
    }
    screen.print("results %s", outcome.folder().results());
    outcome.report().ifPresent(page -> screen.print("report  %s", page));
    if (found.failed() > 0) {
      screen.print(
          "failed: %s of the file as it is, or broken off",
          Quantity.count(found.failed(), "trial", "trials"));
    } else {
      screen.print(
          "ours and the paper disagree in %s; a choice decides %d%s",
          Quantity.count(found.disagreeing().size(), "number", "numbers"),
          found.decided(),
          open(found));
    }
  }

  private static String open(Sensitivity found) {
    long open =
        found.numbers().stream()
            .filter(number -> number.paper() != null && !number.agrees() && !number.disagrees())
            .count();
    return open == 0 ? "" : "; " + open + " undecided or not measured";
  }
}
