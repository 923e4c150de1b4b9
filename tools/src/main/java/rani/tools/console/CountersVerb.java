// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.node.Command.Subject;
import rani.tools.screen.Table;

/** {@code counters}: the nodes' books. */
@Command(
    name = "counters",
    customSynopsis = "counters [NODE…]",
    description =
        "Shows the books of the nodes, in packets: what came, left, ended and was dropped.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  counters", "  n7 counters", "  watch -n 1s counters"})
final class CountersVerb implements Callable<Integer> {
  private static final List<String> BOOKS =
      List.of("arrivals", "origins", "departures", "deliveries", "drops", "inside");

  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  @Override
  public Integer call() {
    Answers answers = bench.ask(bench.nodes(named), Subject.COUNTERS);
    Table table =
        new Table(
            "packets",
            ">arrived",
            ">own",
            ">left",
            ">ended here",
            ">dropped",
            ">inside",
            "dropped because");
    answers.facts().forEach((node, facts) -> row(table, node, facts));
    return bench.print(answers, table);
  }

  private static void row(Table table, String node, SequencedMap<String, Object> facts) {
    List<Object> cells = new ArrayList<>(List.of(node));
    BOOKS.forEach(book -> cells.add(facts.getOrDefault(book, "")));
    SequencedMap<String, Object> reasons = Facts.of(facts.getOrDefault("drops-by-reason", ""));
    cells.add(Facts.line(reasons));
    table.row(cells);
  }
}
