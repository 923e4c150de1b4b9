// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.model.topology.FlowText;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.LinkNames;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

@Command(
    name = "flows",
    description = "Shows the flows in each queue, and their numbers of packets.",
    footer = {"  flows", "  n7 flows", "  watch flows n7"})
public final class FlowsVerb extends LookVerb {
  @Override
  public Integer call() {
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table = new Table("queue, flow, >waiting, >share");
    NodeReplies answers =
        context.ask(
            nodes(),
            StatusQuery.FLOWS,
            (node, flows) -> {
              SequencedMap<String, String> links = context.links().of(node);
              flows
                  .queues()
                  .forEach(
                      (queue, waiting) ->
                          rows(table, LinkNames.ofQueue(node, queue, links), waiting, names));
            });
    return print(answers, table, "nothing waits");
  }

  private static void rows(
      Table table, String queue, List<NodeFacts.Flow> flows, SequencedMap<String, String> names) {
    long all = flows.stream().mapToLong(NodeFacts.Flow::frames).sum();
    for (NodeFacts.Flow flow : flows) {
      table.row(
          queue,
          FlowText.named(flow.flow(), names),
          Quantity.count(flow.frames(), "packet", "packets"),
          Quantity.percent((double) flow.frames() / all));
    }
  }
}
