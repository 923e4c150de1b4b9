// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.node.Command.Subject;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code pingall}: who reaches whom. */
@Command(
    name = "pingall",
    customSynopsis = "pingall [--count=N]",
    description = {
      "Has every node ask every other: a square of round-trip times, and loss where there is any.",
      "Starts the service ping where it is missing, and says so. Nodes that have ended are passed"
          + " over."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every packet was answered", "1:some were not", "3:a node did not do it"},
    footerHeading = "%nExamples:%n",
    footer = {"  pingall", "  pingall --count 10"})
final class PingallVerb implements Callable<Integer> {
  private static final int NODES_MAX = 64;
  private static final int COUNT_MAX = 100;

  /** As many pings of one node run at a time as its service allows. */
  private static final int AT_A_TIME = 16;

  private static final Duration MAX = Duration.ofMinutes(5);

  @ParentCommand private Bench bench;

  @Option(names = "--count", paramLabel = "N", description = "Packets of each pair; 1 if not said.")
  private int count = 1;

  @Override
  public Integer call() throws LabFailure, FileError {
    List<String> all = bench.nodes();
    if (all.size() > NODES_MAX || count < 1 || count > COUNT_MAX) {
      throw bench.wrong(
          "pingall is for at most " + NODES_MAX + " nodes and " + COUNT_MAX + " packets a pair");
    }
    Answers asked = bench.ask(all, Subject.STATUS);
    List<String> nodes = List.copyOf(asked.facts().sequencedKeySet()); // who has ended is not asked
    Services services = new Services(bench);
    Answers started = services.start(nodes, "ping");
    started.failures().putAll(asked.failures());
    SequencedMap<String, SequencedMap<String, Object>> matrix = new LinkedHashMap<>();
    long lost = 0;
    long sent = 0;
    for (String from : nodes) {
      if (bench.isGivenUp()) {
        break;
      }
      List<String> others = nodes.stream().filter(node -> !node.equals(from)).toList();
      SequencedMap<String, Object> row = new LinkedHashMap<>();
      for (int first = 0; first < others.size() && !bench.isGivenUp(); first += AT_A_TIME) {
        row.putAll(
            ask(services, from, others.subList(first, Math.min(others.size(), first + AT_A_TIME))));
      }
      for (Object facts : row.values()) {
        sent += Facts.count(Facts.of(facts), "sent");
        lost += Facts.count(Facts.of(facts), "sent") - Facts.count(Facts.of(facts), "received");
      }
      matrix.put(from, row);
    }
    Answers answers = new Answers(matrix, started.failures());
    int exitCode =
        bench.json() ? bench.print(answers, "") : bench.print(answers, square(all, nodes, matrix));
    if (!bench.json()) {
      bench.screen().print("%s, %d lost", Quantity.count(sent, "packet", "packets"), lost);
    }
    return exitCode == ExitCodes.OK && lost > 0 ? ExitCodes.FAILED : exitCode;
  }

  private SequencedMap<String, Object> ask(Services services, String from, List<String> others)
      throws LabFailure {
    List<Services.Begun> pings = new ArrayList<>();
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    List<String> asked = new ArrayList<>();
    for (String to : others) {
      List<String> order = List.of(to, "count=" + count, "interval=20ms", "timeout=1s");
      try {
        pings.add(new Services.Begun(from, "ping", services.begin(from, "ping", order)));
        asked.add(to);
      } catch (LabFailure refused) {
        SequencedMap<String, Object> failure = new LinkedHashMap<>();
        failure.put("sent", count);
        failure.put("received", 0);
        failure.put("error", String.valueOf(refused.getMessage()));
        row.put(to, failure);
      }
    }
    var shown = services.await(pings, MAX);
    for (int k = 0; k < asked.size(); k++) {
      row.put(asked.get(k), shown.getOrDefault(pings.get(k), new LinkedHashMap<>()));
    }
    return row;
  }

  private static Table square(
      List<String> all,
      List<String> asked,
      SequencedMap<String, SequencedMap<String, Object>> matrix) {
    List<String> headings = new ArrayList<>(List.of("from \\ to"));
    all.forEach(node -> headings.add(">" + node));
    Table table = new Table(headings);
    matrix.forEach(
        (from, row) -> {
          List<String> cells = new ArrayList<>(List.of(from));
          for (String to : all) {
            cells.add(to.equals(from) ? "·" : asked.contains(to) ? cell(row.get(to)) : "gone");
          }
          table.row(cells);
        });
    return table;
  }

  private static String cell(@Nullable Object told) {
    SequencedMap<String, Object> facts = Facts.of(told);
    long sent = Facts.count(facts, "sent");
    if (sent == 0) {
      return "–";
    }
    long lost = sent - Facts.count(facts, "received");
    if (sent == lost) {
      return "lost";
    }
    String time = Quantity.time(Facts.nanos(facts, "rtt-seconds-mean"));
    return lost == 0 ? time : time + " (" + Quantity.percent((double) lost / sent) + " lost)";
  }
}
