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
import rani.study.series.SeriesName;

/**
 * The nodes and links that names of metrics may contain. Which metrics a run has is known only at
 * its end, but a metric of a node must name an existing node.
 */
public final class MetricPlaces {
  private final SequencedSet<String> nodes = new LinkedHashSet<>();
  private final SequencedSet<String> directions = new LinkedHashSet<>();

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
                        (word, name) -> {
                          boolean isLink = word.equals("A->B");
                          if (isLink || word.equals("NODE") || word.equals("SOURCE")) {
                            check("metric " + Quoted.of(metric), isLink, name, at, problems);
                          }
                        }));
  }

  /** Reports a series of an unknown node or link. */
  public void check(SeriesName series, Location at, Problems problems) {
    if (series.isTotal()) {
      return;
    }
    String what = "series " + Quoted.of(series.toString());
    check(what, series.quantity().isOfLink(), series.place(), at, problems);
  }

  private void check(String what, boolean isLink, String name, Location at, Problems problems) {
    SequencedSet<String> known = isLink ? directions : nodes;
    if (!known.contains(name)) {
      problems.reportName(
          at,
          "%s speaks of the unknown %s %s"
              .formatted(what, isLink ? "link" : "node", Quoted.of(name)),
          name,
          known);
    }
  }
}
