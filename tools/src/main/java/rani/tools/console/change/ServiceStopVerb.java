// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.ServiceRuns;

@Command(
    name = "stop",
    customSynopsis = "N7 service stop SERVICE",
    description = "Stops a service and takes it off the menu.")
public final class ServiceStopVerb extends ConsoleVerb {
  @Parameters(index = "0", paramLabel = "SERVICE", description = "Its name.")
  private String service;

  @Override
  public Integer call() throws LabFailure, FileError {
    List<String> nodes = context.named("service stop " + service);
    new ServiceRuns(context).requireKnown(nodes, service);
    NodeReplies answers = new NodeReplies();
    for (String node : nodes) {
      answers.add(context.operate(Map.of("node", node, "stop", service)));
    }
    return context.print(answers, service + " is off the menu of " + answers.names());
  }
}
