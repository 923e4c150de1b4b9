// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.topology.FlowText;
import rani.node.Command.Subject;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.LinkNames;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code flows}: who waits in the queues, those with the most packets first. */
@Command(
    name = "flows",
    customSynopsis = "flows [NODE…]",
    description = "Shows who waits in each queue, and with how many packets.",
    footerHeading = "%nExamples:%n",
    footer = {"  flows", "  n7 flows", "  watch flows n7"})
public final class FlowsVerb extends LookVerb {
  @Override
  public Integer call() throws LabFailure {
    Answers answers = context.ask(nodes(), Subject.FLOWS);
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table = new Table("queue", "flow", ">waiting", ">share");
    for (var each : answers.facts().entrySet()) {
      String node = each.getKey();
      JsonObject queues = each.getValue();
      SequencedMap<String, String> links = context.links().of(node);
      for (String queue : queues.keys()) {
        rows(table, LinkNames.ofQueue(node, queue, links), Shown.objects(queues, queue), names);
      }
    }
    if (!context.json() && table.isEmpty() && answers.failures().isEmpty()) {
      context.screen().print("nothing waits");
    }
    return context.print(answers, table);
  }

  private static void rows(
      Table table, String queue, List<JsonObject> flows, SequencedMap<String, String> names) {
    long all = flows.stream().mapToLong(flow -> Shown.count(flow, "frames")).sum();
    for (JsonObject flow : flows) {
      long frames = Shown.count(flow, "frames");
      table.row(
          queue,
          FlowText.named(String.valueOf(flow.find("flow")), names),
          Quantity.count(frames, "packet", "packets"),
          Quantity.percent((double) frames / all));
    }
  }
}
