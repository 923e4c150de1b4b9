// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.node.Command.Subject;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code nodes}: every node with its address and state. */
@Command(
    name = "nodes",
    customSynopsis = "nodes [NODE…]",
    description = "Lists the nodes: address, state, packets inside.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  nodes", "  nodes n1 n2", "  n7              the same as: nodes n7"})
final class NodesVerb implements Callable<Integer> {
  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  @Override
  public Integer call() {
    Answers answers = bench.ask(bench.nodes(named), Subject.STATUS);
    SequencedMap<String, String> names = bench.namesByAddress();
    Table table = new Table("node", "address", "state", ">inside");
    answers.facts().forEach((node, facts) -> row(table, node, facts, names));
    return bench.print(answers, table);
  }

  private void row(
      Table table,
      String node,
      SequencedMap<String, Object> facts,
      SequencedMap<String, String> names) {
    List<String> missing =
        facts.get("neighbours-missing") instanceof List<?> list
            ? list.stream().map(String::valueOf).map(at -> names.getOrDefault(at, at)).toList()
            : List.of();
    String state = missing.isEmpty() ? "up" : "does not hear " + String.join(", ", missing);
    String inside = Quantity.count(facts.get("inside"), "packet", "packets");
    table.row(node, facts.getOrDefault("address", ""), state, inside);
  }
}
