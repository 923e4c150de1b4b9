// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rani.lab.run.RunDirectory;
import rani.tools.doctor.Doctor;
import rani.tools.doctor.Finding;
import rani.tools.doctor.Finding.Verdict;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Ink;
import rani.tools.screen.JsonLines;
import rani.tools.screen.Screen;

/** {@code rani doctor}. */
@Command(
    name = "doctor",
    description = {
      "Looks whether this machine is fit for live networks: sockets, memory, folders, and how late"
          + " it wakes a node whose next frame is due.",
      "Exit code 1 if something keeps them from running; 0 if they may only be doubtful."
    },
    footerHeading = "%nExample:%n",
    footer = "  rani doctor",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  private static final int VERDICT_WIDTH = 8;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Prints one JSON object a finding, nothing else.")
  private boolean json;

  @Override
  public Integer call() {
    Screen screen = new Screen(spec);
    Ink ink = json ? Ink.NONE : Ink.ofStandardOutput();
    List<Finding> findings = new Doctor(RunDirectory.root()).examine();
    for (Finding finding : findings) {
      if (json) {
        screen.printWhole(JsonLines.print(finding.facts()));
      } else {
        print(finding, ink, screen);
      }
    }
    return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.BAD)
        ? ExitCodes.FAILED
        : ExitCodes.OK;
  }

  private static void print(Finding finding, Ink ink, Screen screen) {
    String word = String.format("%-" + VERDICT_WIDTH + "s", finding.verdict().text());
    String verdict = finding.verdict() == Verdict.OK ? ink.green(word) : ink.red(word);
    screen.print("%s  %-10s  %s", verdict, finding.about(), finding.found());
    if (!finding.advice().isEmpty()) {
      screen.print("%s  %-10s  %s", " ".repeat(VERDICT_WIDTH), "", finding.advice());
    }
  }
}
