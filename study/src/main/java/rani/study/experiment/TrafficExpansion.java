// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;

/** Turns the traffic of an experiment into services of the nodes. */
final class TrafficExpansion {
  static final String SOURCE = "source";
  private static final String SINK = "sink";
  static final String FLOWS = "flows";
  private static final String PORT = "port";

  private TrafficExpansion() {}

  /**
   * Returns the network with each flow added to the {@code source} of its senders, behind their own
   * flows, and with a {@code sink} at each receiver that has none and is not foreign.
   */
  static Topology network(Topology topology, List<TrafficFlow> traffic) {
    SequencedMap<String, TopologyNode> nodes = new LinkedHashMap<>();
    topology.nodes().forEach(node -> nodes.put(node.name(), node));
    SequencedMap<String, LocatedMap> sinks = new LinkedHashMap<>();
    for (TrafficFlow flow : traffic) {
      if (!flow.sink().entries().isEmpty()) {
        sinks.putIfAbsent(flow.to(), flow.sink());
      }
    }
    for (TrafficFlow flow : traffic) {
      for (String from : flow.from()) {
        nodes.computeIfPresent(from, (name, node) -> withFlow(node, flow));
      }
      LocatedMap sink = sinks.getOrDefault(flow.to(), LocatedMap.empty(flow.options().at()));
      nodes.computeIfPresent(flow.to(), (name, node) -> withSink(node, flow.options(), sink));
    }
    return topology.withNodes(List.copyOf(nodes.values()));
  }

  private static TopologyNode withFlow(TopologyNode node, TrafficFlow flow) {
    Location at = flow.options().at();
    LocatedMap source =
        Optional.ofNullable(node.services().get(SOURCE)).orElse(LocatedMap.empty(at));
    List<LocatedValue> flows = new ArrayList<>();
    source
        .get(FLOWS)
        .ifPresent(
            value ->
                flows.addAll(value instanceof LocatedList list ? list.values() : List.of(value)));
    flows.add(flow.options().with("to", at, new LocatedScalar(at, flow.to(), false)));
    return node.withService(SOURCE, source.with(FLOWS, at, new LocatedList(at, flows)));
  }

  private static TopologyNode withSink(TopologyNode node, LocatedMap options, LocatedMap sink) {
    if (node.foreign() || node.services().containsKey(SINK)) {
      return node;
    }
    LocatedMap.Entry port = options.entries().get(PORT);
    return node.withService(
        SINK, port == null ? sink : sink.with(PORT, port.keyAt(), port.value()));
  }
}
