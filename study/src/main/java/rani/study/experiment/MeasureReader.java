// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;

/** Reads the queue to record, {@code n7} or {@code n3 -> n4}, and the span of means. */
record MeasureReader(Topology topology, RunRule run, Problems problems) {
  private static final Vocabulary KEYS =
      Vocabulary.of(
          Kind.TEXT.property(
              "queue",
              "The queue recorded packet by packet: a node with a single queue, or `n3 -> n4`. By"
                  + " default the first node with a single queue."),
          Kind.DURATION.property(
              "from", "When means begin: utilisation, and the saw-tooth's period.", 0L),
          Kind.DURATION.property("until", "When they end; by default with the run."));
  static final Property MEASURE = Property.mapping("measure", KEYS, "What is recorded.");

  Measure read(LocatedMap map) {
    MapReader reader = new MapReader(map, KEYS, problems);
    Optional<String> queue = reader.text("queue");
    Location at = reader.at("queue");
    Optional<Long> from = reader.scalar("from", Kind.DURATION);
    Optional<Long> until = reader.scalar("until", Kind.DURATION);
    reader.finish();
    if (from.isPresent() || until.isPresent()) {
      checkSpan(from.orElse(0L), until, reader);
    }
    return queue
        .flatMap(text -> measure(text, at))
        .orElseGet(this::byDefault)
        .over(from.orElse(0L), until.map(OptionalLong::of).orElse(OptionalLong.empty()));
  }

  private void checkSpan(long from, Optional<Long> until, MapReader reader) {
    long end = run.endNanosMax();
    if (until.isPresent() && until.get() > end) {
      problems.report(
          reader.at("until"),
          "`until` (%s) is after the end of the run (%s)"
              .formatted(Units.printDuration(until.get()), Units.printDuration(end)));
    } else if (from >= until.orElse(end)) {
      problems.report(
          reader.at("from"),
          "`from` (%s) is not before the end of what is measured (%s)"
              .formatted(Units.printDuration(from), Units.printDuration(until.orElse(end))));
    }
  }

  /** Returns the text of {@code queue} in a file; empty in a network without queues. */
  static Optional<LocatedValue> text(Measure measure, Topology topology, Location at) {
    if (measure.queue().equals(Measure.NODE_QUEUE)) {
      return Optional.of(new LocatedScalar(at, measure.node(), true));
    }
    List<TopologyLink> links = links(topology, measure.node());
    return IntStream.range(0, links.size())
        .filter(number -> measure.queue().equals(Measure.linkQueue(number)))
        .mapToObj(number -> wayName(links.get(number), measure.node()))
        .findFirst()
        .map(name -> new LocatedScalar(at, name, true));
  }

  /** Returns the first node's single queue, or else the first queue of a link. */
  private Measure byDefault() {
    return topology.nodes().stream()
        .filter(node -> node.placement() == TopologyNode.Placement.NODE)
        .findFirst()
        .map(node -> new Measure(node.name(), Measure.NODE_QUEUE))
        .orElseGet(
            () ->
                new Measure(
                    topology.nodes().stream()
                        .filter(node -> !node.foreign())
                        .map(TopologyNode::name)
                        .filter(name -> !links(topology, name).isEmpty())
                        .findFirst()
                        .orElse(""),
                    Measure.linkQueue(0)));
  }

  private Optional<Measure> measure(String text, Location at) {
    String name = text.split("\\s+->\\s+", 2)[0];
    TopologyNode node = topology.node(name).orElse(null);
    if (node == null) {
      problems.reportName(at, "unknown node " + Quoted.of(name), name, topology.nodeNames());
      return Optional.empty();
    }
    if (node.foreign()) {
      problems.report(at, Quoted.in("node %s is foreign, and no queue of it is seen", name));
      return Optional.empty();
    }
    boolean namesLink = !name.equals(text);
    if (node.placement() == TopologyNode.Placement.NODE) {
      if (namesLink) {
        problems.report(
            at,
            "node " + Quoted.of(name) + " has one queue for all its links",
            () -> "write `queue: " + name + "`");
      }
      return Optional.of(new Measure(name, Measure.NODE_QUEUE));
    }
    List<TopologyLink> links = links(topology, name);
    List<String> ways = links.stream().map(link -> wayName(link, name)).toList();
    if (!namesLink && links.size() == 1) {
      return Optional.of(new Measure(name, Measure.linkQueue(0)));
    }
    int number = ways.indexOf(text);
    if (number >= 0) {
      return Optional.of(new Measure(name, Measure.linkQueue(number)));
    }
    problems.reportName(
        at,
        namesLink
            ? "there is no link " + Quoted.of(text)
            : "node " + Quoted.of(name) + " has a queue for each of its links",
        text,
        ways);
    return Optional.empty();
  }

  private static List<TopologyLink> links(Topology topology, String node) {
    return topology.linksByNode().getOrDefault(node, List.of());
  }

  /** Returns the name of a link's direction in files: {@code A -> B}, or {@code A -> B #2}. */
  static String wayName(TopologyLink link, String from) {
    String way = from + " -> " + link.farEnd(from).node();
    return link.ordinal() == 1 ? way : way + " #" + link.ordinal();
  }
}
