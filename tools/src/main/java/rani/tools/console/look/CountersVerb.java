// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import rani.json.JsonObject;
import rani.node.Command.Subject;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Table;

/** {@code counters}: the nodes' books. */
@Command(
    name = "counters",
    customSynopsis = "counters [NODE…]",
    description =
        "Shows the books of the nodes, in packets: what came, left, ended and was dropped.",
    footerHeading = "%nExamples:%n",
    footer = {"  counters", "  n7 counters", "  watch -n 1s counters"})
public final class CountersVerb extends LookVerb {
  private static final List<String> BOOKS =
      List.of("arrivals", "origins", "departures", "deliveries", "drops", "inside");

  @Override
  public Integer call() {
    Answers answers = context.ask(nodes(), Subject.COUNTERS);
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
    return context.print(answers, table);
  }

  private static void row(Table table, String node, JsonObject facts) {
    List<Object> cells = new ArrayList<>(List.of(node));
    BOOKS.forEach(book -> cells.add(Shown.cell(facts, book)));
    cells.add(Shown.line(Shown.object(facts, "drops-by-reason")));
    table.row(cells);
  }
}
