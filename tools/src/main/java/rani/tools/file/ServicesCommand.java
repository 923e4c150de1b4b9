// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.menu.ServiceCatalog;
import rani.model.menu.ServiceSheet;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.EXTENSIONS)
@Command(
    name = "services",
    description = {
      "Lists the services that menus may offer.",
      "With a name it prints the manual of that service."
    },
    footer = {"  rani services", "  rani services echo"})
public final class ServicesCommand extends RaniCommand {
  private static final int WIDTH = 100;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The service whose manual is printed. Default: a list of all.")
  private String name;

  @Option(names = "--json", description = "Prints one JSON object a service, nothing else.")
  private boolean json;

  @Override
  public Integer call() {
    List<ServiceSheet> sheets = ServiceSheet.of(ServiceCatalog.installed());
    List<ServiceSheet> shown =
        sheets.stream().filter(sheet -> name.isEmpty() || sheet.name().equals(name)).toList();
    if (shown.isEmpty()) {
      List<String> known = sheets.stream().map(ServiceSheet::name).toList();
      throw wrong("there is no service " + Quoted.of(name) + "; " + Nearest.hint(name, known));
    }
    for (ServiceSheet sheet : shown) {
      if (json) {
        printJson(sheet);
      } else if (name.isEmpty()) {
        String head = "%5d  %-14s %-11s  ".formatted(sheet.number(), sheet.name(), sheet.reach());
        printWhole(wrapped(head, sheet.summary()));
      } else {
        printWhole(
            sheet.manual().isEmpty() ? sheet.name() + " brings no manual.\n" : sheet.manual());
      }
    }
    return OK;
  }

  /** Joins a heading and a sentence, with continuation lines aligned. */
  private static String wrapped(String head, String sentence) {
    StringBuilder text = new StringBuilder(head);
    int column = head.length();
    for (String word : sentence.split(" ", -1)) {
      if (column > head.length() && column + word.length() >= WIDTH) {
        text.append("\n").append(" ".repeat(head.length()));
        column = head.length();
      }
      boolean isFirst = column == head.length();
      text.append(isFirst ? "" : " ").append(word);
      column += word.length() + (isFirst ? 0 : 1);
    }
    return text.append("\n").toString();
  }
}
