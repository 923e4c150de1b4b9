// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.Settings;

@Command(
    name = "start",
    customSynopsis = "N7 service start SERVICE [OPTION=VALUE…]",
    description = {
      "Puts a service on the menu and starts it.",
      "Options are those of its manual; one that is a list or a map is written as in files."
    })
public final class ServiceStartVerb extends ConsoleVerb {
  @Parameters(index = "0", paramLabel = "SERVICE", description = "Its name.")
  private String service;

  @Parameters(index = "1..*", paramLabel = "OPTION=VALUE", description = "An option.")
  private List<String> options = List.of();

  @Override
  public Integer call() throws LabFailure, FileError {
    NodeReplies answers = new NodeReplies();
    for (String node : context.named("service start " + service)) {
      answers.add(context.operateYaml(entry(node)));
    }
    return context.print(answers, service + " runs at " + answers.names());
  }

  /** Returns a schedule entry as YAML, so that a value may be a list or a map in flow style. */
  private String entry(String node) {
    List<String> all = new ArrayList<>();
    Settings.read(context, options, List.of())
        .forEach((name, value) -> all.add(quoted(name) + ": " + value(value)));
    return "{node: %s, start: {%s: {%s}}}"
        .formatted(quoted(node), quoted(service), String.join(", ", all));
  }

  private static String value(String text) {
    return text.startsWith("[") || text.startsWith("{") ? text : quoted(text);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
