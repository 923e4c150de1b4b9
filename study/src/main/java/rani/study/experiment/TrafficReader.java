// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import rani.model.file.Form;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Routes;
import rani.model.topology.Topology;

/**
 * Reads the {@code traffic} list, but only senders and receivers. The options under {@code sink} go
 * to the receiver's sink service and all others to the source service, because only the services
 * know their own options.
 */
final class TrafficReader {
  private static final String PORT = "port";
  private static final String SINK = "sink";

  static final Property TRAFFIC =
      new Property(
          "traffic",
          new Form.ListOf(new Form.Mapping(TrafficReader::keys), 0, 0, false),
          "What is sent; becomes source and sink services of the nodes, or real programs at their"
              + " edges.");

  private final Topology topology;
  private final Problems problems;
  private final Routes routes;

  TrafficReader(Topology topology, Problems problems) {
    this.topology = topology;
    this.problems = problems;
    this.routes = new Routes(topology);
  }

  private static Vocabulary keys() {
    Vocabulary services = ServiceCatalog.installed().keys();
    return Vocabulary.of(
            new Property(
                    "from",
                    Form.NODES,
                    "The node that sends, or nodes that each send as much: a list, or n1..n5.")
                .required(),
            new Property("to", Form.NAME, "The node that receives.").required(),
            Property.mapping(
                SINK, services.within(SINK), "What the receiver's sink is told, besides the port."))
        .and(Vocabulary.of(ArrivalFile.PROPERTIES.toArray(Property[]::new)))
        .and(
            services
                .within(TrafficExpansion.SOURCE)
                .within(TrafficExpansion.FLOWS)
                .or(ProgramTraffic.KEYS));
  }

  List<TrafficFlow> read(List<LocatedValue> members) {
    List<TrafficFlow> flows =
        members.stream()
            .flatMap(
                member -> MapReader.mapOf(member, "each member of `traffic`", problems).stream())
            .flatMap(map -> ProgramTraffic.isProgram(map) ? check(map) : Stream.of(flow(map)))
            .toList();
    checkSinks(flows);
    return flows;
  }

  private TrafficFlow flow(LocatedMap map) {
    MapReader reader = new MapReader(map, problems);
    reader.require("from");
    reader.require("to");
    List<String> from =
        reader.names("from").stream().filter(this::isSender).map(LocatedScalar::text).toList();
    String to = "";
    List<LocatedScalar> receivers = reader.texts("to");
    if (receivers.size() > 1) {
      problems.report(
          receivers.get(1).at(), "`to` takes one node", () -> "write one entry for each");
    } else if (!receivers.isEmpty() && isNode(receivers.getFirst())) {
      to = receivers.getFirst().text();
      checkWays(from, receivers.getFirst());
    }
    LocatedMap sink = reader.mapping(SINK);
    if (!sink.entries().isEmpty()) {
      checkSink(to, sink, map.keyAt(SINK));
    }
    return new TrafficFlow(from, to, map.without("from").without("to").without(SINK), sink);
  }

  /** Checks the ways of a program, which is in the topology's edges by now. */
  private Stream<TrafficFlow> check(LocatedMap program) {
    MapReader reader = new MapReader(program, problems);
    List<String> from =
        reader.names("from").stream()
            .map(LocatedScalar::text)
            .filter(name -> topology.node(name).isPresent())
            .toList();
    reader.texts("to").stream()
        .filter(to -> ProgramTraffic.hasServer(program) || isNode(to)) // edges know their nodes
        .filter(to -> topology.node(to.text()).isPresent())
        .forEach(to -> checkWays(from, to));
    return Stream.of();
  }

  private void checkSink(String to, LocatedMap sink, Location at) {
    if (topology.foreign().contains(to)) {
      problems.report(at, Quoted.in("node %s is foreign, and its sink is its own", to));
    }
    if (sink.get(PORT).isPresent()) {
      problems.report(
          sink.keyAt(PORT), "`port` stands beside `sink`, as source and sink must agree on it");
    }
    if (topology.node(to).filter(node -> node.services().containsKey(SINK)).isPresent()) {
      problems.report(
          at,
          "node " + Quoted.of(to) + " has a sink of its own",
          () -> "give its options in the topology");
    }
  }

  private boolean isSender(LocatedScalar name) {
    if (topology.foreign().contains(name.text())) {
      problems.report(name.at(), Quoted.in("node %s is foreign, and has no source", name.text()));
      return false;
    }
    return isNode(name);
  }

  private boolean isNode(LocatedScalar name) {
    if (topology.node(name.text()).isPresent()) {
      return true;
    }
    problems.reportName(
        name.at(), "unknown node " + Quoted.of(name.text()), name.text(), topology.nodeNames());
    return false;
  }

  private void checkWays(List<String> from, LocatedScalar to) {
    SequencedMap<String, Integer> back = routes.from(to.text());
    for (String sender : from) {
      if (sender.equals(to.text())) {
        problems.report(to.at(), "node " + Quoted.of(sender) + " cannot send to itself");
      } else if (!back.containsKey(sender)) {
        problems.report(
            to.at(),
            "node " + Quoted.of(to.text()) + " cannot be reached from " + Quoted.of(sender),
            () -> "no links lead from one to the other");
      }
    }
  }

  /**
   * Reports flows to one node whose ports or sink options differ, because a node has one sink,
   * which listens at one port. A flow without sink options agrees with any other.
   */
  private void checkSinks(List<TrafficFlow> flows) {
    SequencedMap<String, LocatedMap> first = new LinkedHashMap<>();
    SequencedMap<String, LocatedMap> sinks = new LinkedHashMap<>();
    for (TrafficFlow flow : flows) {
      LocatedMap before = first.putIfAbsent(flow.to(), flow.options());
      if (before != null && !before.get(PORT).equals(flow.options().get(PORT))) {
        problems.report(
            flow.options().keyAt(PORT),
            "all traffic to node " + Quoted.of(flow.to()) + " must go to one `port`");
      }
      if (!flow.sink().entries().isEmpty()) {
        LocatedMap said = sinks.putIfAbsent(flow.to(), flow.sink());
        if (said != null && !said.equals(flow.sink())) {
          problems.report(
              flow.sink().at(),
              "node " + Quoted.of(flow.to()) + " has one sink, of which this says something else");
        }
      }
    }
  }
}
