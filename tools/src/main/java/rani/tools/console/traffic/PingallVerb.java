// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.ServiceRuns;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.world.Facts;

@Command(
    name = "pingall",
    customSynopsis = "pingall [--count=N]",
    description = {
      "Pings every node from every other: a matrix of round-trip times, and loss if any.",
      "Starts the service ping where it is missing, and says so. Nodes that have ended are passed"
          + " over; foreign nodes are asked by their UDP echo, port 7."
    },
    exitCodeList = {"0:every packet was answered", "1:some were not", "3:a node did not do it"},
    footer = {"  pingall", "  pingall --count 10"})
public final class PingallVerb extends ConsoleVerb {
  private static final int NODES_MAX = 64;
  private static final int COUNT_MAX = 100;

  /** Largest number of simultaneous pings of one node, a limit of the service ping. */
  private static final int AT_A_TIME = 16;

  private static final Duration MAX = Duration.ofMinutes(5);

  /** Facts of a ping that could not start. */
  private record Refused(int sent, int received, String error) implements Facts {}

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "The number of packets of each pair. Default: 1.")
  private int count = 1;

  @Override
  public Integer call() throws LabFailure, FileError {
    List<String> own = context.nodes();
    List<String> foreign = context.foreign(List.of());
    List<String> all =
        context.testbed().names().stream()
            .filter(node -> own.contains(node) || foreign.contains(node))
            .toList();
    if (all.size() > NODES_MAX || count < 1 || count > COUNT_MAX) {
      throw context.wrong(
          "pingall is for at most " + NODES_MAX + " nodes and " + COUNT_MAX + " packets a pair");
    }
    NodeReplies asked =
        context.ask(
            all.stream().filter(node -> !foreign.contains(node)).toList(), StatusQuery.STATUS);
    List<String> nodes =
        List.copyOf(asked.facts().sequencedKeySet()); // nodes that have ended are skipped
    ServiceRuns services = new ServiceRuns(context);
    NodeReplies started = services.start(nodes, "ping");
    started.failures().putAll(asked.failures());
    SequencedMap<String, JsonObject> matrix = new LinkedHashMap<>();
    long lost = 0;
    long sent = 0;
    for (String from : nodes) {
      if (context.isGivenUp()) {
        break;
      }
      List<String> others =
          all.stream()
              .filter(node -> nodes.contains(node) || foreign.contains(node))
              .filter(node -> !node.equals(from))
              .toList();
      SequencedMap<String, JsonObject> row = new LinkedHashMap<>();
      for (int first = 0; first < others.size() && !context.isGivenUp(); first += AT_A_TIME) {
        row.putAll(
            ask(services, from, others.subList(first, Math.min(others.size(), first + AT_A_TIME))));
      }
      for (JsonObject facts : row.values()) {
        sent += Shown.count(facts, "sent");
        lost += Shown.count(facts, "sent") - Shown.count(facts, "received");
      }
      matrix.put(from, JsonObject.of(row));
    }
    NodeReplies answers = new NodeReplies(matrix, started.failures());
    int exitCode = context.print(answers, square(all, nodes, foreign, matrix));
    if (!context.json()) {
      print("%s, %d lost", Quantity.count(sent, "packet", "packets"), lost);
    }
    return exitCode == OK && lost > 0 ? FAILED : exitCode;
  }

  private SequencedMap<String, JsonObject> ask(
      ServiceRuns services, String from, List<String> others) throws LabFailure {
    List<ServiceRuns.Begun> pings = new ArrayList<>();
    SequencedMap<String, JsonObject> row = new LinkedHashMap<>();
    List<String> asked = new ArrayList<>();
    for (String to : others) {
      List<String> order =
          new ArrayList<>(List.of(to, "count=" + count, "interval=20ms", "timeout=1s"));
      if (context.testbed().topology().foreign().contains(to)) {
        order.addAll(PingVerb.OF_ECHO);
      }
      try {
        pings.add(new ServiceRuns.Begun(from, "ping", services.begin(from, "ping", order)));
        asked.add(to);
      } catch (LabFailure refused) {
        String why = String.valueOf(refused.getMessage());
        row.put(to, JsonObject.of(new Refused(count, 0, why)));
      }
    }
    var shown = services.await(pings, MAX, _ -> {});
    for (int k = 0; k < asked.size(); k++) {
      row.put(asked.get(k), shown.getOrDefault(pings.get(k), JsonObject.EMPTY));
    }
    return row;
  }

  private static Table square(
      List<String> all,
      List<String> asked,
      List<String> foreign,
      SequencedMap<String, JsonObject> matrix) {
    List<String> headings = new ArrayList<>(List.of("from \\ to"));
    all.forEach(node -> headings.add(">" + node));
    Table table = new Table(headings);
    matrix.forEach(
        (from, row) -> {
          List<String> cells = new ArrayList<>(List.of(from));
          for (String to : all) {
            cells.add(
                to.equals(from)
                    ? "·"
                    : asked.contains(to) || foreign.contains(to)
                        ? cell(Shown.object(row, to))
                        : "gone");
          }
          table.row(cells);
        });
    return table;
  }

  private static String cell(JsonObject facts) {
    long sent = Shown.count(facts, "sent");
    long lost = sent - Shown.count(facts, "received");
    if (sent == lost) {
      return sent == 0 ? "–" : "lost";
    }
    String time = Quantity.time(Shown.nanos(facts, "rtt-seconds-mean"));
    return lost == 0 ? time : time + " (" + Quantity.percent((double) lost / sent) + " lost)";
  }
}
