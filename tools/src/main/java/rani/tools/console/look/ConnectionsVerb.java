// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.nodehost.conversation.ConnectionWindows;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.tools.watch.ConnectionWords;

@Command(
    name = "connections",
    description =
        "Shows each end of an open connection of RDP: the phase of its sender, the"
            + " congestion window and the slow-start threshold in packets, the smoothed round trip,"
            + " the retransmission timer, and the segments on their way.",
    footer = {"  connections", "  n1 connections", "  watch connections n1"})
public final class ConnectionsVerb extends LookVerb {
  private static final double NANOS = 1e9;

  @Override
  public Integer call() {
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table = new Table("connection, service, phase, >cwnd, >ssthresh, >rtt, >rto, >in flight");
    NodeReplies answers =
        context.ask(
            nodes(),
            StatusQuery.CONNECTIONS,
            (node, open) ->
                open.windows()
                    .forEach(
                        (name, window) -> row(table, ConnectionWords.named(name, names), window)));
    return print(answers, table, "no connection is open");
  }

  private static void row(Table table, String name, ConnectionWindows.Window window) {
    table.row(
        name,
        window.service(),
        ConnectionWords.phase(window.phase()),
        Quantity.figures(window.cwndPackets()),
        Quantity.figures(window.ssthreshPackets()),
        Quantity.time(window.srttSeconds() > 0 ? NANOS * window.srttSeconds() : null),
        Quantity.time(NANOS * window.rtoSeconds()),
        Quantity.figures(window.flightSegments()));
  }
}
