// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.util.IllegalFormatException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Sets the usual headings of help pages, and groups the verbs of the first of them. */
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

  /** Returns a line of a description as help shows it, in which {@code %%} stands for a percent. */
  public static String shown(String line) {
    try {
      return String.format(line);
    } catch (IllegalFormatException e) {
      return line; // as picocli does
    }
  }

  /** Lists the subcommands of a command by group, one line each. */
  public static void groupVerbs(CommandLine line) {
    var sections = line.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpHeadings::grouped);
  }

  private static String grouped(Help help) {
    List<Help> verbs = List.copyOf(help.subcommands().values());
    int width = verbs.stream().mapToInt(verb -> name(verb).length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (VerbGroup group : VerbGroup.values()) {
      text.append("%n%s:%n".formatted(group.heading()));
      for (Help verb : verbs) {
        if (VerbGroup.of(verb.commandSpec().userObject().getClass()).equals(group)) {
          Text name = help.colorScheme().commandText(name(verb));
          String sentence = verb.commandSpec().usageMessage().description()[0];
          text.append(
              "  %s%s  %s%n".formatted(name, " ".repeat(width - name(verb).length()), sentence));
        }
      }
    }
    return text.toString();
  }

  private static String name(Help verb) {
    return verb.commandSpec().name();
  }
}
