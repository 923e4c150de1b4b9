// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import rani.aqm.RedConfig;
import rani.ground.LabFailure;
import rani.model.topology.LinkEnd;
import rani.model.topology.Routes;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.nodehost.conversation.StatusQuery;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.study.experiment.Experiment;
import rani.study.experiment.Measure;
import rani.study.flow.EmptyPath;
import rani.study.observe.ObservationPlan;
import rani.study.observe.ObservedLink;
import rani.study.observe.ObservedSpan;
import rani.testbed.Lab;
import rani.wire.Address;

/** Plans the observation of a run, and reads the facts of its services. */
public final class ObservationSetup {
  private ObservationSetup() {}

  /** Returns the plan for a run that started at {@code epochNanos} of node time. */
  public static ObservationPlan plan(Experiment experiment, long epochNanos) {
    Measure measure = experiment.measure();
    return new ObservationPlan(
        measure.node(),
        measure.queue(),
        maxTh(experiment.topology(), measure),
        addressNames(experiment.topology()),
        links(experiment.topology()),
        new ObservedSpan(measure.fromNanos(), measure.untilNanos()),
        epochNanos,
        paths(experiment.topology()));
  }

  /** Returns the path between two nodes by the routes at the start, with the rates of the file. */
  private static BiFunction<String, String, Optional<EmptyPath>> paths(Topology topology) {
    Routes routes = new Routes(topology);
    Map<String, SequencedMap<String, Integer>> from = new LinkedHashMap<>();
    return (start, end) -> {
      EmptyPath path = new EmptyPath(List.of());
      String at = start;
      for (int hops = 0; !at.equals(end); hops++) {
        Integer number = from.computeIfAbsent(at, routes::from).get(end);
        if (number == null || hops == topology.nodes().size()) {
          return Optional.empty();
        }
        TopologyNode node = topology.node(at).orElseThrow();
        TopologyLink link = topology.linksByNode().getOrDefault(at, List.of()).get(number);
        if (node.placement() == TopologyNode.Placement.NODE) {
          path = path.and(new EmptyPath.Hop(node.rate(), 0));
        }
        LinkEnd sending = link.end(at);
        path = path.and(new EmptyPath.Hop(sending.rate(), sending.impairment().delayNanos()));
        at = link.farEnd(at).node();
      }
      return Optional.of(path);
    };
  }

  /** Returns each direction of a link that has a rate, or begins at a node with its own queue. */
  private static List<ObservedLink> links(Topology topology) {
    List<ObservedLink> links = new ArrayList<>();
    topology
        .linksByNode()
        .forEach(
            (node, ofNode) -> {
              for (int number = 0; number < ofNode.size(); number++) {
                TopologyLink link = ofNode.get(number);
                Rate rate = link.end(node).rate();
                boolean waitsInNode =
                    topology.node(node).orElseThrow().placement() == TopologyNode.Placement.NODE;
                if (!rate.isUnlimited() || waitsInNode) {
                  links.add(new ObservedLink(node, number, link.direction(node), rate));
                }
              }
            });
    return links;
  }

  public static SequencedMap<String, String> addressNames(Topology topology) {
    SequencedMap<String, String> names = new LinkedHashMap<>();
    for (TopologyNode node : topology.nodes()) {
      names.put(Address.text(node.virtualAddress()), node.name());
    }
    return names;
  }

  /** Returns RED's upper threshold at the measured queue; empty for another discipline. */
  public static OptionalDouble maxTh(Topology topology, Measure measure) {
    QueueConfig queue = queue(topology, measure);
    RedConfig red = RedConfig.of(queue);
    return red == null ? OptionalDouble.empty() : OptionalDouble.of(red.maxThFrames());
  }

  private static QueueConfig queue(Topology topology, Measure measure) {
    TopologyNode node = topology.node(measure.node()).orElseThrow();
    int number = 0;
    for (TopologyLink link : topology.linksByNode().getOrDefault(node.name(), List.of())) {
      if (measure.queue().equals(Measure.linkQueue(number++))) {
        return link.end(node.name()).queue();
      }
    }
    return node.queue();
  }

  /** Returns every service's facts: node → service → name → value. */
  static SequencedMap<String, Map<String, ?>> facts(Lab lab) throws LabFailure {
    SequencedMap<String, Map<String, ?>> facts = new LinkedHashMap<>();
    for (String node : lab.ownNames()) {
      facts.put(node, lab.show(node, StatusQuery.SERVICES).byKey());
    }
    return facts;
  }
}
