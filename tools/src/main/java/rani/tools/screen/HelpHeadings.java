// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Sets the usual headings of help pages. */
public final class HelpHeadings {
  private HelpHeadings() {}

  /** Adds the headings of examples and exit codes to a command and all its subcommands. */
  public static void addTo(CommandLine line) {
    UsageMessageSpec help = line.getCommandSpec().usageMessage();
    int examples = help.footer().length;
    if (examples > 0 && help.footerHeading().isEmpty()) {
      help.footerHeading(examples == 1 ? "%nExample:%n" : "%nExamples:%n");
    }
    if (!help.exitCodeList().isEmpty()) {
      help.exitCodeListHeading("%nExit codes:%n");
    }
    line.getSubcommands().values().forEach(HelpHeadings::addTo);
  }
}
