// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.node.RouteFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.LinkNames;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

@Command(
    name = "routes",
    customSynopsis = "routes [NODE…]",
    description = "Shows by which neighbour each node reaches each other node.",
    footer = {"  routes          a square: from the left, to the top", "  n1 routes"})
public final class RoutesVerb extends ConsoleVerb {
  /** Largest number of nodes whose columns fit beside each other on a screen. */
  private static final int COLUMNS_MAX = 16;

  private static final String ITSELF = "·";
  private static final String NO_WAY = "–";

  @Parameters(paramLabel = "NODE", description = "Only from these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    SequencedMap<String, RouteFacts> shown = new LinkedHashMap<>();
    NodeReplies answers = context.ask(context.nodes(named), StatusQuery.ROUTES, shown::put);
    List<String> all = context.testbed().names();
    if (context.json()) {
      return context.print(answers, "");
    }
    boolean square = shown.size() > 1 && all.size() <= COLUMNS_MAX;
    int code = context.print(answers, square ? square(shown, all) : list(shown));
    shown.forEach(this::warn);
    return code;
  }

  /** Warns of rejected link states, and of nodes whose address another node claims. */
  private void warn(String node, RouteFacts facts) {
    RouteFacts.Refused last = facts.lastRefused();
    if (last != null) {
      print(
          "%s: refused by link %s; the last: %s of %s",
          node,
          facts.refusedByLink(),
          last.reason(),
          last.origin() + (last.neighbour() == null ? "" : " to " + last.neighbour()));
    }
    long contested = facts.counters().getOrDefault("contested", 0L);
    if (contested > 0) {
      print("%s: another speaks in its name, %d times so far", node, contested);
    }
  }

  private Table square(SequencedMap<String, RouteFacts> shown, List<String> all) throws LabFailure {
    List<String> headings = new ArrayList<>(List.of("from \\ to"));
    headings.addAll(all);
    Table table = new Table(headings);
    for (var each : shown.entrySet()) {
      String node = each.getKey();
      SequencedMap<String, String> links = context.links().of(node);
      var routes = each.getValue().routes();
      List<String> row = new ArrayList<>(List.of(node));
      for (String to : all) {
        row.add(to.equals(node) ? ITSELF : next(routes.get(context.addressOf(to)), links));
      }
      table.row(row);
    }
    return table;
  }

  private Table list(SequencedMap<String, RouteFacts> shown) throws LabFailure {
    Table table = new Table("from, to, by, >away");
    SequencedMap<String, String> addresses = context.nodeNames().byAddress();
    for (var each : shown.entrySet()) {
      String node = each.getKey();
      SequencedMap<String, String> links = context.links().of(node);
      var routes = each.getValue().routes();
      routes.forEach(
          (to, route) ->
              table.row(
                  node,
                  addresses.getOrDefault(to, to),
                  next(route, links),
                  Quantity.count(route.hops(), "hop", "hops")));
    }
    return table;
  }

  private static String next(RouteFacts.@Nullable Route route, SequencedMap<String, String> links) {
    return route == null
        ? NO_WAY
        : LinkNames.neighbour(links.getOrDefault(route.link(), route.link()));
  }
}
