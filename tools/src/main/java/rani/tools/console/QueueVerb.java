// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.node.Command.Subject;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code queue}: what waits at nodes and links. */
@Command(
    name = "queue",
    customSynopsis = "queue [NODE…]",
    description = "Shows what waits: packets, flows, the average, how late packets leave.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  queue", "  n7 queue", "  watch queue n7"})
final class QueueVerb implements Callable<Integer> {
  @ParentCommand private Bench bench;

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
    for (String node : bench.nodes(named)) {
      Answers one = bench.ask(List.of(node), Subject.QUEUES);
      answers.add(one);
      if (!one.facts().isEmpty()) {
        SequencedMap<String, String> names = bench.linkNames(node);
        SequencedMap<String, Object> byName = new LinkedHashMap<>();
        one.facts()
            .getOrDefault(node, byName)
            .forEach((queue, facts) -> byName.put(name(node, queue, names), facts));
        byName.forEach((queue, facts) -> row(table, queue, Facts.of(facts)));
        answers.facts().put(node, byName);
      }
    }
    return bench.print(answers, table);
  }

  /** A node's own queue by the node's name, a link's by its direction. */
  static String name(String node, String queue, SequencedMap<String, String> links) {
    return queue.equals("node") ? node : links.getOrDefault(queue, queue);
  }

  private static void row(Table table, String queue, SequencedMap<String, Object> facts) {
    boolean paced = Facts.count(facts, "paced-departures") > 0;
    table.row(
        queue,
        Quantity.count(facts.get("queued-frames"), "packet", "packets"),
        Quantity.count(facts.get("limit-frames"), "packet", "packets"),
        facts.get("queued-bytes") + " B",
        facts.getOrDefault("flows", ""),
        Quantity.packets(facts.get("average-frames")),
        paced ? Quantity.time(facts.get("late-p50-nanos")) : "–",
        paced ? Quantity.time(facts.get("late-p99-nanos")) : "–");
  }
}
