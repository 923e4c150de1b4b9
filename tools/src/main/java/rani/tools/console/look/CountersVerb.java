// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Table;

@Command(
    name = "counters",
    description =
        "Shows the packet counters of the nodes: arrived, departed, delivered and dropped.",
    footer = {"  counters", "  n7 counters", "  watch -n 1s counters"})
public final class CountersVerb extends LookVerb {
  @Override
  public Integer call() {
    Table table =
        new Table(
            "packets, >arrived, >own, >left, >ended here, >dropped, >inside, dropped because");
    NodeReplies answers =
        context.ask(nodes(), StatusQuery.COUNTERS, (node, books) -> row(table, node, books));
    return context.print(answers, table);
  }

  private static void row(Table table, String node, NodeFacts.Counters books) {
    table.row(
        node,
        books.arrivals(),
        books.origins(),
        books.departures(),
        books.deliveries(),
        books.drops(),
        books.inside(),
        books.dropsByReason().entrySet().stream()
            .map(drops -> drops.getKey() + ' ' + drops.getValue())
            .collect(Collectors.joining(", ")));
  }
}
