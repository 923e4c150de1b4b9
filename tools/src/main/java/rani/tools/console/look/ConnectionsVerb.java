// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.nodehost.conversation.Show;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.Shown;
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
    footerHeading = "%nExamples:%n",
    footer = {"  connections", "  n1 connections", "  watch connections n1"})
public final class ConnectionsVerb extends LookVerb {
  @Override
  public Integer call() throws LabFailure {
    Answers answers =
        context.ask(
            nodes(), node -> JsonObject.of(context.testbed().show(node, Show.CONNECTIONS)));
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table =
        new Table(
            "connection", "service", "phase", ">cwnd", ">ssthresh", ">rtt", ">rto", ">in flight");
    for (JsonObject connections : answers.facts().values()) {
      for (String name : connections.keys()) {
        row(table, name, Shown.object(connections, name), names);
      }
    }
    if (!context.json() && table.isEmpty() && answers.failures().isEmpty()) {
      context.screen().print("no connection is open");
    }
    return context.print(answers, table);
  }

  private static void row(
      Table table, String name, JsonObject facts, SequencedMap<String, String> names) {
    boolean timed = facts.find("srtt-seconds") instanceof Number srtt && srtt.doubleValue() > 0;
    table.row(
        ConnectionWords.named(name, names),
        String.valueOf(facts.find("service")),
        ConnectionWords.phase(Shown.cell(facts, "phase")),
        Quantity.figures(facts.find("cwnd-packets")),
        Quantity.figures(facts.find("ssthresh-packets")),
        Quantity.time(timed ? Shown.nanos(facts, "srtt-seconds") : null),
        Quantity.time(Shown.nanos(facts, "rto-seconds")),
        Quantity.figures(facts.find("flight-segments")));
  }
}
