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
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code N7 filter add|remove FLOW …}: the operator's own filters. */
@Command(
    name = "filter",
    customSynopsis = {
      "N7 filter add FLOW [from=N5] [for=1min]",
      "       N7 filter remove FLOW [from=N5]"
    },
    description = {
      "Has a node drop a flow's packets as they come in, or lets them pass again.",
      "A flow is n1 for all that a node sends, n1:5001->n8:7/udp for one conversation.",
      "from= names the neighbour by whose link they come, or the node itself for its own packets;",
      "without it all are meant."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  n7 filter add n1 for=10s", "  n7 filter remove n1", "  n7 filters"})
final class FilterVerb implements Callable<Integer> {
  private static final List<String> ACTIONS = List.of("add", "remove");

  @ParentCommand private Bench bench;

  @Parameters(index = "0", paramLabel = "add|remove", description = "What to do.")
  private String action;

  @Parameters(index = "1", paramLabel = "FLOW", description = "Whose packets.")
  private String flow;

  @Parameters(
      index = "2..*",
      paramLabel = "from=|for=",
      description = "By which link they come, and for how long.")
  private List<String> settings = List.of();

  @Override
  public Integer call() throws LabFailure, FileError {
    if (!ACTIONS.contains(action)) {
      throw bench.wrong("a filter is not told `" + action + "`; " + Nearest.hint(action, ACTIONS));
    }
    if (bench.named().isEmpty()) {
      throw bench.noNode("filter " + action + " " + flow);
    }
    boolean add = action.equals("add");
    SequencedMap<String, Object> what = new LinkedHashMap<>();
    what.put("flow", flow);
    what.putAll(Settings.read(bench, settings, add ? List.of("from", "for") : List.of("from")));
    SequencedMap<String, Object> entry = new LinkedHashMap<>();
    entry.put("node", bench.named());
    entry.put(add ? "filter" : "unfilter", what);
    Answers answers = bench.operate(entry);
    if (!add) {
      return bench.print(answers, removed(answers));
    }
    Table table = FiltersVerb.table();
    for (String node : answers.facts().sequencedKeySet()) {
      FiltersVerb.rows(bench, table, node, Facts.of(answers.facts().get(node)));
    }
    return bench.print(answers, table);
  }

  /** What went: nodes answer with the rules as they were. */
  private String removed(Answers answers) {
    long count = 0;
    for (SequencedMap<String, Object> places : answers.facts().values()) {
      count += places.values().stream().mapToInt(rules -> Facts.listOf(rules).size()).sum();
    }
    return Quantity.count(count, "filter", "filters")
        + " of "
        + flow
        + " removed at "
        + String.join(", ", answers.facts().sequencedKeySet());
  }
}
