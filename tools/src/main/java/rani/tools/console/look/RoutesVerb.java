// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.node.Command.Subject;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.LinkNames;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.wire.Address;

/** {@code routes}: the next hop of every node to every other. */
@Command(
    name = "routes",
    customSynopsis = "routes [NODE…]",
    description = "Shows by which neighbour each node reaches each other node.",
    footerHeading = "%nExamples:%n",
    footer = {"  routes          a square: from the left, to the top", "  n1 routes"})
public final class RoutesVerb extends ConsoleVerb {
  /** More nodes than these would not fit beside each other. */
  private static final int COLUMNS_MAX = 16;

  private static final String ITSELF = "·";
  private static final String NO_WAY = "–";

  @Parameters(paramLabel = "NODE", description = "Only from these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers = context.ask(context.nodes(named), Subject.ROUTES);
    List<String> all = context.testbed().names();
    boolean square = answers.facts().size() > 1 && all.size() <= COLUMNS_MAX;
    if (context.json()) {
      return context.print(answers, "");
    }
    int code = context.print(answers, square ? square(answers, all) : list(answers));
    answers.facts().forEach(this::warn);
    return code;
  }

  /** What neighbours said that is not believed, and that another speaks in a node's name. */
  private void warn(String node, JsonObject facts) {
    JsonObject last = Shown.object(facts, "last-refused");
    if (!last.isEmpty()) {
      context
          .screen()
          .print(
              "%s: refused by link %s; the last: %s of %s",
              node,
              String.valueOf(facts.find("refused-by-link")),
              String.valueOf(last.find("reason")),
              last.find("origin") + (last.has("neighbour") ? " to " + last.find("neighbour") : ""));
    }
    Object contested = Shown.object(facts, "counters").find("contested");
    if (contested instanceof Number count && count.longValue() > 0) {
      context.screen().print("%s: another speaks in its name, %d times so far", node, count);
    }
  }

  private Table square(Answers answers, List<String> all) throws LabFailure {
    List<String> headings = new ArrayList<>(List.of("from \\ to"));
    headings.addAll(all);
    Table table = new Table(headings);
    for (var each : answers.facts().entrySet()) {
      String node = each.getKey();
      SequencedMap<String, String> links = context.links().of(node);
      JsonObject routes = routes(each.getValue());
      List<String> row = new ArrayList<>(List.of(node));
      for (String to : all) {
        row.add(to.equals(node) ? ITSELF : next(routes, addressOf(to), links));
      }
      table.row(row);
    }
    return table;
  }

  private Table list(Answers answers) throws LabFailure {
    Table table = new Table("from", "to", "by", ">away");
    SequencedMap<String, String> addresses = context.nodeNames().byAddress();
    for (var each : answers.facts().entrySet()) {
      String node = each.getKey();
      SequencedMap<String, String> links = context.links().of(node);
      JsonObject routes = routes(each.getValue());
      for (String to : routes.keys()) {
        table.row(
            node,
            addresses.getOrDefault(to, to),
            next(routes, to, links),
            Quantity.count(Shown.object(routes, to).find("hops"), "hop", "hops"));
      }
    }
    return table;
  }

  /** By the destination's address. */
  private static JsonObject routes(JsonObject facts) {
    return Shown.object(facts, "routes");
  }

  private String addressOf(String name) {
    return context
        .testbed()
        .topology()
        .node(name)
        .map(node -> Address.text(node.virtualAddress()))
        .orElse("");
  }

  /** The neighbour behind the link by which a route leads. */
  private static String next(JsonObject routes, String to, SequencedMap<String, String> links) {
    if (!routes.has(to)) {
      return NO_WAY;
    }
    String link = String.valueOf(Shown.object(routes, to).find("link"));
    return LinkNames.neighbour(links.getOrDefault(link, link));
  }
}
