// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.file.FileError;

/** {@code N7 service start lgc tx=4s}. */
@Command(
    name = "start",
    customSynopsis = "N7 service start SERVICE [OPTION=VALUE…]",
    description = {
      "Puts a service on the menu and starts it. Options are those of its manual;",
      "one that is a list or a map is written as in files."
    },
    mixinStandardHelpOptions = true)
final class ServiceStartVerb implements Callable<Integer> {
  @ParentCommand private ServiceVerb parent;

  @Parameters(index = "0", paramLabel = "SERVICE", description = "Its name.")
  private String service;

  @Parameters(index = "1..*", paramLabel = "OPTION=VALUE", description = "How it is to be.")
  private List<String> options = List.of();

  @Override
  public Integer call() throws LabFailure, FileError {
    Bench bench = parent.bench();
    if (bench.named().isEmpty()) {
      throw bench.noNode("service start " + service);
    }
    Answers answers = new Answers();
    for (String node : bench.named()) {
      answers.add(bench.operate(entry(bench, node)));
    }
    String who = String.join(", ", answers.facts().sequencedKeySet());
    return bench.print(answers, service + " runs at " + who);
  }

  /** As YAML, so that a value may be a list or a map in YAML's short form. */
  private String entry(Bench bench, String node) {
    StringBuilder text = new StringBuilder();
    Settings.read(bench, options, List.of())
        .forEach(
            (name, value) ->
                text.append(text.isEmpty() ? "" : ", ")
                    .append(quoted(name))
                    .append(": ")
                    .append(value(String.valueOf(value))));
    return "{node: " + quoted(node) + ", start: {" + quoted(service) + ": {" + text + "}}}";
  }

  private static String value(String text) {
    return text.startsWith("[") || text.startsWith("{") ? text : quoted(text);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
