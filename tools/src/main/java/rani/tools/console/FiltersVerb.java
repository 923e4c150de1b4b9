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

/** {@code filters}: what nodes catch as it comes in. */
@Command(
    name = "filters",
    customSynopsis = "filters [NODE…]",
    description = "Lists filters and diversions: whom they catch, for how long, how many so far.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  filters", "  watch filters n7", "  help filter     to add or remove one"})
final class FiltersVerb implements Callable<Integer> {
  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers = bench.ask(bench.nodes(named), Subject.FILTERS);
    Table table = table();
    for (String node : answers.facts().sequencedKeySet()) {
      if (!Facts.of(answers.facts().get(node)).isEmpty()) {
        rows(bench, table, node, Facts.of(answers.facts().get(node)));
      }
    }
    if (!bench.json() && table.isEmpty() && answers.failures().isEmpty()) {
      bench.screen().print("no filters");
    }
    return bench.print(answers, table);
  }

  /** Nothing yet of any node. */
  static Table table() {
    return new Table("node", "from", "flow", "kind", ">remaining", ">caught");
  }

  /** The rules of one node, as it shows them. */
  static void rows(Bench bench, Table table, String node, SequencedMap<String, Object> places)
      throws LabFailure {
    SequencedMap<String, String> links = bench.linkNames(node);
    SequencedMap<String, String> names = bench.namesByAddress();
    places.forEach(
        (place, rules) -> {
          String link = links.getOrDefault(place, place);
          String from = place.equals("own") ? "itself" : link.substring(link.indexOf('>') + 1);
          for (SequencedMap<String, Object> rule : Facts.listOf(rules)) {
            table.row(
                node,
                from,
                flow(rule, names),
                rule.getOrDefault("kind", ""),
                Quantity.time(rule.get("remaining-nanos")),
                Quantity.count(rule.get("caught"), "packet", "packets"));
          }
        });
  }

  private static String flow(
      SequencedMap<String, Object> rule, SequencedMap<String, String> names) {
    String flow = FlowText.named(String.valueOf(rule.get("flow")), names);
    Object destination = rule.get("destination");
    return destination == null
        ? flow
        : flow + " to " + FlowText.named(String.valueOf(destination), names);
  }
}
