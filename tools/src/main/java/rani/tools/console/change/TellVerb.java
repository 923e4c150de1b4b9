// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.ServiceRuns;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Table;

@Command(
    name = "tell",
    customSynopsis = "N7 tell SERVICE VERB [ARGUMENT…]",
    description = "Calls a verb of a service; its manual lists them.",
    footer = {"  n7 tell ping show", "  n1 tell ping start n8 count=3"})
public final class TellVerb extends ConsoleVerb {
  @Parameters(index = "0", paramLabel = "SERVICE", description = "Its name.")
  private String service;

  @Parameters(index = "1", paramLabel = "SERVICE-VERB", description = "Its verb.")
  private String verb;

  @Parameters(index = "2..*", paramLabel = "ARGUMENT", description = "What the verb takes.")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws LabFailure {
    List<String> nodes = context.named("tell " + service + " " + verb);
    new ServiceRuns(context).requireKnown(nodes, service);
    NodeReplies answers = new NodeReplies();
    for (String node : nodes) {
      answers.add(node, context.testbed().tell(node, service, verb, arguments));
    }
    Table table = new Table("node, fact, value");
    answers
        .facts()
        .forEach((node, facts) -> Shown.tell(facts, (fact, told) -> table.row(node, fact, told)));
    return context.print(answers, table);
  }
}
