// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import picocli.CommandLine.Command;
import rani.ground.LabFailure;
import rani.node.Command.Subject;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.FilterTable;
import rani.tools.screen.Table;

/** {@code filters}: what nodes catch as it comes in. */
@Command(
    name = "filters",
    customSynopsis = "filters [NODE…]",
    description = "Lists filters and diversions: whom they catch, for how long, how many so far.",
    footerHeading = "%nExamples:%n",
    footer = {"  filters", "  watch filters n7", "  help filter     to add or remove one"})
public final class FiltersVerb extends LookVerb {
  @Override
  public Integer call() throws LabFailure {
    Answers answers = context.ask(nodes(), Subject.FILTERS);
    FilterTable filters = new FilterTable(context);
    for (var node : answers.facts().entrySet()) {
      if (!node.getValue().isEmpty()) {
        filters.rows(node.getKey(), node.getValue());
      }
    }
    Table table = filters.table();
    if (!context.json() && table.isEmpty() && answers.failures().isEmpty()) {
      context.screen().print("no filters");
    }
    return context.print(answers, table);
  }
}
