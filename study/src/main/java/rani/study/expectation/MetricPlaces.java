// SPDX-License-Identifier: Apache-2.0
package rani.study.expectation;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.study.observe.MetricSheet;

/**
 * The nodes and links that names of metrics may contain. Most metrics are known only after the run,
 * but those of a node must name one.
 */
public final class MetricPlaces {

  private final SequencedSet<String> nodes = new LinkedHashSet<>();
  private final SequencedSet<String> directions = new LinkedHashSet<>();

  /** Those of a network come to those known. */
  public void add(Topology topology) {
    nodes.addAll(topology.nodeNames());
    for (TopologyLink link : topology.links()) {
      directions.add(link.direction(link.a().node()));
      directions.add(link.direction(link.b().node()));
    }
  }

  /** Reports a metric whose name contains an unknown node or link. */
  public void check(String metric, Location at, Problems problems) {
    MetricSheet.find(MetricNames.bare(metric))
        .ifPresent(
            named ->
                named
                    .places()
                    .forEach(
                        (word, place) -> {
                          switch (word) {
                            case "NODE", "SOURCE" ->
                                check(metric, "node", place, nodes, at, problems);
                            case "A->B" -> check(metric, "link", place, directions, at, problems);
                            default -> {}
                          }
                        }));
  }

  private static void check(
      String metric,
      String kind,
      String name,
      SequencedSet<String> known,
      Location at,
      Problems problems) {
    if (!known.contains(name)) {
      problems.reportName(
          at,
          "metric " + Quoted.of(metric) + " speaks of the unknown " + kind + " " + Quoted.of(name),
          name,
          known);
    }
  }
}
