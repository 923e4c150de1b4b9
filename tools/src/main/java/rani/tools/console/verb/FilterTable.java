// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.topology.FlowText;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** Table of filters and diversions: flow, expiry, packets so far. */
public final class FilterTable extends Table {
  private final LinkNames links;
  private final SequencedMap<String, String> nodes;

  public FilterTable(VerbContext context) {
    super("node, from, flow, kind, >remaining, >caught");
    this.links = context.links();
    this.nodes = context.nodeNames().byAddress();
  }

  /** Adds a node's rules, by the link they apply to; {@code own} is for the node's own packets. */
  public void rows(String node, JsonObject places) throws LabFailure {
    SequencedMap<String, String> names = links.of(node);
    for (String place : places.keys()) {
      String from =
          place.equals("own") ? "itself" : LinkNames.neighbour(names.getOrDefault(place, place));
      for (JsonObject rule : Shown.objects(places, place)) {
        row(
            node,
            from,
            flow(rule),
            Shown.cell(rule, "kind"),
            Quantity.time(rule.find("remaining-nanos")),
            Quantity.count(rule.find("caught"), "packet", "packets"));
      }
    }
  }

  private String flow(JsonObject rule) {
    String flow = FlowText.named(String.valueOf(rule.find("flow")), nodes);
    Object destination = rule.find("destination");
    return destination == null
        ? flow
        : flow + " to " + FlowText.named(String.valueOf(destination), nodes);
  }
}
