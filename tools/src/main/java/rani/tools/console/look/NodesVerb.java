// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.json.JsonObject;
import rani.node.Command.Subject;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code nodes}: every node with its address and state. */
@Command(
    name = "nodes",
    customSynopsis = "nodes [NODE…]",
    description = "Lists the nodes: address, state, packets inside.",
    footerHeading = "%nExamples:%n",
    footer = {"  nodes", "  nodes n1 n2", "  n7              the same as: nodes n7"})
public final class NodesVerb extends LookVerb {
  @Override
  public Integer call() {
    Answers answers = context.ask(nodes(), Subject.STATUS);
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table = new Table("node", "address", "state", ">inside");
    answers.facts().forEach((node, facts) -> row(table, node, facts, names));
    return context.print(answers, table);
  }

  private void row(Table table, String node, JsonObject facts, SequencedMap<String, String> names) {
    List<String> missing =
        facts.find("neighbours-missing") instanceof List<?> list
            ? list.stream().map(String::valueOf).map(at -> names.getOrDefault(at, at)).toList()
            : List.of();
    String state = missing.isEmpty() ? "up" : "does not hear " + String.join(", ", missing);
    String inside = Quantity.count(facts.find("inside"), "packet", "packets");
    table.row(node, Shown.cell(facts, "address"), state, inside);
  }
}
