// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import picocli.CommandLine.Command;
import rani.json.JsonObject;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.FilterTable;
import rani.tools.console.verb.NodeReplies;

@Command(
    name = "filters",
    description = "Lists filters and diversions: flow, remaining time, packets so far.",
    footer = {"  filters", "  watch filters n7", "  help filter     to add or remove one"})
public final class FiltersVerb extends LookVerb {
  @Override
  public Integer call() {
    FilterTable filters = new FilterTable(context);
    NodeReplies answers =
        context.ask(
            nodes(),
            StatusQuery.FILTERS,
            (node, shown) -> {
              if (!shown.places().isEmpty()) {
                filters.rows(node, JsonObject.of(shown));
              }
            });
    return print(answers, filters, "no filters");
  }
}
