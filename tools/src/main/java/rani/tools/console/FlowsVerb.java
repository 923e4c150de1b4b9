// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.topology.FlowText;
import rani.node.Command.Subject;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code flows}: who waits in the queues, those with the most packets first. */
@Command(
    name = "flows",
    customSynopsis = "flows [NODE…]",
    description = "Shows who waits in each queue, and with how many packets.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  flows", "  n7 flows", "  watch flows n7"})
final class FlowsVerb implements Callable<Integer> {
  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers = bench.ask(bench.nodes(named), Subject.FLOWS);
    SequencedMap<String, String> names = bench.namesByAddress();
    Table table = new Table("queue", "flow", ">waiting", ">share");
    for (String node : answers.facts().sequencedKeySet()) {
      SequencedMap<String, String> links = bench.linkNames(node);
      Facts.of(answers.facts().get(node))
          .forEach(
              (queue, flows) ->
                  rows(table, QueueVerb.name(node, queue, links), Facts.listOf(flows), names));
    }
    if (!bench.json() && table.isEmpty() && answers.failures().isEmpty()) {
      bench.screen().print("nothing waits");
    }
    return bench.print(answers, table);
  }

  private static void rows(
      Table table,
      String queue,
      List<SequencedMap<String, Object>> flows,
      SequencedMap<String, String> names) {
    long all = flows.stream().mapToLong(flow -> Facts.count(flow, "frames")).sum();
    for (SequencedMap<String, Object> flow : flows) {
      long frames = Facts.count(flow, "frames");
      table.row(
          queue,
          FlowText.named(String.valueOf(flow.get("flow")), names),
          Quantity.count(frames, "packet", "packets"),
          Quantity.percent((double) frames / all));
    }
  }
}
