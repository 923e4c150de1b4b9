// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.nodehost.conversation.Show;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.LinkNames;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code queue}: what waits at nodes and links. */
@Command(
    name = "queue",
    customSynopsis = "queue [NODE…]",
    description = "Shows what waits: packets, flows, the average, how late packets leave.",
    footerHeading = "%nExamples:%n",
    footer = {"  queue", "  n7 queue", "  watch queue n7"})
public final class QueueVerb extends LookVerb {
  @Override
  public Integer call() throws LabFailure {
    Answers answers =
        context.ask(
            nodes(),
            node -> {
              JsonObject shown = JsonObject.of(context.testbed().show(node, Show.QUEUES));
              SequencedMap<String, String> links = context.links().of(node);
              return LinkNames.named(shown, queue -> LinkNames.ofQueue(node, queue, links));
            });
    Table table =
        new Table(
            "queue",
            ">waiting",
            ">limit",
            ">bytes",
            ">flows",
            ">average",
            ">late (median)",
            ">late (99%)");
    answers
        .facts()
        .values()
        .forEach(queues -> queues.objects().forEach((queue, facts) -> row(table, queue, facts)));
    return context.print(answers, table);
  }

  private static void row(Table table, String queue, JsonObject facts) {
    boolean paced = Shown.count(facts, "paced-departures") > 0;
    table.row(
        queue,
        Quantity.count(facts.find("queued-frames"), "packet", "packets"),
        Quantity.count(facts.find("limit-frames"), "packet", "packets"),
        facts.find("queued-bytes") + " B",
        Shown.cell(facts, "flows"),
        Quantity.packets(facts.find("average-frames")),
        paced ? Quantity.time(facts.find("late-p50-nanos")) : "–",
        paced ? Quantity.time(facts.find("late-p99-nanos")) : "–");
  }
}
