// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.link.LinkConfig;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.node.Command;
import rani.sim.Simulation;
import rani.world.Reply;

/** The links of a network in virtual time, which are added and removed at both ends at once. */
public record SimulatedLinks(Simulation simulation, LinkNumbers numbers) {
  /** Converts a link to the simulation's form: its nodes, and its number at each node. */
  public static Simulation.Wiring wiring(TopologyLink link, LinkNumbers numbers) {
    String a = link.a().node();
    String b = link.b().node();
    return new Simulation.Wiring(a, numbers.at(a, link), b, numbers.at(b, link));
  }

  /** Adds a link, and returns both nodes' replies; a keyed link's key derives from {@code key}. */
  public SequencedMap<String, Reply> add(TopologyLink link, Topology after, RunKey key) {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    List<String> ends = List.of(link.a().node(), link.b().node());
    ends.forEach(node -> numbers.put(node, link, simulation.nextLink(node)));
    simulation.join(wiring(link, numbers));
    ends.forEach(node -> replies.put(node, give(node, link, after, key)));
    return replies;
  }

  /** Gives a node its end of a link whose wires exist. */
  Reply give(String node, TopologyLink link, Topology after, RunKey key) {
    LinkConfig end = NodeConfigs.end(after, link, node, numbers.at(node, link), key);
    Reply reply = simulation.handle(node, new Command.AddLink(end));
    if (!reply.ok()) {
      throw new IllegalStateException("node " + node + " refuses what was checked: " + reply);
    }
    return reply;
  }

  /** Removes a link, and returns both nodes' replies. */
  public SequencedMap<String, Reply> remove(TopologyLink link) {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    for (String node : List.of(link.a().node(), link.b().node())) {
      replies.put(node, simulation.handle(node, new Command.RemoveLink(numbers.at(node, link))));
      numbers.remove(node, link.name());
    }
    return replies;
  }
}
