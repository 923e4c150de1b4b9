// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.ArrayList;
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

/** {@code links}: both directions of every link, with their knobs. */
@Command(
    name = "links",
    customSynopsis = "links [NODE…]",
    description = "Lists the links, each direction with its state and its knobs.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  links", "  n7 links"})
final class LinksVerb implements Callable<Integer> {
  /** The knobs of a direction, as facts name them, that are fractions. */
  private static final List<String> FRACTIONS = List.of("loss", "duplicate", "reorder", "corrupt");

  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only what leaves from these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers = new Answers();
    Table table = table();
    for (String node : bench.nodes(named)) {
      Answers one = bench.ask(List.of(node), Subject.LINKS);
      answers.add(one);
      if (!one.facts().isEmpty()) {
        SequencedMap<String, String> names = bench.linkNames(node);
        SequencedMap<String, Object> byName = new LinkedHashMap<>();
        one.facts()
            .getOrDefault(node, byName)
            .forEach((link, facts) -> byName.put(names.getOrDefault(link, link), facts));
        byName.forEach((name, facts) -> row(table, name, Facts.of(facts)));
        answers.facts().put(node, byName);
      }
    }
    return bench.print(answers, table);
  }

  /** Nothing yet of any direction. */
  static Table table() {
    return new Table(
        "link",
        "state",
        ">rate",
        ">delay",
        ">jitter",
        ">loss",
        ">duplicate",
        ">reorder",
        ">corrupt");
  }

  /** One direction, as its node shows it. */
  static void row(Table table, String name, SequencedMap<String, Object> facts) {
    Object up = facts.get("up");
    String state =
        Facts.holds(facts, "cut") ? "cut" : up == null ? "" : up.equals(true) ? "up" : "down";
    List<Object> cells = new ArrayList<>();
    cells.add(name);
    cells.add(state);
    cells.add(Knobs.rate(facts.get("rate")));
    cells.add(Quantity.time(facts.get("delay-nanos")));
    cells.add(Quantity.time(facts.get("jitter-nanos")));
    FRACTIONS.forEach(knob -> cells.add(Quantity.percent(facts.get(knob))));
    table.row(cells);
  }
}
