// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.node.Command.Subject;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code routes}: the next hop of every node to every other. */
@Command(
    name = "routes",
    customSynopsis = "routes [NODE…]",
    description = "Shows by which neighbour each node reaches each other node.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  routes          a square: from the left, to the top", "  n1 routes"})
final class RoutesVerb implements Callable<Integer> {
  /** More nodes than these would not fit beside each other. */
  private static final int COLUMNS_MAX = 16;

  private static final String ITSELF = "·";
  private static final String NO_WAY = "–";

  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only from these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers = bench.ask(bench.nodes(named), Subject.ROUTES);
    List<String> all = bench.testbed().names();
    boolean square = answers.facts().size() > 1 && all.size() <= COLUMNS_MAX;
    if (bench.json()) {
      return bench.print(answers, "");
    }
    int code = bench.print(answers, square ? square(answers, all) : list(answers));
    answers.facts().forEach(this::warn);
    return code;
  }

  /** What neighbours said that is not believed, and that another speaks in a node's name. */
  private void warn(String node, Object answer) {
    SequencedMap<String, Object> facts = Facts.of(answer);
    SequencedMap<String, Object> last = Facts.of(facts.get("last-refused"));
    if (!last.isEmpty()) {
      bench
          .screen()
          .print(
              "%s: refused by link %s; the last: %s of %s",
              node,
              String.valueOf(facts.get("refused-by-link")),
              String.valueOf(last.get("reason")),
              last.get("origin")
                  + (last.containsKey("neighbour") ? " to " + last.get("neighbour") : ""));
    }
    Object contested = Facts.of(facts.get("counters")).get("contested");
    if (contested instanceof Number count && count.longValue() > 0) {
      bench.screen().print("%s: another speaks in its name, %d times so far", node, count);
    }
  }

  private Table square(Answers answers, List<String> all) throws LabFailure {
    List<String> headings = new ArrayList<>(List.of("from \\ to"));
    headings.addAll(all);
    Table table = new Table(headings);
    SequencedMap<String, String> addresses = bench.namesByAddress();
    for (String node : answers.facts().sequencedKeySet()) {
      SequencedMap<String, String> links = bench.linkNames(node);
      SequencedMap<String, Object> routes = routes(answers, node);
      List<String> row = new ArrayList<>(List.of(node));
      for (String to : all) {
        row.add(to.equals(node) ? ITSELF : next(routes.get(addressOf(to, addresses)), links));
      }
      table.row(row);
    }
    return table;
  }

  private Table list(Answers answers) throws LabFailure {
    Table table = new Table("from", "to", "by", ">away");
    SequencedMap<String, String> addresses = bench.namesByAddress();
    for (String node : answers.facts().sequencedKeySet()) {
      SequencedMap<String, String> links = bench.linkNames(node);
      routes(answers, node)
          .forEach(
              (to, route) ->
                  table.row(
                      node,
                      addresses.getOrDefault(to, to),
                      next(route, links),
                      Quantity.count(Facts.of(route).get("hops"), "hop", "hops")));
    }
    return table;
  }

  /** By the destination's address. */
  private static SequencedMap<String, Object> routes(Answers answers, String node) {
    return Facts.of(Facts.of(answers.facts().get(node)).get("routes"));
  }

  private static String addressOf(String node, SequencedMap<String, String> addresses) {
    return addresses.entrySet().stream()
        .filter(entry -> entry.getValue().equals(node))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  /** The neighbour behind a link: {@code n2} of {@code n1->n2}. */
  private static String next(@Nullable Object route, SequencedMap<String, String> links) {
    String link = String.valueOf(Facts.of(route).get("link"));
    if (route == null) {
      return NO_WAY;
    }
    String name = links.getOrDefault(link, link);
    return name.substring(name.indexOf('>') + 1);
  }
}
