// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.ground.LabFailure;

/**
 * The way that packets would go now, by the routing tables of the nodes themselves.
 *
 * @param from where it begins
 * @param to where it should lead
 * @param legs the links in order, as their senders see them
 * @param problem why it does not lead there; empty if it does
 */
public record NetworkPath(String from, String to, List<Survey.Leg> legs, String problem) {

  public NetworkPath {
    legs = List.copyOf(legs);
  }

  /**
   * Follows the routes from one node to another.
   *
   * @throws LabFailure if there is no such node, or one does not answer
   */
  public static NetworkPath find(Survey survey, String from, String to) throws LabFailure {
    int destination = survey.address(to);
    survey.address(from);
    List<Survey.Leg> legs = new ArrayList<>();
    SequencedSet<String> visited = new LinkedHashSet<>();
    String here = from;
    while (!here.equals(to)) {
      if (!visited.add(here)) {
        return new NetworkPath(
            from, to, legs, "a loop: packets for " + to + " come back to " + here);
      }
      Survey.Leg leg = survey.station(here).toward(destination).orElse(null);
      if (leg == null) {
        return new NetworkPath(from, to, legs, "node " + here + " has no route to " + to);
      }
      legs.add(leg);
      here = leg.neighbour();
    }
    return new NetworkPath(from, to, legs, "");
  }

  /** Whether it leads there. */
  public boolean isComplete() {
    return problem.isEmpty();
  }

  /** The nodes in order, both ends included if it is complete. */
  public List<String> nodes() {
    List<String> nodes = new ArrayList<>(List.of(from));
    legs.forEach(leg -> nodes.add(leg.neighbour()));
    return nodes;
  }

  /** The largest packet that every link takes; 65,535 where there is none. */
  public int mtuBytes() {
    return legs.stream().mapToInt(Survey.Leg::mtuBytes).min().orElse(0xFFFF);
  }

  /** Propagation delay of all wires. */
  public long delayNanos() {
    return legs.stream().mapToLong(Survey.Leg::delayNanos).sum();
  }

  /** How long all serializers take for one packet, one after the other. */
  public long sendingNanos(Survey survey, int lengthBytes) throws LabFailure {
    long nanos = 0;
    for (Survey.Leg leg : legs) {
      nanos += leg.rate().serviceNanos(lengthBytes);
      nanos +=
          survey
              .station(leg.node())
              .ownQueue()
              .map(own -> own.rate().serviceNanos(lengthBytes))
              .orElse(0L);
    }
    return nanos;
  }

  /** The whole path as ordered facts. */
  public SequencedMap<String, Object> facts(Survey survey) throws LabFailure {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("from", from);
    facts.put("to", to);
    facts.put("complete", isComplete());
    facts.put("problem", problem);
    List<Object> hops = new ArrayList<>();
    for (Survey.Leg leg : legs) {
      SequencedMap<String, Object> hop = new LinkedHashMap<>();
      hop.put("node", leg.node());
      hop.put("next", leg.neighbour());
      hop.put("link", "link-" + leg.number());
      hop.put("up", leg.isUp());
      hop.put("cut", leg.isCut());
      hop.put("rate", leg.rate().text());
      hop.put("delay-nanos", leg.delayNanos());
      hop.put("mtu-bytes", leg.mtuBytes());
      hop.put("queued-frames", leg.queuedFrames());
      hop.put("average-frames", leg.averageFrames());
      Survey.OwnQueue own = survey.station(leg.node()).ownQueue().orElse(null);
      if (own != null) {
        hop.put("node-rate", own.rate().text());
        hop.put("node-queued-frames", own.queuedFrames());
        hop.put("node-average-frames", own.averageFrames());
      }
      hops.add(hop);
    }
    facts.put("hops", hops);
    facts.put("delay-nanos", delayNanos());
    facts.put("mtu-bytes", mtuBytes());
    return facts;
  }
}
