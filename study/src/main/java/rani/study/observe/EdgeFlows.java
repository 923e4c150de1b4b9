// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import rani.flow.FlowFacts;
import rani.flow.FlowSums;
import rani.json.Json;
import rani.json.JsonObject;
import rani.node.NodeFacts;
import rani.nodehost.edge.EdgeFacts;
import rani.nodehost.edge.EdgeHost;
import rani.service.metric.ServiceFacts;
import tools.jackson.core.JacksonException;

/**
 * The flows of an edge, as its node saw them last. The sums are of all, the flows one by one those
 * that the node shows.
 */
public record EdgeFlows(String node, FlowSums sums, List<FlowFacts> flows) {

  /** Returns those of all nodes whose edges have had some, from facts at the end of a run. */
  public static List<EdgeFlows> of(ServiceFacts facts) {
    List<EdgeFlows> edges = new ArrayList<>();
    facts
        .of(EdgeHost.SERVICE)
        .forEach(
            (node, told) -> {
              try {
                JsonObject service = JsonObject.of(told);
                var own = Json.as(service, NodeFacts.OfService.class).own();
                EdgeFacts edge = Json.as(own, EdgeFacts.class);
                List<FlowFacts> flows =
                    Stream.of(edge.latestFlows(), edge.largestOthers())
                        .flatMap(List::stream)
                        .toList();
                if (!flows.isEmpty()) {
                  edges.add(new EdgeFlows(node, edge.sums(), flows));
                }
              } catch (JacksonException e) {
                return; // a service from a jar may have that name, too
              }
            });
    return edges;
  }
}
