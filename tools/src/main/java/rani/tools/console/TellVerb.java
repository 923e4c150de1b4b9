// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.tools.screen.Table;
import rani.world.Reply;

/** {@code N7 tell SERVICE VERB …}: a service's own verbs. */
@Command(
    name = "tell",
    customSynopsis = "N7 tell SERVICE VERB [ARGUMENT…]",
    description = "Says a service's own verb; its manual lists them.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  n7 tell ping show", "  n1 tell ping start n8 count=3"})
final class TellVerb implements Callable<Integer> {
  @ParentCommand private Bench bench;

  @Parameters(index = "0", paramLabel = "SERVICE", description = "Its name.")
  private String service;

  @Parameters(index = "1", paramLabel = "SERVICE-VERB", description = "Its verb.")
  private String verb;

  @Parameters(index = "2..*", paramLabel = "ARGUMENT", description = "What the verb takes.")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws LabFailure {
    if (bench.named().isEmpty()) {
      throw bench.noNode("tell " + service + " " + verb);
    }
    new Services(bench).requireKnown(bench.named(), service);
    Answers answers = new Answers();
    for (String node : bench.named()) {
      Reply reply = bench.testbed().tell(node, service, verb, arguments);
      answers.add(node, reply);
    }
    Table table = new Table("node", "fact", "value");
    answers
        .facts()
        .forEach(
            (node, facts) ->
                facts.forEach(
                    (name, value) ->
                        Facts.tell(name, value, (fact, told) -> table.row(node, fact, told))));
    return bench.print(answers, table);
  }
}
