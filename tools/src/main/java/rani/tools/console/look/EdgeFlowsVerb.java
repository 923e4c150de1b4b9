// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.SequencedMap;
import picocli.CommandLine.Command;
import rani.json.JsonObject;
import rani.model.topology.FlowText;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.edge.EdgeHost;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

@Command(
    name = "edge-flows",
    description =
        "Shows the flows of TCP and UDP between a node and its edge, those with the latest"
            + " packets first: their goodput; of what the edge sent the smoothed and the least"
            + " round trip and the retransmissions; congestion marks and their echoes.",
    footer = {"  edge-flows", "  n1 edge-flows", "  watch edge-flows n1"})
public final class EdgeFlowsVerb extends LookVerb {
  @Override
  public Integer call() {
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table =
        new Table("node, flow, state, >sent, >received, >rtt, >least, >sent again, >CE, >ECE");
    NodeReplies shown = new NodeReplies();
    NodeReplies answers = context.ask(nodes(), StatusQuery.SERVICES);
    shown.failures().putAll(answers.failures());
    answers
        .facts()
        .forEach(
            (node, services) -> {
              JsonObject edge = Shown.object(services, EdgeHost.SERVICE);
              if (services.has(EdgeHost.SERVICE)) {
                shown.facts().put(node, edge);
              }
              Shown.objects(edge, "latest-flows").forEach(flow -> row(table, node, flow, names));
            });
    return print(shown, table, "no program of an edge has sent or received");
  }

  private static void row(
      Table table, String node, JsonObject flow, SequencedMap<String, String> names) {
    JsonObject sent = Shown.object(flow, "sent");
    JsonObject received = Shown.object(flow, "received");
    table.row(
        node,
        FlowText.named(String.valueOf(Shown.cell(flow, "flow")), names),
        Shown.cell(flow, "state"),
        Quantity.prefixed(sent.find("goodput-bits-per-second"), "bit/s"),
        Quantity.prefixed(received.find("goodput-bits-per-second"), "bit/s"),
        Quantity.time(Shown.nanos(sent, "rtt-seconds")),
        Quantity.time(Shown.nanos(sent, "rtt-min-seconds")),
        Shown.count(sent, "retransmissions"),
        Shown.count(received, "ce"),
        Shown.count(sent, "ece") + Shown.count(received, "ece"));
  }
}
