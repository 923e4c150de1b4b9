// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.FilterTable;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.Settings;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.world.Facts;

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
    footer = {"  n7 filter add n1 for=10s", "  n7 filter remove n1", "  n7 filters"})
public final class FilterVerb extends ConsoleVerb {
  private static final List<String> ACTIONS = List.of("add", "remove");

  /** Schedule entry that adds or removes a filter. */
  private record Entry(
      List<String> node,
      @Nullable SequencedMap<String, String> filter,
      @Nullable SequencedMap<String, String> unfilter)
      implements Facts {}

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
      throw context.wrong(
          "a filter is not told `" + action + "`; " + Nearest.hint(action, ACTIONS));
    }
    List<String> nodes = context.named("filter " + action + " " + flow);
    boolean add = action.equals("add");
    SequencedMap<String, String> what = new LinkedHashMap<>();
    what.put("flow", flow);
    what.putAll(Settings.read(context, settings, add ? List.of("from", "for") : List.of("from")));
    NodeReplies answers = context.operate(new Entry(nodes, add ? what : null, add ? null : what));
    if (!add) {
      return context.print(answers, removed(answers));
    }
    FilterTable table = new FilterTable(context);
    for (var node : answers.facts().entrySet()) {
      table.rows(node.getKey(), node.getValue());
    }
    return context.print(answers, table);
  }

  /** Describes the removed filters. Nodes answer with their filters before the removal. */
  private String removed(NodeReplies answers) {
    long count = 0;
    for (JsonObject places : answers.facts().values()) {
      count += places.keys().stream().mapToInt(at -> Shown.objects(places, at).size()).sum();
    }
    return "%s of %s removed at %s"
        .formatted(Quantity.count(count, "filter", "filters"), flow, answers.names());
  }
}
