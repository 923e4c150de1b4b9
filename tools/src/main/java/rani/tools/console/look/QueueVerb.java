// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.LinkNames;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

@Command(
    name = "queue",
    description = "Shows the queues: packets, flows, the average, how late packets leave.",
    footer = {"  queue", "  n7 queue", "  watch queue n7"})
public final class QueueVerb extends LookVerb {
  @Override
  public Integer call() throws LabFailure {
    Table table =
        new Table("queue, >waiting, >limit, >bytes, >flows, >average, >late (median), >late (99%)");
    NodeReplies answers =
        context.ask(
            nodes(),
            node -> {
              var queues = context.testbed().show(node, StatusQuery.QUEUES).queues();
              SequencedMap<String, String> links = context.links().of(node);
              SequencedMap<String, NodeFacts.Queue> named = new LinkedHashMap<>();
              queues.forEach(
                  (queue, facts) -> named.put(LinkNames.ofQueue(node, queue, links), facts));
              named.forEach((queue, facts) -> row(table, queue, facts));
              return JsonObject.of(named);
            });
    return context.print(answers, table);
  }

  private static void row(Table table, String name, NodeFacts.Queue queue) {
    NodeFacts.Departures departures = queue.departures();
    boolean paced = departures.pacedDepartures() > 0;
    table.row(
        name,
        Quantity.count(queue.queuedFrames(), "packet", "packets"),
        Quantity.count(queue.limitFrames(), "packet", "packets"),
        queue.queuedBytes() + " B",
        queue.flows(),
        Quantity.packets(queue.averageFrames()),
        paced ? Quantity.time(departures.lateP50Nanos()) : "–",
        paced ? Quantity.time(departures.lateP99Nanos()) : "–");
  }
}
