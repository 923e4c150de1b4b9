// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.nodehost.conversation.Connections;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.tools.watch.ConnectionWords;

/** {@code connections}: who sends by RDP, in which phase, and with which windows and times. */
@Command(
    name = "connections",
    customSynopsis = "connections [NODE…]",
    description = {
      "Shows each end of an open connection of RDP: the phase of its sender, the congestion window",
      "and the slow-start threshold in packets, the smoothed round trip, the retransmission timer,",
      "and the segments on their way."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  connections", "  n1 connections", "  watch connections n1"})
final class ConnectionsVerb implements Callable<Integer> {
  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers =
        bench.ask(bench.nodes(named), node -> bench.testbed().node(node).ask(new Connections()));
    SequencedMap<String, String> names = bench.namesByAddress();
    Table table =
        new Table(
            "connection", "service", "phase", ">cwnd", ">ssthresh", ">rtt", ">rto", ">in flight");
    for (SequencedMap<String, Object> connections : answers.facts().values()) {
      connections.forEach((name, facts) -> row(table, name, Facts.of(facts), names));
    }
    if (!bench.json() && table.isEmpty() && answers.failures().isEmpty()) {
      bench.screen().print("no connection is open");
    }
    return bench.print(answers, table);
  }

  private static void row(
      Table table,
      String name,
      SequencedMap<String, Object> facts,
      SequencedMap<String, String> names) {
    boolean timed = facts.get("srtt-seconds") instanceof Number srtt && srtt.doubleValue() > 0;
    table.row(
        ConnectionWords.named(name, names),
        String.valueOf(facts.get("service")),
        ConnectionWords.phase(facts.getOrDefault("phase", "")),
        Quantity.figures(facts.get("cwnd-packets")),
        Quantity.figures(facts.get("ssthresh-packets")),
        Quantity.time(timed ? Facts.nanos(facts, "srtt-seconds") : null),
        Quantity.time(Facts.nanos(facts, "rto-seconds")),
        Quantity.figures(facts.get("flight-segments")));
  }
}
