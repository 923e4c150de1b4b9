// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rani.flow.FlowFacts;
import rani.flow.FlowSums;
import rani.json.Json;
import rani.node.NodeFacts;
import rani.nodehost.edge.EdgeFacts;
import rani.service.metric.ServiceFacts;

class EdgeFlowsTest {
  private static final FlowSums SUMS =
      new FlowSums(
          2,
          1,
          3,
          new FlowSums.Half(1, 2, 3, 4, 5, 6, 7, 0.5, null),
          new FlowSums.Half(1, 2, 3, 4, 5, 6, 7, 0.5, 0.25));

  private static FlowFacts flow(String name) {
    FlowFacts.Half half = new FlowFacts.Half(1, 2, 3, 4, 5.5, null, null, null, null);
    return new FlowFacts(name, null, null, 1, 2, half, half);
  }

  /** The services of a node with an edge; its facts as the node itself has them. */
  private static NodeFacts.Services services(List<FlowFacts> latest, List<FlowFacts> others) {
    var refused = new EdgeFacts.Refused(0, 0, 0, 0);
    var use = new NodeFacts.Use(0, 1);
    var service =
        new NodeFacts.OfService(
            null,
            null,
            new NodeFacts.Failures(false, 0, null, null),
            new EdgeFacts(true, 1, 2, 0, refused, SUMS, latest, others),
            new NodeFacts.Budget(
                new NodeFacts.Budgets(use, use, use, use, use, use),
                new NodeFacts.Refused(null, null, null, null)));
    return new NodeFacts.Services(new LinkedHashMap<>(Map.of("edge", service)));
  }

  @Test
  void edgesWithFlowsAreReadFromFactsOfNodesHereAndElsewhere() {
    List<FlowFacts> latest = List.of(flow("10.0.0.1:1>10.0.0.2:3/17"));
    List<FlowFacts> others = List.of(flow("10.0.0.1:2>10.0.0.2:3/17"));
    String elsewhere = Json.print(services(latest, List.of()));
    Map<String, Map<String, ?>> facts = new LinkedHashMap<>();
    facts.put("n1", services(latest, others).byKey());
    facts.put("n2", Json.read(elsewhere, NodeFacts.Services.class).byKey());
    facts.put("unused", services(List.of(), List.of()).byKey());
    facts.put("other", Map.of("edge", Map.of("suspended", false, "mine", 1)));
    facts.put("none", Map.of());

    List<FlowFacts> both = new ArrayList<>(latest);
    both.addAll(others);
    assertEquals(
        List.of(new EdgeFlows("n1", SUMS, both), new EdgeFlows("n2", SUMS, latest)),
        EdgeFlows.of(ServiceFacts.atEnd(facts)));
  }
}
