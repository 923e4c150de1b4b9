// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.node.Command.Subject;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.ConsoleVerb;
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
public final class QueueVerb extends ConsoleVerb {
  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers = new Answers();
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
    for (String node : context.nodes(named)) {
      Answers one = context.ask(List.of(node), Subject.QUEUES);
      for (JsonObject shown : one.facts().values()) {
        SequencedMap<String, String> names = context.links().of(node);
        SequencedMap<String, JsonObject> byName = new LinkedHashMap<>();
        for (String queue : shown.keys()) {
          byName.put(LinkNames.ofQueue(node, queue, names), Shown.object(shown, queue));
        }
        byName.forEach((queue, facts) -> row(table, queue, facts));
        answers.facts().put(node, JsonObject.of(byName));
      }
      answers.failures().putAll(one.failures());
    }
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
