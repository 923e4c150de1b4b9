// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.json.JsonObject;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.world.Facts;

@Command(
    name = "nodes",
    description = "Lists the nodes: address, state, packets inside.",
    footer = {"  nodes", "  nodes n1 n2", "  n7              the same as: nodes n7"})
public final class NodesVerb extends LookVerb {
  @Override
  public Integer call() {
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table = new Table("node, address, state, >inside");
    List<String> foreign = foreign();
    NodeReplies answers =
        context.ask(
            nodes().stream().filter(node -> !foreign.contains(node)).toList(),
            StatusQuery.STATUS,
            (node, status) -> row(table, node, status, names));
    for (String node : foreign) {
      String address = context.addressOf(node);
      answers.facts().put(node, JsonObject.of(new Foreign(address, true)));
      table.row(node, address, "foreign", "–");
    }
    return context.print(answers, table);
  }

  /** What is known of a node that cannot be asked. */
  private record Foreign(String address, boolean foreign) implements Facts {}

  private static void row(
      Table table, String node, NodeFacts.Status status, SequencedMap<String, String> names) {
    List<String> missing =
        status.neighboursMissing().stream().map(at -> names.getOrDefault(at, at)).toList();
    String state = missing.isEmpty() ? "up" : "does not hear " + String.join(", ", missing);
    String inside = Quantity.count(status.inside(), "packet", "packets");
    table.row(node, status.address(), state, inside);
  }
}
