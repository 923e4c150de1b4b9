// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.file.FileError;

/** {@code N7 service stop lgc}. */
@Command(
    name = "stop",
    customSynopsis = "N7 service stop SERVICE",
    description = "Stops a service and takes it off the menu.",
    mixinStandardHelpOptions = true)
final class ServiceStopVerb implements Callable<Integer> {
  @ParentCommand private ServiceVerb parent;

  @Parameters(index = "0", paramLabel = "SERVICE", description = "Its name.")
  private String service;

  @Override
  public Integer call() throws LabFailure, FileError {
    Bench bench = parent.bench();
    if (bench.named().isEmpty()) {
      throw bench.noNode("service stop " + service);
    }
    new Services(bench).requireKnown(bench.named(), service);
    Answers answers = new Answers();
    for (String node : bench.named()) {
      SequencedMap<String, Object> entry = new LinkedHashMap<>();
      entry.put("node", node);
      entry.put("stop", service);
      answers.add(bench.operate(entry));
    }
    String who = String.join(", ", answers.facts().sequencedKeySet());
    return bench.print(answers, service + " is off the menu of " + who);
  }
}
